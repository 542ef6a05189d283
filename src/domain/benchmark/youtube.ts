const HOST = /^(?:https?:)?(?:\/\/)?(?:www\.|m\.|music\.)?(youtube\.com|youtube-nocookie\.com|youtu\.be)\//i;
const ID = '([\\w-]{11})(?![\\w-])';
const SHORT_PATH = new RegExp(`^${ID}`);
const LONG_PATH = new RegExp(`^(?:watch\\/?\\?(?:[^#]*&)?v=|(?:embed|shorts|live|v)\\/)${ID}`);

/** The 11 characters that name a YouTube video, from any of its usual addresses; undefined where there are none. */
export function youtubeIdOf(url: string): string | undefined {
  const trimmed = url.trim();
  const host = HOST.exec(trimmed);
  if (host === null) return undefined;
  const path = trimmed.slice(host[0].length);
  const match = (host[1]?.toLowerCase() === 'youtu.be' ? SHORT_PATH : LONG_PATH).exec(path);
  return match?.[1];
}
