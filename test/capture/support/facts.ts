import type { CapturedFacts, CapturedText } from '../../../server/capture/captured-facts.ts';
import { collectFacts } from '../../../server/capture/facts.ts';
import { packaged, readPage, type Shown, tall } from './element-map.ts';

export const engine = (): Promise<string> => packaged('axe-core/axe.min.js');

/**
 * Returns the facts of a page, without the accessibility engine unless `engine` is set. The image is as wide as the
 * screen unless `width` is set.
 */
export async function factsOf(
  html: string,
  more: Omit<Shown, 'html'> & { engine?: string; mask?: string[]; width?: number } = {},
): Promise<CapturedFacts> {
  const { engine: source = null, mask = [], width = more.viewport === 'mobile' ? 390 : tall.width, ...shown } = more;
  const { facts } = await readPage({ html, ...shown }, (page) =>
    collectFacts(page, { ...tall, width }, mask, { engine: source, patience: 40 }),
  );
  if (facts === null) throw new Error('The page does not say anything.');
  return facts;
}

export function textOf(facts: CapturedFacts, words: string): CapturedText {
  const found = facts.texts.find(({ text }) => text.startsWith(words));
  if (found === undefined) throw new Error(`No “${words}” among ${facts.texts.map(({ text }) => text).join(' | ')}`);
  return found;
}

/** An image of 20 × 10 pixels, as a data URL. */
export const twentyByTen =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAABQAAAAKCAIAAAA7N+mxAAAAFUlEQVR42mNwSGggGzGMah7VTAgBAPEH4QFn3VjzAAAAAElFTkSuQmCC';
