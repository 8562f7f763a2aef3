import pixelmatch from 'pixelmatch';
import sharp from 'sharp';
import { compare } from '../../server/adapters/images/index.ts';
import { interleave, median, type Result } from './support/measure.ts';

const WIDTH = 1440;
const HEIGHT = 4000;
const ROUNDS = 7;

type Random = (below: number) => number;

/** The same numbers every time. */
function randomFrom(seed: number): Random {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0;
    return ((state >>> 8) & 0xffffff) % below;
  };
}

/** Rows like a page's: lines of letters that repeat, plain boxes, and here and there a picture of many colours. */
function rowsOf(seed: number, height: number, paper = 250): Buffer {
  const random = randomFrom(seed);
  const pixels = Buffer.alloc(WIDTH * height * 3, paper);
  const letters = Array.from({ length: 40 }, () =>
    Array.from({ length: 70 }, () => (random(3) === 0 ? random(140) : paper)),
  );
  const photo = (top: number, rows: number): void => {
    for (let y = top; y < top + rows; y += 1) {
      for (let x = 120; x < 560; x += 1) {
        const at = (y * WIDTH + x) * 3;
        pixels.set([40 + (x >> 2), 90 + ((y - top) >> 1), 120 + ((x + y) % 16)], at);
      }
    }
  };
  for (let y = 20; y + 220 < height; ) {
    if (random(12) === 0) {
      photo(y, 200);
      y += 220;
      continue;
    }
    for (let x = 120; x < 700 + random(600); x += 8 + (random(6) === 0 ? 6 : 0)) {
      const letter = letters[random(letters.length)] ?? [];
      for (const [dot, value] of letter.entries()) {
        pixels.fill(
          value,
          ((y + Math.floor(dot / 7)) * WIDTH + x + (dot % 7)) * 3,
          ((y + Math.floor(dot / 7)) * WIDTH + x + (dot % 7)) * 3 + 3,
        );
      }
    }
    y += 24;
  }
  return pixels;
}

const png = (pixels: Buffer): Promise<Buffer> =>
  sharp(pixels, { raw: { width: WIDTH, height: HEIGHT, channels: 3 } })
    .png()
    .toBuffer();

function withBox(pixels: Buffer): Buffer {
  const changed = Buffer.from(pixels);
  for (let y = 1_500; y < 1_560; y += 1) changed.fill(0x40, (y * WIDTH + 300) * 3, (y * WIDTH + 520) * 3);
  return changed;
}

function withBlock(pixels: Buffer): Buffer {
  const at = 1_000 * WIDTH * 3;
  return Buffer.concat([pixels.subarray(0, at), rowsOf(2, 300, 235), pixels.subarray(at)]).subarray(0, pixels.length);
}

/** What one would write by hand: decode both, pixelmatch, encode its picture. */
async function byHand(before: Buffer, after: Buffer): Promise<void> {
  const [a, b] = await Promise.all([before, after].map((bytes) => sharp(bytes).ensureAlpha().raw().toBuffer()));
  if (a === undefined || b === undefined) return;
  const picture = new Uint8Array(a.length);
  pixelmatch(a, b, picture, WIDTH, HEIGHT, { threshold: 0.1 });
  await sharp(picture, { raw: { width: WIDTH, height: HEIGHT, channels: 4 } })
    .png()
    .toBuffer();
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/** Milliseconds a difference of two pictures of 1440 × 4000, files in, picture out, against pixelmatch in sharp's hands. */
export async function benchDiff(): Promise<Result[]> {
  const pixels = rowsOf(1, HEIGHT);
  const before = await png(pixels);
  const pairs: [string, Buffer][] = [
    ['a small change', await png(withBox(pixels))],
    ['a block put in', await png(withBlock(pixels))],
    ['all changed', await png(rowsOf(3, HEIGHT, 230))],
    ['nothing changed', await sharp(before).png({ compressionLevel: 5 }).toBuffer()],
  ];
  const results: Result[] = [];
  for (const [name, after] of pairs) {
    const both = await interleave(
      ROUNDS,
      () => timed(() => compare(before, after)),
      () => timed(() => byHand(before, after)),
    );
    const ratio = median(both.ours.map((mine, at) => mine / (both.baseline[at] ?? Number.NaN)));
    const [ours, baseline] = [median(both.ours), median(both.baseline)];
    const { share } = await compare(before, after);
    const note = `${(share * 100).toFixed(2)} % changed`;
    results.push({ name: `difference, ${name}`, unit: 'ms', ours, baseline, ratio, target: { atMost: 1 }, note });
  }
  return results;
}
