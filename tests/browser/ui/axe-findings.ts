import axe from 'axe-core';

/** What axe finds in `part`, once no colour in it is on its way from one to another; empty where all is well. */
export async function axeFindings(part: Document | Element = document): Promise<readonly string[]> {
  const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
  await Promise.allSettled(ending.map(({ finished }) => finished));
  const { violations } = await axe.run(part);
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`);
}
