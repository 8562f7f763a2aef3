import type { Page } from 'playwright-core';
import type { CapturedFacts } from './captured-facts.ts';
import { settledWithin, startDeadline } from './deadline.ts';
import { isDoubtful } from './doubtful.ts';
import { readFacts } from './facts-list.ts';
import { callInPage, type PartLimits } from './in-page.ts';
import { isFields } from './page-data.ts';
import { type Evaluate, openWorld, type World } from './world.ts';

const worldName = 'sightline-facts';
const usualPartMs = 700;
/** With what the page itself takes to be ready to answer */
const limitMs = 7_000;
const engineLimitMs = 2_500;
/** More takes the engine longer than it is worth. */
const maxEngineNodes = 3_000;

/** Names of axe-core's rules. Contrast and size of targets are not among them: they are most of its time, and follow from what is kept. */
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

/** What is wanted beside an image. */
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

const noViolations = { violations: [], isInTime: true, isCut: false };

async function askEngine(evaluate: Evaluate, engine: string, limits: PartLimits, ms: number) {
  const count = await evaluate('document.getElementsByTagName("*").length', 500);
  if (typeof count !== 'number') return { ...noViolations, isInTime: false };
  if (count > maxEngineNodes) return { ...noViolations, isCut: true };
  // In a function's parameters, so that it finds no module system.
  await evaluate(`(function (module, exports, define) { ${engine}\n }).call(globalThis)`, ms);
  return { ...noViolations, violations: await evaluate(callInPage('findViolations', limits, engineRules), ms) };
}

/**
 * What a page knows of what its image shows; `limits` is the image's size in CSS pixels, and what `mask` selects is
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
    const { evaluate } = await deadline.race(known?.sibling(worldName) ?? openWorld(page, worldName));
    const all = { width: limits.width, height: limits.height, partMs };
    const question = callInPage('collectFacts', all, mask);
    const answer = await deadline.race(evaluate(question, limitMs * patience));
    const own = readFacts(answer, [], limits);
    const isInTime = isFields(answer) && answer.isInTime === true;
    if (own === null || wanted.engine === null || !isDoubtful(own.facts))
      return { facts: own?.facts ?? null, isInTime, isCut: own?.isCut === true };
    let found: Awaited<ReturnType<typeof askEngine>> = { ...noViolations, isInTime: false };
    const engineMs = engineLimitMs * patience;
    const asking = askEngine(evaluate, wanted.engine, all, engineMs).then((answer) => {
      found = answer;
    });
    await settledWithin(asking, engineMs);
    const read = readFacts(answer, found.violations, limits) ?? own;
    return { facts: read.facts, isInTime: isInTime && found.isInTime, isCut: read.isCut || found.isCut };
  } catch {
    return { facts: null, isInTime: false, isCut: false };
  } finally {
    deadline.clear();
  }
}
