// The bundle that runs in every frame, also of other origins, and in the world of the page's own scripts. It is small
// and has no module state, because such a page may have replaced `Map`, `Set` and the like.
import type { FrameFunctions } from '../in-page.ts';
import { readComponents } from './components.ts';
import { withoutRefresh } from './email/refresh.ts';
import { endAnimations } from './end-animations.ts';
import { preparePage } from './prepare-page.ts';
import { recordFailures } from './record-failures.ts';
import { settleMedia } from './settle-media.ts';

functions = {
  endAnimations,
  preparePage,
  readComponents,
  recordFailures,
  settleMedia,
  withoutRefresh,
} satisfies FrameFunctions;
