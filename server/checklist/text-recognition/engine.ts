import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { createWorker, type Line, OEM, PSM, type Worker } from 'tesseract.js';
import type { SeenLine } from './messages.ts';

/** Recognised lines with less confidence are dropped, because they may not be text. */
const MIN_SURE = 0.3;

/** Returns the folder of the package with the language data, so that nothing is fetched. */
const languageFolder = (): string =>
  join(dirname(createRequire(import.meta.url).resolve('@tesseract.js-data/eng/package.json')), '4.0.0_best_int');

/** Starts Tesseract in a thread below this one. `fail` is called for an error from which the engine cannot recover. */
export async function startEngine(fail: (why: string) => void): Promise<Worker> {
  const engine = await createWorker('eng', OEM.LSTM_ONLY, {
    langPath: languageFolder(),
    cacheMethod: 'none',
    gzip: true,
    errorHandler: (error: unknown) => fail(String(error)),
  });
  // On a screen, text stands anywhere rather than in columns.
  await engine.setParameters({ tessedit_pageseg_mode: PSM.SPARSE_TEXT, user_defined_dpi: '96' });
  return engine;
}

/** The gap between words, as a share of the line's height, above which they belong to different columns. */
const COLUMN = 0.9;

/** Splits a line's words where the gap between them separates columns. */
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

/** Returns the lines on a strip whose top is `top` rows below the image's. */
export async function readStrip(engine: Worker, file: Buffer, top: number): Promise<SeenLine[]> {
  const { data } = await engine.recognize(file, {}, { blocks: true, text: false });
  return (data.blocks ?? [])
    .flatMap(({ paragraphs }) => paragraphs.flatMap(({ lines }) => lines))
    .flatMap((line) => runsOf(line).map((words) => toSeen(words, top)))
    .filter(({ text, sure }) => text.trim() !== '' && sure >= MIN_SURE);
}
