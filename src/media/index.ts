export { createClipper } from './auto-clipper.ts';
export { createCachedClipper } from './cached-clipper.ts';
export { createClipTransforms } from './clip-transforms.ts';
export { createClips } from './clips.ts';
export { createFfmpegClipper } from './ffmpeg-clipper.ts';
export { createMemoryClipStore } from './memory-clip-store.ts';
export { createRemoteClipper, openRemoteSource } from './remote-clipper.ts';
export { createSourceLibrary } from './source-library.ts';
export { createWebcodecsClipper } from './webcodecs-clipper.ts';
