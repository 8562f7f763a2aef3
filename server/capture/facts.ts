import type { Page } from 'playwright-core';
import type { CapturedFacts } from './captured-facts.ts';
import { settledWithin, startDeadline } from './deadline.ts';
import { readFacts } from './facts-list.ts';
import { callInPage, type PartLimits } from './in-page.ts';
import { isFields } from './page-data.ts';
import { type Evaluate, openWorld, type World } from './world.ts';

const worldName = 'sightline-facts';
const usualPartMs = 700;
/** Includes the time until the page is ready to answer */
const limitMs = 7_000;
const engineLimitMs = 2_500;
const countLimitMs = 500;
/** On a larger page the engine takes longer than it is worth. */
const maxEngineNodes = 3_000;

/**
 * Ids of axe-core's rules. Contrast and target size are left out: they take most of its time, and the checklist
 * computes them from the facts.
 */
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

/**
 * Whether the accessibility engine may find something: an element without a name, or headings that seem to skip a
 * level. The engine takes more time than everything else, so it runs only then.
 */
function isDoubtful({ texts, images, controls }: CapturedFacts): boolean {
  if (controls.some(({ name, disabled }) => name === '' && !disabled)) return true;
  if (images.some(({ alt, decorative }) => alt === null && !decorative)) return true;
  const levels = texts.flatMap(({ level }) => (level === null ? [] : [level]));
  return levels.some((level, at) => level > (levels[at - 1] ?? level) + 1);
}

/** Which facts to collect besides the screenshot. */
export interface WantedFacts {
  /**
   * The source of axe-core, a script that sets a global `axe`; it runs only on pages that give cause. null: without its
   * violations
   */
  engine: string | null;
  /** Milliseconds for each part of the work. Default: 700 */
  partMs?: number;
  /** Multiplies each time limit. Default: 1 */
  patience?: number;
}

export interface FactsRead {
  /** null when the page could not be read */
  facts: CapturedFacts | null;
  /** False when time ran out before everything was examined, or when the page could not be read */
  isInTime: boolean;
  /** The page has more than is kept */
  isCut: boolean;
}

const noViolations = { violations: [], isInTime: true, isCut: false };

async function askEngine(evaluate: Evaluate, engine: string, limits: PartLimits, patience: number) {
  const ms = engineLimitMs * patience;
  const count = await evaluate('document.getElementsByTagName("*").length', countLimitMs * patience);
  if (typeof count !== 'number') return { ...noViolations, isInTime: false };
  if (count > maxEngineNodes) return { ...noViolations, isCut: true };
  // Parameters shadow the names of module systems, so that the engine sets a global.
  await evaluate(`(function (module, exports, define) { ${engine}\n }).call(globalThis)`, ms);
  return { ...noViolations, violations: await evaluate(callInPage('findViolations', limits, engineRules), ms) };
}

/**
 * Collects the facts about the content of a page's screenshot; `limits` is its size in CSS pixels. Leaves out the
 * elements that `mask` selects. Never rejects, and settles within 10 s; only the violations are missing when just the
 * accessibility engine fails. The page does not notice. Runs in a separate world beside `known`, a world of the
 * document on the screen, or opens one.
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
    const asking = askEngine(evaluate, wanted.engine, all, patience).then((answer) => {
      found = answer;
    });
    await settledWithin(asking, engineLimitMs * patience);
    const read = readFacts(answer, found.violations, limits) ?? own;
    return { facts: read.facts, isInTime: isInTime && found.isInTime, isCut: read.isCut || found.isCut };
  } catch {
    return { facts: null, isInTime: false, isCut: false };
  } finally {
    deadline.clear();
  }
}
