import type { Run } from '../domain/run/index.ts';
import { CONDITION_WORDS, modelName } from './words.ts';

/** What a model is called beside people, with what it was shown where that is not the video. */
export function modelTitle({ config }: Run): string {
  const name = modelName(config.model);
  return config.model.kind === 'baseline' || config.condition === 'video'
    ? name
    : `${name} (${CONDITION_WORDS[config.condition].label.toLowerCase()})`;
}
