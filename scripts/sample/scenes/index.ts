import { compressibleVein } from './compressible-vein.ts';
import { gainAndDepth } from './gain-and-depth.ts';
import { gallstone } from './gallstone.ts';
import { lungSliding } from './lung-sliding.ts';
import { rotationToLongAxis } from './rotation-to-long-axis.ts';
import type { Scene } from './scene.ts';

export const scenes: readonly Scene[] = [compressibleVein, gainAndDepth, rotationToLongAxis, gallstone, lungSliding];
