import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pixelmatch from 'pixelmatch';
import sharp from 'sharp';
import { createImageTools } from '../../server/adapters/images/index.ts';
import { type Compared, differs, startDiffer } from './support/differ.ts';
import { compared, median, type Result, timed, told } from './support/measure.ts';
import { png, rowsOf, WIDTH, withBlock, withBox } from './support/page-pixels.ts';

const HEIGHT = 4000;
const ROUNDS = 5;

/** Compares two images as hand-written code would: decode both, pixelmatch, encode. @returns the differing pixels */
async function byHand(before: string, after: string, image: string): Promise<number> {
  const [a, b] = await Promise.all(
    [before, after].map((path) => sharp(path).ensureAlpha().raw().toBuffer({ resolveWithObject: true })),
  );
  if (a?.info.height !== b?.info.height) throw new Error('compares images of one size only');
  if (a === undefined || b === undefined) return 0;
  const { width, height } = a.info;
  const output = new Uint8Array(a.data.length);
  const pixels = pixelmatch(a.data, b.data, output, width, height, { threshold: 0.1 });
  await sharp(output, { raw: { width, height, channels: 4 } })
    .png()
    .toFile(image);
  return pixels;
}

/** The results of a tool for a pair, by round. A problem ends them. */
interface Seen {
  ms: number[];
  pixels: number | null;
  problem: string | null;
}

const millions = (pixels: number): string => `${(pixels / 1e6).toFixed(2)} million`;

function rowOf(pair: string, tool: string, ours: readonly number[], { ms, pixels, problem }: Seen): Result {
  const name = `difference, ${pair}`;
  // The other tools are for information.
  const target = tool === 'pixelmatch' || tool === 'odiff' ? { atMost: 1 } : null;
  if (problem !== null) return { ...told(name, 'ms', median(ours), `${tool}: ${problem}`), against: tool };
  const note = `${tool} marks ${pixels === null ? 'an unknown number of' : millions(pixels)} pixels`;
  return compared({ name, against: tool, unit: 'ms', target, note }, { ours: [...ours], baseline: ms });
}

/**
 * Measures a comparison of two images of 1440 × 4000, from files to an image, beside other tools. Ours works in a thread,
 * as in the service.
 */
export async function benchDiff(): Promise<Result[]> {
  const folder = await mkdtemp(join(tmpdir(), 'sightline-bench-diff-'));
  const differ = await startDiffer();
  const { compare, close } = createImageTools();
  try {
    const pixels = rowsOf(1, HEIGHT);
    const longer = withBlock(pixels);
    const first = await png(pixels);
    const before = join(folder, 'before.png');
    const after = join(folder, 'after.png');
    const image = join(folder, 'difference.png');
    await writeFile(before, first);
    const pairs: [string, Buffer][] = [
      ['a small change', await png(withBox(pixels))],
      ['a block put in', await png(longer.subarray(0, pixels.length))],
      ['a block put in, 300 rows taller', await png(longer)],
      ['all changed', await png(rowsOf(3, HEIGHT, 230))],
      ['nothing changed', await sharp(first).png({ compressionLevel: 5 }).toBuffer()],
    ];
    const results: Result[] = [];
    for (const [pair, bytes] of pairs) {
      await writeFile(after, bytes);
      const ways = new Map<string, () => Promise<Compared>>([
        ['pixelmatch', () => measured(() => byHand(before, after, image))],
        ...differs.map((tool) => [tool, () => differ.compare({ tool, before, after, image })] as const),
      ]);
      const ours: number[] = [];
      const seen = new Map<string, Seen>([...ways.keys()].map((tool) => [tool, { ms: [], pixels: 0, problem: null }]));
      let found = await compare(first, bytes);
      // In a service that runs for weeks, this code has been compiled.
      for (let round = 0; round < 10; round += 1) await compare(first, bytes);
      for (let round = 0; round <= ROUNDS; round += 1) {
        const mine = await timed(async () => {
          found = await compare(await readFile(before), await readFile(after));
          if (found.diff !== null) await writeFile(image, found.diff);
        });
        if (round > 0) ours.push(mine);
        for (const [tool, way] of ways) {
          const known = seen.get(tool);
          if (known === undefined || known.problem !== null) continue;
          const answer = await way();
          if ('problem' in answer) known.problem = answer.problem;
          else if (round > 0) known.ms.push(answer.ms);
          if ('pixels' in answer) known.pixels = answer.pixels;
        }
      }
      const rows = [...seen].map(([tool, each]) => rowOf(pair, tool, ours, each));
      const [top, ...others] = rows;
      const { areas, share } = found;
      const said = `ours marks ${millions(share * WIDTH * (bytes === pairs[2]?.[1] ? HEIGHT + 300 : HEIGHT))} pixels in ${areas.length} areas`;
      if (top !== undefined) results.push({ ...top, note: [said, top.note].join('; ') }, ...others);
    }
    return results;
  } finally {
    differ.close();
    await close();
    await rm(folder, { recursive: true, force: true });
  }
}

async function measured(work: () => Promise<number>): Promise<Compared> {
  try {
    let pixels = 0;
    const ms = await timed(async () => {
      pixels = await work();
    });
    return { ms, pixels };
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) };
  }
}
