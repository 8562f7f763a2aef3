import type { Page } from 'playwright-core';
import { startDeadline } from './deadline.ts';
import { type CapturedElement, readElements } from './element-list.ts';
import { callInPage } from './in-page.ts';
import { isFields } from './page-data.ts';
import { openWorld, type World } from './world.ts';

const maxElements = 1_500;
const maxBytes = 1_500_000;
const inPageMs = 3_000;
/** Includes the time until the page is ready to answer */
const limitMs = 8_000;

interface MapLimits {
  /** Size of the screenshot in CSS pixels */
  width: number;
  height: number;
  /** Milliseconds inside the page. Default: 3,000 */
  timeMs?: number;
  /** Multiplies each time limit. Default: 1 */
  patience?: number;
}

export interface ElementsRead {
  elements: CapturedElement[];
  /** Where each element was in the page's answer */
  kept: number[];
  /** False when time ran out before every element was read, or when the page could not be read */
  isInTime: boolean;
  /** Whether the page has more elements than the map may hold */
  isCut: boolean;
}

/**
 * Returns the visible elements of a page in document order, ancestors before descendants, open shadow trees included;
 * frames are one element each. At most 1,500 elements and 1.5 MB, preferring those that people use and read. Never
 * rejects, and settles within 8 s; a page that cannot be read has an empty map. Reads in `known`, a world of the
 * document on the screen, or opens one.
 */
export async function mapElements(page: Page, limits: MapLimits, known?: World): Promise<ElementsRead> {
  const nothing: ElementsRead = { elements: [], kept: [], isInTime: false, isCut: false };
  const { patience = 1, ...wanted } = limits;
  const usualMs = inPageMs * patience;
  const deadline = startDeadline(limitMs * patience, () => new Error('The elements could not be read in time.'));
  try {
    const world = known ?? (await deadline.race(openWorld(page)));
    const question = callInPage('mapElements', { timeMs: usualMs, ...wanted, maxElements, maxBytes });
    const answer = await deadline.race(world.evaluate(question, usualMs * 2));
    if (!isFields(answer)) return nothing;
    const kept: number[] = [];
    const elements = readElements(answer.found, { ...limits, maxElements, maxBytes }, kept);
    return { elements, kept, isInTime: answer.isInTime === true, isCut: answer.isCut === true };
  } catch {
    return nothing;
  } finally {
    deadline.clear();
  }
}
