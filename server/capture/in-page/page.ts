// The bundle that runs in an isolated world of the page. Module state lasts as long as the world. `build-in-page.ts`
// turns the object assigned here into the value of one expression, so there is no global that could be replaced.
import type { PageFunctions } from '../in-page.ts';
import { setClientBackground } from './email/background.ts';
import { collectEmailFacts } from './email/facts.ts';
import { findEmailIssues } from './email/issues.ts';
import { endAnimations } from './end-animations.ts';
import { collectFacts } from './facts/facts.ts';
import { findViolations } from './facts/violations.ts';
import { growScrollers, restoreHeights, undoGrowth } from './grow-scrollers.ts';
import { mapElements } from './map/element-map.ts';
import { moveBottomBars } from './move-bottom-bars.ts';
import { hasMutated } from './mutations.ts';
import { readLayout } from './page-layout.ts';
import { hasMasks, setMasks } from './paint-masks.ts';
import { preparePage } from './prepare-page.ts';
import { releaseBackgrounds } from './release-backgrounds.ts';
import { repeatBackgrounds, showBackgroundsAlone } from './repeat-backgrounds.ts';
import { hasGrown, isNewlyDimmed, scrollThrough } from './scroll-through.ts';
import { findScrollers, measureOne, scrollOne } from './scrollers.ts';
import { setVisible } from './set-visible.ts';
import { settleMedia } from './settle-media.ts';
import { countBlanks, isAnyFilled, scrollToBlank } from './shown-on-scroll.ts';
import { findSlides } from './slides.ts';
import { listSheets, listTargets, matchRules } from './sources/match-rules.ts';
import { wait, waitTwoFrames } from './wait.ts';

declare global {
  var functions: object;
}

functions = {
  collectEmailFacts,
  collectFacts,
  countBlanks,
  endAnimations,
  findEmailIssues,
  findScrollers,
  findSlides,
  findViolations,
  growScrollers,
  hasGrown,
  hasMasks,
  hasMutated,
  isAnyFilled,
  isNewlyDimmed,
  listSheets,
  listTargets,
  mapElements,
  matchRules,
  measureOne,
  moveBottomBars,
  preparePage,
  readLayout,
  releaseBackgrounds,
  repeatBackgrounds,
  restoreHeights,
  scrollOne,
  scrollThrough,
  scrollToBlank,
  setClientBackground,
  setMasks,
  settleMedia,
  setVisible,
  showBackgroundsAlone,
  undoGrowth,
  wait,
  waitTwoFrames,
} satisfies PageFunctions;
