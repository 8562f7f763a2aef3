import type { Page } from 'playwright-core';
import type { CapturedFacts } from './captured-facts.ts';
import { settledWithin, startDeadline } from './deadline.ts';
import { isDoubtful } from './doubtful.ts';
import { readFacts } from './facts-list.ts';
import { domKit } from './in-page/element-map-dom.ts';
import { namesKit } from './in-page/element-map-names.ts';
import { visibleKit } from './in-page/element-map-visible.ts';
import { type FactsKits, type FactsLimits, factsInPage } from './in-page/facts.ts';
import { coloursKit } from './in-page/facts-colours.ts';
import { controlsKit } from './in-page/facts-controls.ts';
import { cutKit } from './in-page/facts-cut.ts';
import { imagesKit } from './in-page/facts-images.ts';
import { layersKit } from './in-page/facts-layers.ts';
import { menusKit } from './in-page/facts-menus.ts';
import { pageKit } from './in-page/facts-page.ts';
import { stackKit } from './in-page/facts-stack.ts';
import { tablesKit } from './in-page/facts-tables.ts';
import { textsKit } from './in-page/facts-texts.ts';
import { violationsKit } from './in-page/facts-violations.ts';
import { isFields } from './said.ts';
import { type Ask, openWorld, type World } from './world.ts';

const worldName = 'sightline-facts';
const usualPartMs = 700;
/** With what the page itself takes to be ready to answer */
const limitMs = 7_000;
const engineLimitMs = 2_500;
/** More takes the engine longer than it is worth. */
const mostEngineNodes = 3_000;

/** Names of axe-core's rules. Contrast and size of targets are not among them: they are most of its time, and what is kept tells. */
const engineRules = [
  'aria-hidden-focus',
  'button-name',
  'document-title',
  'duplicate-id-aria',
  'empty-heading',
  'frame-title',
  'heading-order',
  'html-has-lang',
  'html-lang-valid',
  'image-alt',
  'input-button-name',
  'input-image-alt',
  'label',
  'link-name',
  'meta-viewport',
  'page-has-heading-one',
  'role-img-alt',
  'select-name',
  'svg-img-alt',
];

/** What is wanted beside a picture. */
export interface WantedFacts {
  /** axe-core's source, a script that sets a global `axe`, for pages that give cause; null: without what it finds */
  engine: string | null;
  /** Milliseconds for each part of it. Default: 700 */
  partMs?: number;
  /** Multiplies each of its time limits. Default: 1 */
  patience?: number;
}

export interface FactsRead {
  /** null when the page resists */
  facts: CapturedFacts | null;
  /** False where time ran out before everything was examined, or the page resists */
  isInTime: boolean;
  /** The page holds more than is kept */
  isCut: boolean;
}

const kits: FactsKits = {
  domKit,
  visibleKit,
  namesKit,
  layersKit,
  coloursKit,
  cutKit,
  stackKit,
  textsKit,
  imagesKit,
  controlsKit,
  pageKit,
  menusKit,
  tablesKit,
  violationsKit,
};

/** All of it as one expression: a world made for it knows nothing of this module. */
const kitsAsText = `{ ${Object.entries(kits)
  .map(([name, kit]) => `${name}: ${kit}`)
  .join(',\n')} }`;

const noViolations = { violations: [], isInTime: true, isCut: false };

async function askEngine(ask: Ask, engine: string, limits: FactsLimits, ms: number) {
  const count = await ask('document.getElementsByTagName("*").length', 500);
  if (typeof count !== 'number') return { ...noViolations, isInTime: false };
  if (count > mostEngineNodes) return { ...noViolations, isCut: true };
  // In a function's parameters, so that it finds no module system.
  await ask(`(function (module, exports, define) { ${engine}\n }).call(globalThis)`, ms);
  const all = `${JSON.stringify(limits)}, ${JSON.stringify(engineRules)}`;
  return { ...noViolations, violations: await ask(`(${violationsKit})(${kitsAsText}, ${all})`, ms) };
}

/**
 * What a page says about what its picture shows; `limits` is the picture's size in CSS pixels, and what `mask` selects is
 * left out. Never rejects, and ends within 10 s: without violations when only the accessibility engine fails. The page
 * does not notice. Asked beside `known`, a world of the document on the screen, or by a session of its own.
 */
export async function collectFacts(
  page: Page,
  limits: { width: number; height: number },
  mask: readonly string[],
  wanted: WantedFacts,
  known?: World,
): Promise<FactsRead> {
  const { patience = 1, partMs = usualPartMs * patience } = wanted;
  const deadline = startDeadline(limitMs * patience, () => new Error('The page does not let itself be asked.'));
  try {
    const { ask } = await deadline.race(known?.another(worldName) ?? openWorld(page, worldName));
    const all: FactsLimits = { width: limits.width, height: limits.height, partMs };
    const question = `(${factsInPage})(${kitsAsText}, ${JSON.stringify(all)}, ${JSON.stringify(mask)})`;
    const said = await deadline.race(ask(question, limitMs * patience));
    const own = readFacts(said, [], limits);
    const isInTime = isFields(said) && said.isInTime === true;
    if (own === null || wanted.engine === null || !isDoubtful(own.facts))
      return { facts: own?.facts ?? null, isInTime, isCut: own?.isCut === true };
    let found: Awaited<ReturnType<typeof askEngine>> = { ...noViolations, isInTime: false };
    const engineMs = engineLimitMs * patience;
    const asking = askEngine(ask, wanted.engine, all, engineMs).then((answer) => {
      found = answer;
    });
    await settledWithin(asking, engineMs);
    const read = readFacts(said, found.violations, limits) ?? own;
    return { facts: read.facts, isInTime: isInTime && found.isInTime, isCut: read.isCut || found.isCut };
  } catch {
    return { facts: null, isInTime: false, isCut: false };
  } finally {
    deadline.clear();
  }
}
