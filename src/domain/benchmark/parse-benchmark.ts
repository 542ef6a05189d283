import { canonicalText } from './digest.ts';
import { compareText, sameJson, sortFiles, type BenchmarkFile, type QuestionFile } from './input-files.ts';
import { VideoListing } from './video-listing.ts';
import { PUBLISHED_DIGEST, PUBLISHED_NAME } from './published.ts';
import { questionProblem } from './problems.ts';
import { readQuestion } from './read-question.ts';
import type { Benchmark, BenchmarkOrigin, Problem, Question, SourceLocation, SourceVideo, Video } from './types.ts';

export interface BenchmarkInput {
  readonly name: string;
  readonly origin: BenchmarkOrigin;
  /** JSON files of upstream's layout, in any order and below any folder; other files are passed over. */
  readonly files: readonly BenchmarkFile[];
}

export interface ParsedBenchmark {
  /** Undefined where not one question could be read. */
  readonly benchmark: Benchmark | undefined;
  readonly problems: readonly Problem[];
  /** Where questions were found and not one of them can be used: how many. */
  readonly unusableCount?: number;
}

/**
 * Reads a Benchmark from upstream's layout (`benchmark_questions/mcq|free/*.json` and `video_metadata*.json`).
 * Never throws over what the files hold: whatever is wrong becomes a Problem, and the rest is still read.
 * @param digestOf hex SHA-256 of a text's UTF-8 bytes
 */
export async function parseBenchmark(
  input: BenchmarkInput,
  digestOf: (text: string) => Promise<string>,
): Promise<ParsedBenchmark> {
  const { questionFiles, metadataFiles, problems: fileProblems } = sortFiles(input.files);
  const problems: Problem[] = [...fileProblems];
  if (questionFiles.length === 0) {
    if (fileProblems.length === 0)
      problems.push({
        file: input.name,
        message: `${input.name} holds no benchmark: there is no JSON file with questions.`,
      });
    return { benchmark: undefined, problems };
  }
  const distinctFiles = withoutDuplicates(questionFiles, problems);
  const unusableCount = distinctFiles.reduce((sum, { items }) => sum + items.length, 0);
  if (metadataFiles.length === 0) {
    const message = 'The video metadata is missing; choose video_metadata_new.json together with the questions.';
    return { benchmark: undefined, problems: [...problems, { file: input.name, message }], unusableCount };
  }

  const questions: Question[] = [];
  const videos = new Map<string, Video>();
  const sources = new Map<string, { location: SourceLocation; videoKeys: string[] }>();
  const listing = new VideoListing(metadataFiles, problems);
  for (const file of distinctFiles) {
    const found = listing.videoFor(file);
    if (found === undefined) continue;
    const { video, location } = found;
    for (let number = 1; number <= file.items.length; number += 1) {
      const read = readQuestion(file, number, video);
      if (read.kind === 'wrong') {
        problems.push(...read.faults.map((fault) => questionProblem(file, number, fault)));
        continue;
      }
      questions.push(read.question);
      if (videos.has(video.key)) continue;
      videos.set(video.key, video);
      const source = sources.get(video.sourceKey);
      if (source === undefined) sources.set(video.sourceKey, { location, videoKeys: [video.key] });
      else source.videoKeys.push(video.key);
    }
  }
  if (questions.length === 0) return { benchmark: undefined, problems, unusableCount };

  const sortedVideos = [...videos.values()].sort((a, b) => compareText(a.key, b.key));
  const sourceVideos = [...sources]
    .map(([key, { location, videoKeys }]): SourceVideo => ({ key, location, videoKeys: videoKeys.sort(compareText) }))
    .sort((a, b) => compareText(a.key, b.key));
  const locations = new Map(sourceVideos.map(({ key, location }) => [key, location]));
  const digest = await digestOf(canonicalText(questions, sortedVideos, locations));
  const { origin } = input;
  const name = digest === PUBLISHED_DIGEST ? PUBLISHED_NAME : input.name;
  return { benchmark: { name, origin, digest, questions, videos: sortedVideos, sourceVideos }, problems };
}

/** The same Video's questions of the same kind from two places: the same list twice is nothing, another one a Problem. */
function withoutDuplicates(files: readonly QuestionFile[], problems: Problem[]): readonly QuestionFile[] {
  const first = new Map<string, QuestionFile>();
  for (const file of files) {
    const earlier = first.get(file.shortPath);
    if (earlier === undefined) first.set(file.shortPath, file);
    else if (!sameJson(earlier.items, file.items)) {
      const message = `The same name as ${earlier.path} with other questions; this file is left out.`;
      problems.push({ file: file.path, message });
    }
  }
  return [...first.values()];
}
