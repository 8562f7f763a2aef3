import type { DifferentArea } from '../../domain/port-types.ts';
import type { Changes } from './count-changes.ts';
import { palettePng } from './palette-png.ts';
import { inTurns, type Pixels } from './pixels.ts';

type Colour = readonly [number, number, number];

/** Levels of grey of the new image, which is faded three quarters of the way to white. */
const LEVELS = 64;
const greys = Array.from({ length: LEVELS }, (_, level): Colour => [192 + level, 192 + level, 192 + level]);
/** The same, tinted green, for new rows. Less faded, because all of them are changes. */
const greens = Array.from({ length: LEVELS }, (_, level): Colour => {
  const light = 64 + level * 3;
  return [Math.round(light * 0.8), Math.min(255, Math.round(light * 0.96) + 12), Math.round(light * 0.82)];
});
const ADDED = LEVELS;
const MAGENTA = 2 * LEVELS;
const OUTLINE = MAGENTA + 1;
const ADDED_EDGE = MAGENTA + 2;
const REMOVED = MAGENTA + 3;
const WHITE = MAGENTA + 4;
const colours: readonly Colour[] = [
  ...greys,
  ...greens,
  [255, 0, 255],
  [74, 20, 92],
  [15, 107, 58],
  [122, 16, 16],
  [255, 255, 255],
];

/** Pixels between a changed area and its outline. */
const AWAY = 4;
const BAR = 6;
const DASH = 12;
const HAIR = 2;

/** Draws into rows of palette indexes, each row starting with a 0 byte. */
function painter(rows: Uint8Array, { width, height }: Pixels) {
  return (x: number, y: number, across: number, down: number, colour: number): void => {
    const [left, right] = [Math.max(0, x), Math.min(width, x + across)];
    if (right <= left) return;
    for (let row = Math.max(0, y); row < Math.min(height, y + down); row += 1) {
      rows.fill(colour, row * (width + 1) + 1 + left, row * (width + 1) + 1 + right);
    }
  };
}

function drawAreas(rows: Uint8Array, after: Pixels, changes: Changes, areas: readonly DifferentArea[]): void {
  const paint = painter(rows, after);
  const { width, height } = after;
  for (const { kind, x, y, width: across, height: down } of areas) {
    if (kind !== 'changed') continue;
    const [left, top, right, low] = [x - AWAY, y - AWAY, x + across + AWAY, y + down + AWAY];
    paint(left, top, right - left, 2, OUTLINE);
    paint(left, low - 2, right - left, 2, OUTLINE);
    paint(left, top, 2, low - top, OUTLINE);
    paint(right - 2, top, 2, low - top, OUTLINE);
  }
  for (const { y, height: down } of changes.added) paint(0, y, BAR, down, ADDED_EDGE);
  for (const { y, height: removed } of changes.removed) {
    // One or two rows may result from rounding, so their line is thin.
    const thick = removed < 4 * HAIR ? HAIR : 2 * HAIR;
    const at = Math.min(Math.max(0, y - thick / 2), Math.max(0, height - thick));
    paint(0, at, width, thick, WHITE);
    for (let x = 0; x < width; x += 2 * DASH) paint(x, at, DASH, thick, REMOVED);
  }
}

/**
 * Draws the new image in pale grey, with changes in magenta and a dark outline around each area, new rows in green with
 * a bar at their left, and a dashed line where rows are missing. These differ in brightness and shape as well as in
 * colour. Returns a PNG.
 */
export async function differenceImage(
  after: Pixels,
  changes: Changes,
  areas: readonly DifferentArea[],
): Promise<Buffer> {
  const { words, width, height } = after;
  const rows = new Uint8Array((width + 1) * height);
  const fade = (base: number) => (first: number, last: number) => {
    for (let y = first; y < last; y += 1) {
      const out = y * (width + 1) + 1;
      for (let x = 0; x < width; x += 1) {
        const word = words[y * width + x] ?? 0;
        const bright = (word & 255) * 77 + ((word >>> 8) & 255) * 150 + ((word >>> 16) & 255) * 29;
        rows[out + x] = changes.mask[y * width + x] === 1 ? MAGENTA : base + (bright >>> 10);
      }
    }
  };
  let from = 0;
  for (const { y, height: down } of [...changes.added, { y: height, height: 0 }]) {
    await inTurns(from, y, width, fade(0));
    await inTurns(y, y + down, width, fade(ADDED));
    from = y + down;
  }
  drawAreas(rows, after, changes, areas);
  return palettePng(rows, { width, height }, colours);
}
