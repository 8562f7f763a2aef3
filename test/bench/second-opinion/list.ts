import { heldOut } from './held-out/index.ts';
import type { Half } from './labelled.ts';
import { tuned } from './tuned/index.ts';

export const halves: readonly Half[] = [tuned, heldOut];
