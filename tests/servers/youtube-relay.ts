import { connect } from 'node:net';

import { startRelay } from '../../worker/node/start.ts';
import { standInYtDlp } from '../unit/relay/stand-in-yt-dlp.ts';
import { type RangeServer, startRangeServer } from './range-server.ts';

/** A relay as a reader starts it, but for a stand-in for yt-dlp and connections that all end at a server of `bytes`. */
export async function startYouTubeRelay(bytes: Uint8Array): Promise<RangeServer> {
  const server = await startRangeServer({ bytes });
  const ytDlp = await standInYtDlp();
  const port = Number(new URL(server.url).port);
  const pin = { resolve: () => Promise.resolve(['142.250.1.1']), connect: () => connect(port, '127.0.0.1') };
  const relay = await startRelay({ port: 0, ytDlp: ytDlp.command, pin });
  return {
    ...server,
    url: relay.baseUrl,
    close: async () => {
      relay.cutOff();
      await relay.close();
      await server.close();
      await ytDlp.remove();
    },
  };
}
