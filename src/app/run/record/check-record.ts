import type { Benchmark } from '../../../domain/benchmark/index.ts';
import { mistake } from '../../mistake.ts';
import type { RunRecord } from './run-record.ts';

/** @throws {SonoscoreError} where a Run is not to be changed, or not with this Benchmark */
export function checkRecord({ run }: RunRecord, benchmark: Benchmark): void {
  if (run.deletedAt !== undefined) throw mistake('This run was deleted: undo that before you go on with it.');
  if (run.benchmark.digest !== benchmark.digest) {
    throw mistake(`This run was started with another benchmark (“${run.benchmark.name}”): open that one first.`);
  }
}
