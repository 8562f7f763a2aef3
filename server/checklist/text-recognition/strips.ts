import type { GreyImage } from './messages.ts';

/** Rows that are read at once: what was read until the time is up counts. */
const ROWS = 900;
/** Rows in which a calm one to cut at is looked for */
const LOOK_AHEAD = 300;
/** Steps of 255 that a row without text may have */
const CALM = 10;

/** How much a row changes along its way: lines of text change much, the room between them hardly. */
function unrest({ pixels, width }: GreyImage, row: number): number {
  const start = row * width;
  let most = 0;
  for (let x = start + 2; x < start + width; x += 1) {
    const step = Math.abs((pixels[x] ?? 0) - (pixels[x - 2] ?? 0));
    if (step > most) most = step;
  }
  return most;
}

/** Where to cut an image into strips, from its upper end to its lower one: between lines of text where there is room. */
export function stripsOf(image: GreyImage): { from: number; to: number }[] {
  const strips: { from: number; to: number }[] = [];
  for (let from = 0; from < image.height; ) {
    let to = Math.min(image.height, from + ROWS);
    if (image.height - to < LOOK_AHEAD) {
      to = image.height;
    } else {
      let calmest = Number.POSITIVE_INFINITY;
      for (let row = to; row < to + LOOK_AHEAD && calmest > CALM; row += 1) {
        const here = unrest(image, row);
        if (here < calmest) [calmest, to] = [here, row];
      }
    }
    strips.push({ from, to });
    from = to;
  }
  return strips;
}

/** One strip as a file that the engine opens (binary PGM). */
export function asPgm({ pixels, width }: GreyImage, { from, to }: { from: number; to: number }): Buffer {
  const header = Buffer.from(`P5\n${width} ${to - from}\n255\n`, 'latin1');
  return Buffer.concat([header, pixels.subarray(from * width, to * width)]);
}
