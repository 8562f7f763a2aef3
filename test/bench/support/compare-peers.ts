import { cp, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { timed } from './measure.ts';
import { installPeers, peerFile, peersFolder, runProgram } from './peers.ts';

export interface CompareTask {
  /** Folders of images with the same names. */
  before: string;
  after: string;
  /** How many differ, which a tool must find. */
  changed: number;
}

type Compared = { seconds: number } | { problem: string };

const WITHIN_MS = 600_000;

/** Compares two folders of images with Lost Pixel, which writes an image for each difference. */
async function lostPixel({ before, after, changed }: CompareTask): Promise<Compared> {
  const problem = await installPeers();
  if (problem !== null) return { problem };
  const folder = await mkdtemp(join(tmpdir(), 'sightline-bench-peer-'));
  try {
    const config = {
      customShots: { currentShotsPath: join(folder, 'shots') },
      imagePathBaseline: join(folder, 'baseline'),
      imagePathCurrent: join(folder, 'current'),
      imagePathDifference: join(folder, 'difference'),
      generateOnly: true,
      failOnDifference: false,
    };
    await cp(before, join(folder, 'baseline'), { recursive: true });
    await cp(after, join(folder, 'shots'), { recursive: true });
    for (const made of ['current', 'difference']) await mkdir(join(folder, made));
    await writeFile(join(folder, 'lostpixel.config.js'), `module.exports = { config: ${JSON.stringify(config)} };`);
    const environment = { LOST_PIXEL_DISABLE_TELEMETRY: '1' };
    const run = () =>
      runProgram(process.execPath, [peerFile('lost-pixel/dist/bin.js')], {
        cwd: folder,
        environment,
        withinMs: WITHIN_MS,
      });
    const milliseconds = await timed(run);
    const found = (await readdir(join(folder, 'difference'), { recursive: true })).filter((file) =>
      file.endsWith('.png'),
    );
    if (found.length !== changed) return { problem: `it found ${found.length} of ${changed} differences` };
    return { seconds: milliseconds / 1000 };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Compares two folders of images with the comparing step of BackstopJS, which writes an image for each difference. */
async function backstop({ before, after, changed }: CompareTask): Promise<Compared> {
  const problem = await installPeers();
  if (problem !== null) return { problem };
  const copy = await mkdtemp(join(tmpdir(), 'sightline-bench-peer-'));
  try {
    // It writes beside the newer image.
    await cp(after, copy, { recursive: true });
    const args = [join(peersFolder, 'backstop-compare.mjs'), before, copy];
    const milliseconds = await timed(() =>
      runProgram(process.execPath, args, { cwd: peersFolder, withinMs: WITHIN_MS }),
    );
    const found = (await readdir(copy)).filter((file) => file.startsWith('failed_diff_'));
    if (found.length !== changed) return { problem: `it found ${found.length} of ${changed} differences` };
    return { seconds: milliseconds / 1000 };
  } finally {
    await rm(copy, { recursive: true, force: true });
  }
}

/** Each compares two folders on one disk. */
export const comparePeers: Readonly<Record<string, (task: CompareTask) => Promise<Compared>>> = {
  BackstopJS: backstop,
  'Lost Pixel': lostPixel,
};
