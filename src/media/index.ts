export { createFfmpegClipper } from './ffmpeg-clipper.ts';
