import type { RunConfig } from '../../domain/run/index.ts';
import { mistake } from '../mistake.ts';

/**
 * A key in a parameter would be stored with the Run.
 * @throws {SonoscoreError} where a parameter's name says that it is one
 */
export function checkConfig(config: RunConfig): void {
  for (const model of [config.model, config.judge?.model]) {
    if (model?.kind !== 'provider') continue;
    const secret = Object.keys(model.parameters).find((name) =>
      /^(?:api[-_]?key|authorization|token|secret)$/i.test(name),
    );
    if (secret !== undefined) {
      throw mistake(
        `The parameter “${secret}” looks like a key, and parameters are stored with the run: use the key field.`,
      );
    }
  }
}
