import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { createWorker, type Line, OEM, PSM, type Worker } from 'tesseract.js';
import type { SeenLine } from './messages.ts';

/** What makes its way through the recognition is at least that likely to be text at all. */
const MIN_SURE = 0.3;

/** Where the package with the language's data lies: nothing is ever fetched. */
const languageFolder = (): string =>
  join(dirname(createRequire(import.meta.url).resolve('@tesseract.js-data/eng/package.json')), '4.0.0_best_int');

/** Tesseract in a thread below this one. `fail` is called for what it cannot recover from. */
export async function startEngine(fail: (why: string) => void): Promise<Worker> {
  const engine = await createWorker('eng', OEM.LSTM_ONLY, {
    langPath: languageFolder(),
    cacheMethod: 'none',
    gzip: true,
    errorHandler: (error: unknown) => fail(String(error)),
  });
  // Text stands anywhere on a screen, not in columns of a book.
  await engine.setParameters({ tessedit_pageseg_mode: PSM.SPARSE_TEXT, user_defined_dpi: '96' });
  return engine;
}

/** Of the line's height: words that are further apart belong to other columns. */
const COLUMN = 0.9;

/** A line's words, cut where the room between them is that of columns. */
function runsOf({ words, bbox }: Line): Line['words'][] {
  const runs: Line['words'][] = [];
  let end = Number.NEGATIVE_INFINITY;
  for (const word of words) {
    if (word.bbox.x0 - end > (bbox.y1 - bbox.y0) * COLUMN) runs.push([]);
    runs.at(-1)?.push(word);
    end = word.bbox.x1;
  }
  return runs;
}

function toSeen(words: Line['words'], top: number): SeenLine {
  const x = Math.min(...words.map(({ bbox }) => bbox.x0));
  const y = Math.min(...words.map(({ bbox }) => bbox.y0));
  return {
    text: words.map(({ text }) => text).join(' '),
    x,
    y: y + top,
    width: Math.max(...words.map(({ bbox }) => bbox.x1)) - x,
    height: Math.max(...words.map(({ bbox }) => bbox.y1)) - y,
    sure: words.reduce((sum, { confidence }) => sum + confidence, 0) / words.length / 100,
  };
}

/** The lines on a strip that begins `top` rows down. */
export async function readStrip(engine: Worker, file: Buffer, top: number): Promise<SeenLine[]> {
  const { data } = await engine.recognize(file, {}, { blocks: true, text: false });
  return (data.blocks ?? [])
    .flatMap(({ paragraphs }) => paragraphs.flatMap(({ lines }) => lines))
    .flatMap((line) => runsOf(line).map((words) => toSeen(words, top)))
    .filter(({ text, sure }) => text.trim() !== '' && sure >= MIN_SURE);
}
