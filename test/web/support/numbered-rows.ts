import type { Page } from 'playwright-core';
import sharp from 'sharp';
import type { Box } from './stage.ts';

/** Columns that encode a row's number in Gray code, followed by a white and a black column. */
const BITS = 14;
/** The width of each column in pixels of the image. */
const COLUMN = 20;

/**
 * Encodes an image in which each row contains its own number, every 320 pixels. Neighbouring rows differ in one column,
 * so a blend of two shows one grey column.
 */
export async function numberedRows(width: number, height: number): Promise<string> {
  const columns = Math.ceil(width / COLUMN);
  const pixels = Buffer.alloc(columns * height);
  for (let row = 0; row < height; row += 1) {
    const code = row ^ (row >> 1);
    for (let at = 0; at < columns; at += 1) {
      const column = at % (BITS + 2);
      const lit = column === BITS || (column < BITS && (code >> column) % 2 === 1);
      pixels[row * columns + at] = lit ? 255 : 0;
    }
  }
  const png = await sharp(pixels, { raw: { width: columns, height, channels: 1 } })
    .resize({ width, height, kernel: 'nearest', fit: 'fill' })
    .toColourspace('srgb')
    .png()
    .toBuffer();
  return `data:image/png;base64,${png.toString('base64')}`;
}

function fromGray(code: number): number {
  let row = 0;
  for (let rest = code; rest > 0; rest >>= 1) row ^= rest;
  return row;
}

/**
 * Decodes the row from the tones of the columns (0 to 1), in fractions between two rows; null when they encode none.
 */
function rowOf(tones: readonly number[]): number | null {
  const [white = 0, black = 1] = tones.slice(BITS);
  if (white < 0.98 || black > 0.02) return null;
  const bits = tones.slice(0, BITS);
  const code = bits.reduce((sum, tone, bit) => sum + (tone > 0.5 ? 2 ** bit : 0), 0);
  const grey = bits.flatMap((tone, bit) => (tone > 0.02 && tone < 0.98 ? [{ tone, bit }] : []));
  const [blend] = grey;
  if (blend === undefined) return fromGray(code);
  const lit = fromGray(code | (1 << blend.bit));
  const unlit = fromGray(code & ~(1 << blend.bit));
  if (grey.length > 1 || Math.abs(lit - unlit) !== 1) return null;
  return lit * blend.tone + unlit * (1 - blend.tone);
}

export interface Sight {
  /** Where the whole image and its visible part are, in CSS pixels of the screen. */
  image: Box;
  window: Box;
  /** In pixels of the image. */
  size: { width: number; height: number };
  /** Where the encoded number starts, in pixels of the image. */
  from?: number;
}

export interface RowsRead {
  count: number;
  /** Rows of the screen that differ from an even scaling of the image, which shows one row or a blend of two. */
  wrong: { at: number; shows: number | null; ideal: number }[];
  /** The largest difference of one of them, in rows of the image. */
  furthest: number;
}

/**
 * How far a row may be off: half a row, because strips do not blend into each other, or half a CSS pixel, because the
 * last strip ends on a whole one.
 */
const tolerance = (pixelsPerRow: number): number => Math.max(0.5, 0.5 / pixelsPerRow) + 0.01;

/** Reads every row of a screen that shows an image from `numberedRows`. */
export async function readRows(page: Page, { image, window, size, from: first = 0 }: Sight): Promise<RowsRead> {
  const ratio = await page.evaluate(() => devicePixelRatio);
  // Clips to the columns, at whole device pixels for any pixel ratio.
  const perPixel = image.width / size.width;
  const start = image.x + first * perPixel;
  const left = Math.floor(start / 8) * 8;
  const width = Math.ceil(((BITS + 2) * COLUMN * perPixel + 8) / 8) * 8;
  const clip = { x: left, y: 0, width, height: Math.floor((window.y + window.height) / 8) * 8 };
  const { data, info } = await sharp(await page.screenshot({ clip }))
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const perRow = (image.height * ratio) / size.height;
  const columns = Array.from({ length: BITS + 2 }, (_, at) =>
    Math.floor((start - left + (at + 0.5) * COLUMN * perPixel) * ratio),
  );
  const readFrom = (top: number): RowsRead => {
    const from = Math.max(Math.ceil(window.y * ratio), top);
    const to = Math.min(info.height, top + Math.round(image.height * ratio));
    const rows: RowsRead = { count: Math.max(0, to - from), wrong: [], furthest: 0 };
    for (let at = from; at < to; at += 1) {
      const shows = rowOf(columns.map((column) => (data[(at * info.width + column) * info.channels] ?? 0) / 255));
      const ideal = Math.min(Math.max((at - top + 0.5) / perRow - 0.5, 0), size.height - 1);
      const off = shows === null ? Number.POSITIVE_INFINITY : Math.abs(shows - ideal);
      rows.furthest = Math.max(rows.furthest, off);
      if (off > tolerance(perRow / ratio)) rows.wrong.push({ at: at - top, shows, ideal });
    }
    return rows;
  };
  // Layout may place the image between two device pixels, but it is drawn on one of them.
  const [above, below] = [readFrom(Math.floor(image.y * ratio)), readFrom(Math.ceil(image.y * ratio))];
  return below.furthest < above.furthest ? below : above;
}
