export { createCachedClipper } from './cached-clipper.ts';
export { createClips } from './clips.ts';
export { createFfmpegClipper } from './ffmpeg-clipper.ts';
export { createMemoryClipStore } from './memory-clip-store.ts';
export { createSourceLibrary } from './source-library.ts';
