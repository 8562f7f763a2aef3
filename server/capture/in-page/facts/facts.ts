import type { PartLimits } from '../../in-page.ts';
import type { PageNode } from '../dom.ts';
import * as dom from '../dom.ts';
import { walk } from '../visible.ts';
import { findControls } from './controls.ts';
import { findImages } from './images.ts';
import { walkLayers } from './layers.ts';
import { hasMenuButton, unseenLinks } from './menus.ts';
import { describePage } from './page.ts';
import * as stack from './stack.ts';
import { findCutTables } from './tables.ts';
import * as texts from './texts.ts';

/**
 * Returns all facts except the accessibility engine's violations, without the elements that the selectors in `hidden`
 * match.
 */
export function collectFacts(limits: PartLimits, hidden: readonly string[]) {
  // Completes the page's pending layout first, so that it does not count against the time limit.
  if (dom.documentElement !== null) dom.box(dom.documentElement);
  const { complete } = walk(limits, limits.partMs);
  const masked = new Set<PageNode>(hidden.flatMap((selector) => Array.from(dom.select(dom.document, selector))));
  const hasAllLayers = walkLayers(limits, limits.partMs, masked);
  const solid = stack.whileSolid(() => ({
    texts: texts.findTexts(limits.partMs),
    controls: findControls(limits.partMs / 2, complete),
  }));
  return {
    ...solid,
    isInTime: complete && hasAllLayers && texts.isInTime && stack.isInTime,
    images: findImages(),
    page: {
      ...describePage(),
      hasMenuButton: hasMenuButton(),
      unseenLinks: unseenLinks(),
      cutTables: findCutTables(),
      maskedTo: Math.max(0, ...Array.from(masked, dom.box).map(({ y, height }) => (height > 0 ? y + height : 0))),
    },
  };
}
