import type { domKit, PageNode } from './element-map-dom.ts';
import type { namesKit } from './element-map-names.ts';
import type { visibleKit } from './element-map-visible.ts';
import type { coloursKit } from './facts-colours.ts';
import type { controlsKit } from './facts-controls.ts';
import type { cutKit } from './facts-cut.ts';
import type { imagesKit } from './facts-images.ts';
import type { layersKit } from './facts-layers.ts';
import type { menusKit } from './facts-menus.ts';
import type { pageKit } from './facts-page.ts';
import type { stackKit } from './facts-stack.ts';
import type { tablesKit } from './facts-tables.ts';
import type { textsKit } from './facts-texts.ts';
import type { violationsKit } from './facts-violations.ts';

export interface FactsKits {
  domKit: typeof domKit;
  visibleKit: typeof visibleKit;
  namesKit: typeof namesKit;
  layersKit: typeof layersKit;
  coloursKit: typeof coloursKit;
  cutKit: typeof cutKit;
  stackKit: typeof stackKit;
  textsKit: typeof textsKit;
  imagesKit: typeof imagesKit;
  controlsKit: typeof controlsKit;
  pageKit: typeof pageKit;
  menusKit: typeof menusKit;
  tablesKit: typeof tablesKit;
  violationsKit: typeof violationsKit;
}

export interface FactsLimits {
  /** Of the picture, in CSS pixels */
  width: number;
  height: number;
  /** For each of its parts, in milliseconds; the accessibility engine has its own limit */
  partMs: number;
}

/** Runs inside the page, with the other functions beside it: everything but what the accessibility engine finds. */
export function factsInPage(kits: FactsKits, limits: FactsLimits, hidden: readonly string[]) {
  const dom = kits.domKit();
  // What the page has left to lay out is its own time.
  if (dom.documentElement !== null) dom.box(dom.documentElement);
  const { drawn, complete } = kits.visibleKit(dom).walk(limits, limits.partMs);
  const names = kits.namesKit(dom, drawn);
  const masked = new Set<PageNode>();
  for (const selector of hidden)
    for (const element of Array.from(dom.select(dom.document, selector))) masked.add(element);
  const layers = kits.layersKit(dom, limits, limits.partMs, masked);
  const colours = kits.coloursKit(dom);
  const stack = kits.stackKit(dom, layers, colours);
  const cuts = kits.cutKit(dom, layers);
  const texts = kits.textsKit(dom, layers, colours, cuts, stack);
  const controls = kits.controlsKit(dom, layers, names, stack, complete);
  const solid = stack.whileSolid(() => ({
    texts: texts.texts(limits.partMs),
    controls: controls.controls(limits.partMs / 2),
  }));
  return {
    ...solid,
    isInTime: complete && layers.isInTime && texts.isInTime() && stack.isInTime(),
    images: kits.imagesKit(dom, layers, names).images(),
    page: {
      ...kits.pageKit(dom, layers, names).page(),
      ...kits.menusKit(dom, layers, names).menus(),
      ...kits.tablesKit(dom, layers, names).tables(),
    },
  };
}
