import { authoredVideos, type AuthoredChoice, type AuthoredFree, type AuthoredVideo } from './questions/index.ts';
import { PICTURE_REGION, SCREEN_HEIGHT, SCREEN_WIDTH } from './ultrasound/screen.ts';

/** Everything of the sample but the clips, in upstream's format: file name to text. `index.json` lists all files. */
export function questionFiles(): ReadonlyMap<string, string> {
  const files = new Map<string, unknown>();
  files.set('video_metadata_new.json', Object.fromEntries(authoredVideos.map((video) => [video.key, metadata(video)])));
  for (const video of authoredVideos) {
    files.set(
      `benchmark_questions/mcq/${video.key}.json`,
      video.choices.map((choice) => choiceRecord(choice, video.optionMark)),
    );
    files.set(`benchmark_questions/free/${video.key}.json`, video.free.map(freeRecord));
  }
  const clips = authoredVideos.map((video) => clipFile(video));
  files.set('index.json', { formatVersion: 1, files: [...files.keys(), ...clips] });
  return new Map([...files].map(([name, content]) => [name, `${JSON.stringify(content, null, 2)}\n`]));
}

function clipFile(video: AuthoredVideo): string {
  return `videos/${video.key}.mp4`;
}

function metadata(video: AuthoredVideo) {
  const { x, y, width, height } = PICTURE_REGION;
  return {
    file: clipFile(video),
    start_time: video.startSeconds,
    end_time: video.endSeconds,
    roi: {
      x_prop: proportion(x / SCREEN_WIDTH),
      y_prop: proportion(y / SCREEN_HEIGHT),
      w_prop: proportion(width / SCREEN_WIDTH),
      h_prop: proportion(height / SCREEN_HEIGHT),
    },
  };
}

function proportion(share: number): number {
  return Math.round(share * 1e6) / 1e6;
}

function choiceRecord(choice: AuthoredChoice, mark: string) {
  const options = choice.options.map((option, index) => `${'ABCD'.charAt(index)}${mark} ${option}`);
  return {
    question: `[MCQ] ${[choice.stem, ...options].join('\n')}`,
    answer: choice.answer,
    ...commonFields(choice),
  };
}

function freeRecord(free: AuthoredFree) {
  return { question: `[FREE] ${free.stem}`, answer: free.answer, ...commonFields(free) };
}

function commonFields({ narration, window, type }: AuthoredChoice | AuthoredFree) {
  return {
    groundtruth: narration,
    time_start: window[0],
    time_end: window[1],
    keep: true,
    question_type: type,
  };
}
