// `npm run make-sample`: draws the built-in sample benchmark into public/sample/. The same bytes every time.
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

import { encodeClip } from './sample/encode-clip.ts';
import { openFfmpeg } from './sample/open-ffmpeg.ts';
import { questionFiles } from './sample/question-files.ts';
import { renderScene } from './sample/render-scene.ts';
import { scenes } from './sample/scenes/index.ts';

const folder = fileURLToPath(new URL('../public/sample/', import.meta.url));
const files = new Map<string, string | Uint8Array>(questionFiles());
const ffmpeg = await openFfmpeg();
for (const scene of scenes) {
  const bytes = encodeClip(ffmpeg, renderScene(scene), scene.quality);
  files.set(`videos/${scene.key}.mp4`, bytes);
  console.log(`${scene.key}: ${(bytes.length / 1000).toFixed(0)} kB`);
}

// Only now, so that what was there stays whole until all is ready.
await rm(folder, { recursive: true, force: true });
for (const [name, content] of files) {
  const file = path.join(folder, name);
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, content);
}
