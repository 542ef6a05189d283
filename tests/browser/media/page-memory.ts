import { readdirSync, readFileSync } from 'node:fs';

/** Memory that the pages of this process's browsers have to themselves; undefined where there is no /proc to ask. */
export function pageMemoryBytes(): number | undefined {
  const parents = new Map<number, number>();
  const pages: number[] = [];
  try {
    for (const name of readdirSync('/proc')) {
      const pid = Number(name);
      if (!Number.isInteger(pid)) continue;
      parents.set(pid, Number(/^PPid:\s+(\d+)/m.exec(read(pid, 'status'))?.[1]));
      if (read(pid, 'cmdline').includes('--type=renderer')) pages.push(pid);
    }
  } catch {
    return undefined;
  }
  const isOurs = (pid: number): boolean => {
    for (let at: number | undefined = pid; at !== undefined && at > 1; at = parents.get(at))
      if (at === process.pid) return true;
    return false;
  };
  return pages
    .filter(isOurs)
    .reduce((sum, pid) => sum + 1024 * Number(/^RssAnon:\s+(\d+) kB/m.exec(read(pid, 'status'))?.[1] ?? 0), 0);
}

/** Empty for a process that has just ended. */
function read(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}
