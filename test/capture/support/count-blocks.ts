import sharp from 'sharp';
import { colourOf } from './blocks.ts';
import { captureSite } from './capture.ts';
import { shells } from './shells.ts';

const toNumber = (red = 0, green = 0, blue = 0): number => (red << 16) | (green << 8) | blue;

/** Returns the number of pixels of each block on an image, and the longest run of rows in one other colour. */
export async function countBlocks(image: Buffer, count: number): Promise<{ areas: number[]; empty: number }> {
  const { data, info } = await sharp(image).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  // Colours are compared as numbers and in runs, because the images have millions of pixels.
  const known = new Map(Array.from({ length: count }, (_, n) => [toNumber(...colourOf(n)), n]));
  const areas = Array<number>(count).fill(0);
  let empty = 0;
  let run = 0;
  for (let y = 0; y < info.height; y += 1) {
    const colours = new Map<number, number>();
    let [colour, pixels] = [-1, 0];
    for (let x = 0; x <= info.width; x += 1) {
      const at = (y * info.width + x) * 3;
      const here = x === info.width ? -1 : toNumber(data[at], data[at + 1], data[at + 2]);
      if (here !== colour) {
        if (pixels > 0) colours.set(colour, (colours.get(colour) ?? 0) + pixels);
        [colour, pixels] = [here, 0];
      }
      pixels += 1;
    }
    for (const [colour, pixels] of colours) {
      const n = known.get(colour);
      if (n !== undefined) areas[n] = (areas[n] ?? 0) + pixels;
    }
    run = colours.size === 1 && ![...colours.keys()].some((colour) => known.has(colour)) ? run + 1 : 0;
    empty = Math.max(empty, run);
  }
  return { areas, empty };
}

/** Captures one of the shells. Returns how many of its blocks the screenshot shows. */
export async function captureShell(name: string) {
  const shell = shells.find((each) => each.name === name);
  if (shell === undefined) throw new Error(`There is no shell called ${name}.`);
  const shot = await captureSite({ '/': shell.body, ...shell.pages });
  const { areas } = await countBlocks(shot.png, shell.blocks);
  return { ...shot, blocks: shell.blocks, shown: areas.filter((area) => area > 2_000).length };
}
