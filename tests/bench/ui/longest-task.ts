import type { Browser, Page } from 'playwright-core';
import * as v from 'valibot';

const trace = v.object({
  traceEvents: v.array(
    v.object({
      name: v.string(),
      ph: v.string(),
      pid: v.number(),
      tid: v.number(),
      dur: v.optional(v.number()),
      tdur: v.optional(v.number()),
      args: v.optional(v.looseObject({ name: v.optional(v.unknown()) })),
    }),
  ),
});

/**
 * The longest task of a page's main thread while something is done: by the clock, and by the time that the thread had a
 * processor, which a busy machine lengthens less.
 */
export async function longestTask(
  browser: Browser,
  page: Page,
  work: () => Promise<void>,
): Promise<{ readonly longestTaskMilliseconds: number; readonly longestTaskProcessorMilliseconds: number }> {
  await browser.startTracing(page, { categories: ['-*', 'toplevel', 'disabled-by-default-devtools.timeline'] });
  await work();
  const { traceEvents } = v.parse(trace, JSON.parse((await browser.stopTracing()).toString()));
  const mains = new Set(
    traceEvents
      .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid} ${tid}`),
  );
  const tasks = traceEvents.filter(
    ({ name, ph, pid, tid }) => name.endsWith('RunTask') && ph === 'X' && mains.has(`${pid} ${tid}`),
  );
  if (tasks.length === 0) throw new Error('The trace holds no task.');
  const longest = (which: 'dur' | 'tdur') =>
    Math.round(tasks.reduce((most, each) => Math.max(most, each[which] ?? 0), 0) / 100) / 10;
  return { longestTaskMilliseconds: longest('dur'), longestTaskProcessorMilliseconds: longest('tdur') };
}
