import type { BenchmarkFile } from '../../../src/domain/benchmark/index.ts';

/** An entry of a questions file as upstream writes it; `undefined` takes a field away. */
export type RawQuestion = Readonly<Record<string, unknown>>;

/** A multiple-choice entry that is right in every field. */
export function rawChoice(overrides: RawQuestion = {}): RawQuestion {
  return {
    question: '[MCQ] What is pressed?\nA. The artery\nB. The vein\nC. The nerve\nD. The tendon',
    answer: 'B',
    groundtruth: 'The vein gives way.',
    time_start: 1.5,
    time_end: 6,
    keep: true,
    question_type: 'Type1_ActionGoalReasoning',
    ...overrides,
  };
}

/** A free-response entry that is right in every field. */
export function rawFree(overrides: RawQuestion = {}): RawQuestion {
  return {
    ...rawChoice(),
    question: '[FREE] Why does the operator press here?',
    answer: 'To see that the vein is empty of clot.',
    question_type: 'Type3_ProcedureContextPlanning',
    ...overrides,
  };
}

export function rawVideo(overrides: RawQuestion = {}): RawQuestion {
  return {
    youtube_url: 'https://www.youtube.com/watch?v=abcdefghij0',
    start_time: 10,
    end_time: 70,
    roi: { x_prop: 0.25, y_prop: 0.1, w_prop: 0.5, h_prop: 0.9 },
    ...overrides,
  };
}

export interface SmallBenchmark {
  readonly mcq?: Readonly<Record<string, unknown>>;
  readonly free?: Readonly<Record<string, unknown>>;
  readonly metadata?: unknown;
}

/** Files of a benchmark in upstream's layout: by default one Video with one question of each kind. */
export function smallBenchmark({
  mcq = { groin: [rawChoice()] },
  free = { groin: [rawFree()] },
  metadata = { groin: rawVideo() },
}: SmallBenchmark = {}): readonly BenchmarkFile[] {
  const lists = (folder: string, files: Readonly<Record<string, unknown>>) =>
    Object.entries(files).map(([name, list]) => ({
      path: `benchmark_questions/${folder}/${name}.json`,
      text: JSON.stringify(list),
    }));
  return [
    ...lists('mcq', mcq),
    ...lists('free', free),
    { path: 'video_metadata_new.json', text: JSON.stringify(metadata) },
  ];
}
