import type { Box } from './in-page.ts';
import type { Screen } from './screens.ts';

/**
 * How a place of a screenshot compares with Chromium’s screens: the `same` as on one; different only by an `edge`
 * between two pixels, which Chromium draws by the scroll position; `unseen` on all, being beside the scrolling box;
 * under a `bar` on all; on screens that themselves differ, it `varies`; otherwise `wrong`.
 */
export type Reason = 'same' | 'edge' | 'unseen' | 'bar' | 'varies' | 'wrong';

export interface Image {
  pixels: Uint32Array;
  width: number;
  height: number;
}

export interface Comparison {
  rows: number;
  /** Number of rows by the worst reason in them. */
  counts: Record<Reason, number>;
  /** The box around everything wrong; null when nothing is. */
  wrong: Box | null;
  /** The reason for each cell, row by row, from which an image is drawn. */
  cells: Uint8Array;
}

/** From unseen to wrong. A row has the worst reason of its cells. */
export const reasons: readonly Reason[] = ['unseen', 'same', 'edge', 'bar', 'varies', 'wrong'];
/** The width of a cell in device pixels; it is one row high. */
export const cellWidth = 32;
/** By how much one channel of the same content may differ when it is drawn at another place of the screen. */
const tolerance = 8;

function isClose(a: number, b: number): boolean {
  for (let shift = 0; shift < 24; shift += 8) {
    if (Math.abs(((a >>> shift) & 255) - ((b >>> shift) & 255)) > tolerance) return false;
  }
  return true;
}

function isSameRun(a: Image, aAt: number, b: Image, bAt: number, length: number): boolean {
  for (let index = 0; index < length; index += 1) {
    const left = a.pixels[aAt + index] ?? 0;
    const right = b.pixels[bAt + index] ?? 0;
    if (left !== right && !isClose(left, right)) return false;
  }
  return true;
}

interface Place {
  image: Image;
  x: number;
  y: number;
}

/** Returns whether each pixel of a run is, by channel, between the darkest and the lightest around it in another. */
function isWithin(one: Place, other: Place, length: number): boolean {
  const { width, height, pixels } = other.image;
  for (let index = 0; index < length; index += 1) {
    const pixel = one.image.pixels[one.y * one.image.width + one.x + index] ?? 0;
    for (let shift = 0; shift < 24; shift += 8) {
      let [low, high] = [255, 0];
      for (let y = Math.max(0, other.y - 1); y <= Math.min(height - 1, other.y + 1); y += 1) {
        const last = Math.min(width - 1, other.x + index + 1);
        for (let x = Math.max(0, other.x + index - 1); x <= last; x += 1) {
          const value = ((pixels[y * width + x] ?? 0) >>> shift) & 255;
          [low, high] = [Math.min(low, value), Math.max(high, value)];
        }
      }
      const value = (pixel >>> shift) & 255;
      if (value < low - tolerance || value > high + tolerance) return false;
    }
  }
  return true;
}

const isWithinAPixel = (one: Place, other: Place, length: number): boolean =>
  isWithin(one, other, length) && isWithin(other, one, length);

interface Sample {
  screen: Screen;
  x: number;
  y: number;
}

/** Returns where the screens show a run of the page’s pixels that begins at `x`, `y`. */
function samplesOf(screens: readonly Screen[], x: number, y: number, length: number): Sample[] {
  const found: Sample[] = [];
  for (const screen of screens) {
    for (const { page, left, top } of screen.shows) {
      if (y < page.y || y >= page.y + page.height || x < page.x || x + length > page.x + page.width) continue;
      const sample = { screen, x: x - page.x + left, y: y - page.y + top };
      if (sample.y >= 0 && sample.y < screen.height && sample.x + length <= screen.width) found.push(sample);
    }
  }
  return found;
}

const isUnderBar = ({ screen, x, y }: Sample, length: number): boolean =>
  screen.bars.some(
    (bar) => x < bar.x + bar.width + 2 && x + length > bar.x - 2 && y >= bar.y - 2 && y < bar.y + bar.height + 2,
  );

function judge(place: Place, samples: readonly Sample[], length: number): Reason {
  const { image } = place;
  const at = place.y * image.width + place.x;
  const runOf = ({ screen, x, y }: Sample) => y * screen.width + x;
  if (samples.length === 0) return 'unseen';
  if (samples.some((sample) => isSameRun(image, at, sample.screen, runOf(sample), length))) return 'same';
  if (samples.some(({ screen, x, y }) => isWithinAPixel(place, { image: screen, x, y }, length))) return 'edge';
  // A screenshot shows the top as it is before any scrolling: bars belong there, and only time may change it.
  const top = samples.filter(({ screen }) => screen.isFirst);
  const free = samples.filter((sample) => !isUnderBar(sample, length));
  if (top.length === 0 && free.length === 0) return 'bar';
  const [base, ...rest] = top.length > 0 ? top : free;
  const isSteady = rest.every(
    (sample) => base === undefined || isSameRun(base.screen, runOf(base), sample.screen, runOf(sample), length),
  );
  return isSteady ? 'wrong' : 'varies';
}

/** Compares a screenshot with the screens that Chromium showed, row by row. */
export function compareRows(image: Image, screens: readonly Screen[]): Comparison {
  const across = Math.ceil(image.width / cellWidth);
  const cells = new Uint8Array(across * image.height);
  const counts: Record<Reason, number> = { same: 0, edge: 0, unseen: 0, bar: 0, varies: 0, wrong: 0 };
  let [left, top, right, bottom] = [image.width, image.height, 0, 0];
  for (let y = 0; y < image.height; y += 1) {
    let worst = 0;
    for (let cell = 0; cell < across; cell += 1) {
      const x = cell * cellWidth;
      const length = Math.min(cellWidth, image.width - x);
      const found = reasons.indexOf(judge({ image, x, y }, samplesOf(screens, x, y, length), length));
      cells[y * across + cell] = found;
      worst = Math.max(worst, found);
      if (reasons[found] !== 'wrong') continue;
      [left, top, right, bottom] = [Math.min(left, x), Math.min(top, y), Math.max(right, x + length), y + 1];
    }
    counts[reasons[worst] ?? 'wrong'] += 1;
  }
  const wrong = right > 0 ? { x: left, y: top, width: right - left, height: bottom - top } : null;
  return { rows: image.height, counts, wrong, cells };
}
