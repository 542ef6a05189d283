import type { ParsedCall, ReceivedVideo } from './call.ts';

/** What a stand-in requires of every call. What is left out is not checked. */
export interface Expectation {
  /** The key that calls must bear; null: they must bear none. */
  readonly key?: string | null;
  readonly modelId?: string;
  /** `one`: exactly one video and no frames; `frames`: images only; `none`: no media. Default: any. */
  readonly media?: 'one' | 'frames' | 'none' | 'any';
  readonly widthPixels?: number;
  readonly heightPixels?: number;
  /** Seconds, with the tolerance beside it (default: 0.1). */
  readonly durationSeconds?: number;
  readonly toleranceSeconds?: number;
  /** Each must occur in the user's text. */
  readonly textIncludes?: readonly string[];
  readonly systemIncludes?: readonly string[];
}

type Checked = Pick<ParsedCall, 'key' | 'modelId' | 'system' | 'text' | 'videos' | 'images'>;

/** What is wrong with a call, one sentence each. Every video must be an H.264 MP4 without sound, whatever was expected. */
export function findProblems(call: Checked, expected: Expectation): readonly string[] {
  const problems: string[] = [];
  const require = (holds: boolean, problem: string) => {
    if (!holds) problems.push(problem);
  };
  require(call.text.trim() !== '', 'the prompt is empty');
  if (expected.modelId !== undefined) {
    require(call.modelId === expected.modelId, `the model is ${call.modelId ?? 'missing'}, not ${expected.modelId}`);
  }
  for (const words of expected.textIncludes ?? []) require(call.text.includes(words), `the prompt lacks "${words}"`);
  for (const words of expected.systemIncludes ?? []) {
    require(call.system?.includes(words) === true, `the system text lacks "${words}"`);
  }
  const media = expected.media ?? 'any';
  if (media === 'one') require(call.videos.length === 1 && call.images.length === 0, 'not exactly one video');
  if (media === 'frames') require(call.videos.length === 0 && call.images.length > 0, 'not frames alone');
  if (media === 'none') require(call.videos.length + call.images.length === 0, 'media where none was wanted');
  for (const image of call.images) {
    require(image.bytes[0] === 0xff && image.bytes[1] === 0xd8, 'an image is no JPEG');
  }
  for (const video of call.videos) problems.push(...videoProblems(video, expected));
  return problems;
}

/** Told apart from other problems, since it is answered by 401. */
export function keyProblem(key: string | undefined, expected: Expectation): string | undefined {
  if (expected.key === undefined || key === (expected.key ?? undefined)) return undefined;
  return expected.key === null ? 'a key where none was wanted' : 'the key is missing or wrong';
}

function videoProblems(video: ReceivedVideo, expected: Expectation): readonly string[] {
  const { facts } = video;
  if (facts === undefined) return ['the video is no readable MP4'];
  const problems: string[] = [];
  if (video.mimeType !== 'video/mp4') problems.push(`the video is called ${video.mimeType}`);
  if (facts.codec !== 'avc') problems.push(`the video is ${facts.codec ?? 'of no known codec'}, not H.264`);
  if (facts.audioTrackCount !== 0) problems.push('the video has sound');
  if (facts.frameCount === 0) problems.push('the video has no frames');
  const size = `${facts.widthPixels}x${facts.heightPixels}`;
  if (
    (expected.widthPixels ?? facts.widthPixels) !== facts.widthPixels ||
    (expected.heightPixels ?? facts.heightPixels) !== facts.heightPixels
  ) {
    problems.push(`the video measures ${size}, not ${expected.widthPixels ?? '?'}x${expected.heightPixels ?? '?'}`);
  }
  const off = Math.abs(facts.durationSeconds - (expected.durationSeconds ?? facts.durationSeconds));
  if (off > (expected.toleranceSeconds ?? 0.1)) {
    problems.push(`the video lasts ${facts.durationSeconds.toFixed(3)} s, not ${expected.durationSeconds ?? '?'} s`);
  }
  return problems;
}
