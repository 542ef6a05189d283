import type { Benchmark, Question, SourceVideo, Video } from '../../../src/domain/benchmark/index.ts';
import { aFreeQuestion, aQuestion, options } from '../../unit/builders.ts';

const TOPICS = [
  {
    stem: 'What is the operator doing as the vessel on the left changes its shape?',
    options: options(
      'Pressing down with the probe, so that the vein gives way',
      'Raising the overall gain until the wall is bright',
      'Tilting the probe away from the midline',
      'Moving the focus to a greater depth',
    ),
  },
  {
    stem: 'Which setting was changed between the first and the last frame?',
    options: options('Depth', 'Dynamic range', 'Frame rate', 'Compound imaging'),
  },
  {
    stem: 'What should the operator do next to tell a stone from a polyp?',
    options: options(
      'Turn the patient and look whether the bright spot moves and its shadow with it',
      'Switch colour Doppler off',
      'Choose a lower frequency and begin again from the other side',
      'Freeze the picture',
    ),
  },
] as const;

/** A Benchmark of `count` kept questions over `videos` Videos; every third is free-response, two Videos share a source. */
export function fakeBenchmark(count = 14, videos = 4, overrides: Partial<Benchmark> = {}): Benchmark {
  const keys = Array.from({ length: videos }, (_, index) => `simulated_procedure_${index + 1}`);
  const sourceOf = (index: number): string => `source-${Math.floor(index / 2) + 1}.mp4`;
  const videoList: Video[] = keys.map((key, index) => ({
    key,
    sourceKey: sourceOf(index),
    startSeconds: 30 * index,
    endSeconds: 30 * index + 60,
    roi: { unit: 'proportion', x: 0.1, y: 0.1, width: 0.8, height: 0.8 },
  }));
  const sources = [...new Set(videoList.map((video) => video.sourceKey))];
  const sourceVideos: SourceVideo[] = sources.map((key) => ({
    key,
    location: { kind: 'file', path: key },
    videoKeys: videoList.filter((video) => video.sourceKey === key).map((video) => video.key),
  }));
  const questions: Question[] = Array.from({ length: count }, (_, index) => {
    const place = index % videos;
    const topic = TOPICS[index % TOPICS.length] ?? TOPICS[0];
    const common = {
      videoKey: keys[place] ?? '',
      sourceKey: sourceOf(place),
      number: Math.floor(index / videos) + 1,
      type: ([1, 2, 3] as const)[index % 3] ?? 1,
      startSeconds: index % 7,
      endSeconds: (index % 7) + 3 + (index % 5) * 5,
    };
    return index % 3 === 2
      ? aFreeQuestion({ ...common, stem: `Explain in your own words: ${topic.stem}` })
      : aQuestion({
          ...common,
          stem: topic.stem,
          options: topic.options,
          answer: index % 4 < 2 ? (topic === TOPICS[1] ? 'A' : 'D') : 'C',
        });
  });
  return {
    name: 'Sonoscore sample',
    origin: { kind: 'sample' },
    digest: 'd'.repeat(64),
    questions,
    videos: videoList,
    sourceVideos,
    ...overrides,
  };
}
