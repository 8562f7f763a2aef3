import type { MappedElement, PdfPage } from '../../domain/port-types.ts';
import type { ShotFacts } from '../../domain/shot-facts.ts';
import { encodePng } from './encode-png.ts';
import type { Said } from './messages.ts';

type Loss = 'late' | 'memory' | 'crash';

/** What has become of each page so far, over all threads that worked on it. */
export interface Drawing {
  hear(said: Said): void;
  /** The thread ended at the page that was under way. */
  lose(why: Loss): void;
  /** Of the whole file; null until it was opened */
  pages(): number | null;
  /** The first page of which nothing is known yet */
  next(): number;
  /** The last page to draw */
  last(): number;
  shown(): Promise<PdfPage[]>;
}

function problemOf(number: number, why: Loss, timeoutMs: number): string {
  if (why === 'late') return `Page ${number} took longer than ${timeoutMs / 1000} s to draw.`;
  if (why === 'memory') return `Page ${number} needs too much memory to be drawn.`;
  return `Page ${number} is damaged and cannot be drawn.`;
}

export function createDrawing(most: number, timeoutMs: number): Drawing {
  let pages: number | null = null;
  const pictures = new Map<number, Promise<Buffer>>();
  const texts = new Map<number, { elements: MappedElement[]; facts: ShotFacts | null }>();
  const problems = new Map<number, string>();
  const last = (): number => Math.min(most, pages ?? 0);

  function next(): number {
    let number = 1;
    while (pictures.has(number) || problems.has(number)) number += 1;
    return number;
  }

  function hear(said: Said): void {
    if (said.kind === 'opened') pages = said.pages;
    if (said.kind === 'failed') problems.set(said.number, problemOf(said.number, 'crash', timeoutMs));
    if (said.kind === 'text') texts.set(said.number, { elements: said.elements, facts: said.facts });
    if (said.kind === 'picture') {
      const picture = encodePng(said.pixels, said.width, said.height);
      // It is awaited later: until then a failure must not count as unhandled.
      picture.catch(() => undefined);
      pictures.set(said.number, picture);
    }
  }

  function lose(why: Loss): void {
    const number = next();
    const before = number - 1;
    // A picture without its text: the thread was lost on the text, and the page is shown all the same.
    if (pictures.has(before) && !texts.has(before)) texts.set(before, { elements: [], facts: null });
    else if (number <= last()) problems.set(number, problemOf(number, why, timeoutMs));
  }

  async function pageOf(number: number): Promise<PdfPage> {
    const picture = pictures.get(number);
    if (picture !== undefined) {
      const { elements = [], facts = null } = texts.get(number) ?? {};
      return { number, bytes: await picture, elements: { scale: 1, elements }, facts };
    }
    return {
      number,
      problem: problems.get(number) ?? `Page ${number} was not drawn: the pages before it took too long.`,
    };
  }

  const shown = (): Promise<PdfPage[]> => Promise.all(Array.from({ length: last() }, (_, index) => pageOf(index + 1)));
  return { hear, lose, pages: () => pages, next, last, shown };
}
