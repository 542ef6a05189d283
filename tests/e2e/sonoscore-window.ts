import type { Automation, PickedFile } from '../../src/app/index.ts';

declare global {
  interface Window {
    sonoscore: Automation & { readonly takeFiles: () => readonly PickedFile[] };
  }
}
