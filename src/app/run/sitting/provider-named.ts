import { type ModelProvider, SonoscoreError } from '../../ports.ts';
import type { RunPorts } from '../run-ports.ts';

/** @throws {SonoscoreError} where there is none of that name */
export function providerNamed(name: string, { providers }: Pick<RunPorts, 'providers'>): ModelProvider {
  const provider = providers.get(name);
  if (provider !== undefined) return provider;
  throw new SonoscoreError({
    kind: 'internal',
    retryable: false,
    message: `This page knows no provider “${name}”: the run was made by another version of Sonoscore.`,
  });
}
