import { textOf } from './clip-errors.ts';
import { compareClips } from './compare-clips.ts';
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
  await cutWithWebcodecs(sources.open(request.sourceId, request.blob), request.jobs, alive, (index, outcome) => {
    reply({ kind: 'over', index, outcome }, outcome.kind === 'cut' ? [outcome.cut.bytes.buffer] : []);
  });
  reply({ kind: 'done' });
}

globalThis.onmessage = ({ data }: MessageEvent<WebcodecsRequest>) => {
  answer(data).catch((error: unknown) => reply({ kind: 'failed', message: textOf(error) }));
};
