import type { QuestionKind } from '../../domain/benchmark/index.ts';

/** A text file of results, with the path it had in its folder or archive. */
export interface UpstreamFile {
  readonly path: string;
  readonly text: string;
}

/** What upstream says of a results file by its path. */
export interface ResultsFile {
  readonly videoKey: string;
  /** `score_pred_*`: judged already. */
  readonly scored: boolean;
  /** `pred_blind_*`: from the test without video. */
  readonly blind: boolean;
  readonly folderKind: QuestionKind | undefined;
  readonly epoch: number;
  /** Files with the same one belong to the same model; the last part of it names it. */
  readonly group: string;
}

const NAME = /^(score_)?pred_(blind_)?(.+)\.json$/i;
const EPOCH = /^epoch_(\d{1,6})$/;
/** What upstream's folders say beside the model's name: kind and stage, with a version number at times. */
const NOT_THE_MODEL = /(?:^|[_-])(?:mcq|free|scores?|preds?|predictions?|final|all|results?)\d*(?=$|[_-])/gi;

/** Undefined for files that hold no results. */
export function readFileName(path: string): ResultsFile | undefined {
  const segments = path.split(/[\\/]/).filter((segment) => segment !== '' && segment !== '.');
  const match = NAME.exec(segments.at(-1) ?? '');
  if (match === null) return undefined;
  const folders = segments.slice(0, -1);
  const epoch = folders.flatMap((folder) => EPOCH.exec(folder)?.[1] ?? []).at(-1);
  return {
    videoKey: match[3] ?? '',
    scored: match[1] !== undefined,
    blind: match[2] !== undefined,
    folderKind: kindOf(folders),
    epoch: epoch === undefined ? 0 : Number(epoch),
    group: folders
      .filter((folder) => !EPOCH.test(folder))
      .map((folder) => folder.replace(NOT_THE_MODEL, '').replace(/^[_-]+|[_-]+$/g, ''))
      // Some folders repeat the name of the one above.
      .filter((folder, index, all) => folder !== '' && folder !== all[index - 1])
      .join('/'),
  };
}

function kindOf(folders: readonly string[]): QuestionKind | undefined {
  const last = folders.findLast((folder) => /(?:^|[_-])(?:mcq|free)\d*(?:$|[_-])/i.test(folder));
  if (last === undefined) return undefined;
  return /free/i.test(last) ? 'free-response' : 'multiple-choice';
}

export interface UpstreamGroup {
  /** The model's name as the folders have it; empty where they do not say. */
  readonly name: string;
  readonly files: readonly UpstreamFile[];
}

/** Puts results files together that belong to one model, so that each group is one Run; other files are passed over. */
export function groupUpstream(files: readonly UpstreamFile[]): readonly UpstreamGroup[] {
  const groups = new Map<string, UpstreamFile[]>();
  for (const file of files) {
    const group = readFileName(file.path)?.group;
    if (group === undefined) continue;
    const members = groups.get(group);
    if (members === undefined) groups.set(group, [file]);
    else members.push(file);
  }
  return [...groups]
    .map(([group, members]) => ({ name: group.split('/').at(-1) ?? '', files: members }))
    .sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
}
