import sharp from 'sharp';
import type { ShotFacts } from '../../checklist/index.ts';
import type { MappedElement, PdfPage } from '../../domain/port-types.ts';
import type { WorkerMessage } from './messages.ts';

interface PageText {
  elements: MappedElement[];
  facts: ShotFacts | null;
  lackedFonts: string[];
}

const noText: PageText = { elements: [], facts: null, lackedFonts: [] };

type Loss = 'late' | 'memory' | 'crash';

/** The state of each page so far, over all threads that worked on it. */
export interface Drawing {
  onMessage(message: WorkerMessage): void;
  /** Records that the thread ended at the current page. */
  lose(why: Loss): void;
  /** The number of pages of the whole file; null until it was opened */
  pages(): number | null;
  /** The first page without a result yet */
  next(): number;
  /** The last page to draw */
  last(): number;
  shown(): Promise<PdfPage[]>;
}

/** Encodes for speed, not for size: the image is encoded again before it is stored. sharp works in its own threads. */
function encodePng(pixels: Uint8Array, width: number, height: number): Promise<Buffer> {
  return sharp(pixels, { raw: { width, height, channels: 4 }, limitInputPixels: false })
    .removeAlpha()
    .png({ compressionLevel: 2, adaptiveFiltering: false })
    .toBuffer();
}

function problemOf(number: number, why: Loss, timeoutMs: number): string {
  if (why === 'late') return `Page ${number} took longer than ${timeoutMs / 1000} s to draw.`;
  if (why === 'memory') return `Page ${number} needs too much memory to be drawn.`;
  return `Page ${number} is damaged and cannot be drawn.`;
}

export function createDrawing(most: number, timeoutMs: number): Drawing {
  let pages: number | null = null;
  const images = new Map<number, Promise<Buffer>>();
  const texts = new Map<number, PageText>();
  const problems = new Map<number, string>();
  const last = (): number => Math.min(most, pages ?? 0);

  function next(): number {
    let number = 1;
    while (images.has(number) || problems.has(number)) number += 1;
    return number;
  }

  function onMessage(message: WorkerMessage): void {
    if (message.kind === 'opened') pages = message.pages;
    if (message.kind === 'failed') problems.set(message.number, problemOf(message.number, 'crash', timeoutMs));
    if (message.kind === 'text') texts.set(message.number, message);
    if (message.kind === 'image') {
      const image = encodePng(message.pixels, message.width, message.height);
      // It is awaited later; until then a failure must not count as unhandled.
      image.catch(() => undefined);
      images.set(message.number, image);
    }
  }

  function lose(why: Loss): void {
    const number = next();
    const before = number - 1;
    // An image without its text: the thread ended while reading the text, and the page is shown anyway.
    if (images.has(before) && !texts.has(before)) texts.set(before, noText);
    else if (number <= last()) problems.set(number, problemOf(number, why, timeoutMs));
  }

  async function pageOf(number: number): Promise<PdfPage> {
    const image = images.get(number);
    if (image !== undefined) {
      const { elements, facts, lackedFonts } = texts.get(number) ?? noText;
      return { number, bytes: await image, elements: { scale: 1, elements }, facts, lackedFonts };
    }
    return {
      number,
      problem: problems.get(number) ?? `Page ${number} was not drawn: the pages before it took too long.`,
    };
  }

  const shown = (): Promise<PdfPage[]> => Promise.all(Array.from({ length: last() }, (_, index) => pageOf(index + 1)));
  return { onMessage, lose, pages: () => pages, next, last, shown };
}
