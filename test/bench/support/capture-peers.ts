import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CaptureViewport } from '../../../server/capture/index.ts';
import { peerFile, runProgram } from './peers.ts';

export interface CaptureTask {
  origin: string;
  paths: readonly string[];
  viewport: CaptureViewport;
  concurrency: number;
  browserPath: string;
}

const WITHIN_MS = 240_000;

async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'sightline-bench-peer-'));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Checks the number of images, because the tool also succeeds when a page was not captured. */
async function requireImages(folder: string, count: number): Promise<void> {
  const files = await readdir(folder, { recursive: true });
  const found = files.filter((name) => name.endsWith('.png')).length;
  if (found !== count) throw new Error(`it made ${found} images of ${count} pages`);
}

const backstop = ({ origin, paths, viewport, concurrency, browserPath }: CaptureTask): Promise<void> =>
  inFolder(async (folder) => {
    const images = join(folder, 'reference');
    await mkdir(images);
    const config = {
      id: 'bench',
      viewports: [{ label: viewport.name, width: viewport.width, height: viewport.height }],
      scenarios: paths.map((path) => ({ label: path, url: `${origin}/${path}` })),
      paths: { bitmaps_reference: images, bitmaps_test: join(folder, 'test'), engine_scripts: folder },
      engine: 'playwright',
      engineOptions: { browser: 'chromium', executablePath: browserPath, args: ['--no-sandbox'] },
      asyncCaptureLimit: concurrency,
      report: [],
    };
    await writeFile(join(folder, 'backstop.json'), JSON.stringify(config));
    const args = [peerFile('backstopjs/cli/index.js'), 'reference', `--config=${join(folder, 'backstop.json')}`];
    await runProgram(process.execPath, args, { cwd: folder, withinMs: WITHIN_MS });
    await requireImages(images, paths.length);
  });

const lostPixel = ({ origin, paths, viewport, concurrency, browserPath }: CaptureTask): Promise<void> =>
  inFolder(async (folder) => {
    const config = {
      pageShots: {
        baseUrl: origin,
        pages: paths.map((path) => ({ path: `/${path}`, name: path })),
        breakpoints: [viewport.width],
      },
      generateOnly: true,
      shotConcurrency: concurrency,
      browserLaunchOptions: { chromium: { executablePath: browserPath, args: ['--no-sandbox'] } },
    };
    await writeFile(join(folder, 'lostpixel.config.js'), `module.exports = { config: ${JSON.stringify(config)} };`);
    const environment = { LOST_PIXEL_DISABLE_TELEMETRY: '1', LOST_PIXEL_MODE: 'update' };
    const args = [peerFile('lost-pixel/dist/bin.js'), 'update'];
    await runProgram(process.execPath, args, { cwd: folder, environment, withinMs: WITHIN_MS });
    await requireImages(join(folder, '.lostpixel/current'), paths.length);
  });

/** Each captures every page once, with its own command-line program. */
export const capturePeers: Readonly<Record<string, (task: CaptureTask) => Promise<void>>> = {
  BackstopJS: backstop,
  'Lost Pixel': lostPixel,
};
