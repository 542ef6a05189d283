/** The two kinds of question: `multiple-choice` is scored by its letter, `free-response` by a judge (0, 1, 2). */
export type QuestionKind = 'multiple-choice' | 'free-response';

/** 1 action-goal reasoning, 2 artifact resolution and optimization, 3 procedure context and planning. */
export type QuestionType = 1 | 2 | 3;

/** The region of interest in a Video's frames: fractions of width and height, or pixels of the displayed frame. */
export type Roi =
  | {
      readonly unit: 'proportion';
      readonly x: number;
      readonly y: number;
      readonly width: number;
      readonly height: number;
    }
  | { readonly unit: 'pixel'; readonly x: number; readonly y: number; readonly width: number; readonly height: number };

/** Where a source video is to be had. `file` is this project's extension of upstream's format. */
export type SourceLocation =
  | { readonly kind: 'youtube'; readonly youtubeId: string; readonly url: string }
  | { readonly kind: 'file'; readonly path: string };

/** The file or stream that Videos lie in. `key` is the YouTube id or the file's path. */
export interface SourceVideo {
  readonly key: string;
  readonly location: SourceLocation;
  readonly videoKeys: readonly string[];
}

/** One segment of a source video; questions name times from its start. */
export interface Video {
  readonly key: string;
  readonly sourceKey: string;
  /** Seconds in the source video. The start may lie a little before 0, where the source video itself has no frame. */
  readonly startSeconds: number;
  readonly endSeconds: number;
  readonly roi: Roi | undefined;
}

export type OptionLetter = 'A' | 'B' | 'C' | 'D' | 'E' | 'F' | 'G' | 'H';

export interface Option {
  readonly letter: OptionLetter;
  readonly text: string;
}

interface QuestionBase {
  /** `mcq/<Video key>/<number>` or `free/<Video key>/<number>`: stable, since upstream numbers by order in the file. */
  readonly id: string;
  readonly videoKey: string;
  readonly sourceKey: string;
  /** Place in its file's list, from 1. */
  readonly number: number;
  readonly file: string;
  readonly type: QuestionType;
  /** Seconds from the Video's start. The end is clamped to the Video's end; `clampedEndSeconds` tells that it was. */
  readonly startSeconds: number;
  readonly endSeconds: number;
  /** What the file said, when the end had to be clamped. */
  readonly printedEndSeconds: number | undefined;
  readonly keep: boolean;
  /** Upstream's `groundtruth`: what the narrator said. */
  readonly evidence: string;
  /** The question as the file has it, prefix and options included. */
  readonly printed: string;
  /** The question without its `[MCQ] ` or `[FREE] ` prefix and without options. */
  readonly stem: string;
}

export interface MultipleChoiceQuestion extends QuestionBase {
  readonly kind: 'multiple-choice';
  readonly options: readonly Option[];
  /** `A.` or `A)`: upstream's shuffle knows only the first. */
  readonly optionForm: 'full-stop' | 'bracket';
  readonly answer: OptionLetter;
}

export interface FreeResponseQuestion extends QuestionBase {
  readonly kind: 'free-response';
  readonly answer: string;
}

export type Question = MultipleChoiceQuestion | FreeResponseQuestion;

/** A text with gaps: `field` names what fills one. */
export type PromptTemplate = readonly (
  { readonly kind: 'text'; readonly text: string } | { readonly kind: 'field'; readonly name: string }
)[];

/** The authors' own prompts, read from the files that came with a Benchmark; they are not part of this project. */
export interface ReferencePrompts {
  /** System prompts, by what is shown. */
  readonly video: string;
  readonly frames: string;
  readonly blind: string;
  /** What is said before the question where frames are shown; fields `frameCount` and `question`. */
  readonly framesMessage: PromptTemplate;
  readonly judge: string;
  /** Follows the judge's prompt after a blank line where judging is strict. */
  readonly strictNote: string;
  /** Fields `question`, `groundTruth` and `prediction`. */
  readonly judgeMessage: PromptTemplate;
}

/** Where a Benchmark came from. */
export type BenchmarkOrigin =
  | { readonly kind: 'sample' }
  | { readonly kind: 'files' | 'folder' | 'zip'; readonly name: string }
  | { readonly kind: 'repository'; readonly repository: string; readonly commit: string; readonly baseUrl: string };

export interface Benchmark {
  readonly name: string;
  readonly origin: BenchmarkOrigin;
  /** Hex SHA-256 over the canonical questions and metadata: the same benchmark has the same digest, whatever way it came. */
  readonly digest: string;
  /** Kept and not kept, in file order. Only kept ones are scored. */
  readonly questions: readonly Question[];
  readonly videos: readonly Video[];
  readonly sourceVideos: readonly SourceVideo[];
  /** Present where the authors' files lay beside the questions, unchanged: what the `reference` protocol needs. */
  readonly referencePrompts?: ReferencePrompts | undefined;
}

/** One thing wrong with an input: what, where, what to do. The rest of the input is still used. */
export interface Problem {
  readonly file: string;
  /** Place in the file's list, from 1. */
  readonly questionNumber?: number;
  readonly field?: string;
  /** One sentence for a person. */
  readonly message: string;
}
