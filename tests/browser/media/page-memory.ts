import { readFileSync } from 'node:fs';

/**
 * Memory that these processes have to themselves, bytes; undefined where there is no /proc to ask.
 * @param pids of a browser's pages; one that has ended has none
 */
export function memoryBytes(pids: readonly number[]): number | undefined {
  if (memoryOf(process.pid) === 0) return undefined;
  return pids.reduce((sum, pid) => sum + memoryOf(pid), 0);
}

function memoryOf(pid: number): number {
  try {
    return 1024 * Number(/^RssAnon:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0);
  } catch {
    return 0;
  }
}
