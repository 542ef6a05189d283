import { testConnection } from './doctor.ts';
import { mistake } from '../mistake.ts';
import type { Clip, ClipTransforms, ModelProvider } from '../ports.ts';
import { frameRate } from '../run/call/frame-rate.ts';
import { mediaPart } from '../run/call/media-part.ts';
import type { ConnectionTests } from '../services.ts';

export interface ConnectionTestPorts {
  readonly providers: ReadonlyMap<string, ModelProvider>;
  /** A clip of about so many seconds to show the model; what is in it does not matter. */
  readonly clip: (durationSeconds: number, signal: AbortSignal) => Promise<Clip>;
  readonly transforms: ClipTransforms;
}

const CLIP_SECONDS = 1;
/** A usual question of the benchmark: what the price of one is told for. */
const USUAL = { mediaSeconds: 10, textCharacters: 800 } as const;

/** Tests an endpoint as a Run would use it: the same provider, limits and media. */
export function createConnectionTests({ providers, clip, transforms }: ConnectionTestPorts): ConnectionTests {
  return {
    test(model, price, key, signal, onFinding) {
      const provider = providers.get(model.provider);
      if (provider === undefined) {
        throw mistake(`This page knows no provider “${model.provider}”: choose one from the list.`);
      }
      return testConnection(
        {
          provider,
          baseUrl: model.baseUrl,
          modelId: model.modelId,
          parameters: model.parameters,
          key,
          price,
          usual: USUAL,
          onFinding,
          makeMedia: async (limits, cutting) => {
            const seconds = Math.max(CLIP_SECONDS, limits.minDurationSeconds ?? 0);
            const made = await clip(seconds, cutting);
            const wanted = { condition: 'video', limits, framesPerSecond: frameRate(model, limits) } as const;
            return (await mediaPart(made, wanted, transforms, cutting)).part;
          },
        },
        signal,
      );
    },
  };
}
