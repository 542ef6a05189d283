import type { AuthoredVideo } from './authored.ts';
import { chestPleura } from './chest-pleura.ts';
import { gallbladderStone } from './gallbladder-stone.ts';
import { groinVessels } from './groin-vessels.ts';
import { liverAndKidney } from './liver-and-kidney.ts';
import { neckArtery } from './neck-artery.ts';

export type { AuthoredChoice, AuthoredFree, AuthoredVideo } from './authored.ts';

export const authoredVideos: readonly AuthoredVideo[] = [
  groinVessels,
  liverAndKidney,
  neckArtery,
  gallbladderStone,
  chestPleura,
];
