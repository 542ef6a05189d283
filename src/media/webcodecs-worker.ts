import { textOf } from './clip-errors.ts';
import { compareClips } from './compare-clips.ts';
import { Refusal } from './container.ts';
import type { WebcodecsReply, WebcodecsRequest } from './webcodecs-protocol.ts';
import { cutWithWebcodecs, OpenedSources } from './webcodecs-cut.ts';

const sources = new OpenedSources();

function alive(): void {
  reply({ kind: 'alive' });
}

function reply(message: WebcodecsReply, transfer: Transferable[] = []): void {
  globalThis.postMessage(message, { transfer });
}

async function answer(request: WebcodecsRequest): Promise<void> {
  if (request.kind === 'compare') {
    reply({ kind: 'compared', comparison: await compareClips(request, alive) });
    return;
  }
  const cut = await cutWithWebcodecs(sources.open(request.sourceId, request.blob), request.job, alive);
  reply({ kind: 'cut', cut }, [cut.bytes.buffer]);
}

globalThis.onmessage = ({ data }: MessageEvent<WebcodecsRequest>) => {
  answer(data).catch((error: unknown) => {
    reply({ kind: error instanceof Refusal ? 'refused' : 'failed', message: textOf(error) });
  });
};
