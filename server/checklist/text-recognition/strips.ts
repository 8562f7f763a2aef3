import type { GreyImage } from './messages.ts';

/** Rows that are read at a time: when the time is up, the finished strips count. */
const ROWS = 900;
/** Rows that are searched for a calm one to cut at */
const LOOK_AHEAD = 300;
/** The largest change within a row without text, in steps of 255 */
const CALM = 10;

/** Returns the largest change between nearby pixels of a row: large in lines of text, small between them. */
function unrest({ pixels, width }: GreyImage, row: number): number {
  const start = row * width;
  let most = 0;
  for (let x = start + 2; x < start + width; x += 1) {
    const step = Math.abs((pixels[x] ?? 0) - (pixels[x - 2] ?? 0));
    if (step > most) most = step;
  }
  return most;
}

/** Splits an image into strips from top to bottom, between lines of text where possible. */
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

/** Encodes one strip as a file that the engine can open (binary PGM). */
export function asPgm({ pixels, width }: GreyImage, { from, to }: { from: number; to: number }): Buffer {
  const header = Buffer.from(`P5\n${width} ${to - from}\n255\n`, 'latin1');
  return Buffer.concat([header, pixels.subarray(from * width, to * width)]);
}
