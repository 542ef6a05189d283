import { cdp, server } from 'vitest/browser';

/** Drags a file or folder of this repository onto an element, as a person would. */
export async function dropOn(zone: Element, path: string): Promise<void> {
  zone.scrollIntoView({ block: 'center' });
  const box = zone.getBoundingClientRect();
  const frame = window.frameElement?.getBoundingClientRect();
  const scale = (frame?.width ?? innerWidth) / innerWidth;
  const point = {
    x: (frame?.x ?? 0) + (box.x + box.width / 2) * scale,
    y: (frame?.y ?? 0) + (box.y + box.height / 2) * scale,
  };
  const data = { items: [], files: [`${server.config.root}/${path}`], dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await cdp().send('Input.dispatchDragEvent', { type, ...point, data });
}
