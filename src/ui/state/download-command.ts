/** Systems whose shells quote in their own ways. */
export const SYSTEMS = ['macos', 'linux', 'windows'] as const;
export type System = (typeof SYSTEMS)[number];

/** The best MP4 up to 720p: a picture without sound where there is one, since clips have none. H.264 first, which all decode. */
const FORMAT = 'bv*[height<=720][vcodec^=avc1][ext=mp4]/b[height<=720][ext=mp4]/bv*[height<=720][ext=mp4]';
/** Seconds between two downloads. */
const PAUSES = ['--sleep-interval', '5', '--max-sleep-interval', '15'] as const;

/**
 * The command line with which yt-dlp gets whole source videos, each named by its id.
 * @param youtubeIds as the benchmark has them: 11 letters, digits, `-` and `_`
 */
export function downloadCommand(youtubeIds: readonly string[], system: System): string {
  const quoted = (text: string) => (system === 'windows' ? inDoubleQuotes(text) : inSingleQuotes(text));
  const urls = youtubeIds.map((id) => quoted(`https://www.youtube.com/watch?v=${id}`));
  const name = quoted('%(id)s.%(ext)s');
  return ['yt-dlp', '--no-playlist', '-f', quoted(FORMAT), '-o', name, ...PAUSES, ...urls].join(' ');
}

/** For sh, bash and zsh: nothing in it means anything, `[`, `?` and `!` included. */
function inSingleQuotes(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/**
 * For PowerShell and cmd alike: both take double quotes, and neither `<`, `?` nor `%(id)s` means anything in them where a
 * command is typed. What would mean something to one of them never occurs in ids.
 */
function inDoubleQuotes(text: string): string {
  if (/["$`]/.test(text)) throw new Error('This text cannot be quoted for both PowerShell and cmd.');
  return `"${text}"`;
}
