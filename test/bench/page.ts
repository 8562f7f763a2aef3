import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Browser, chromium, type Page } from 'playwright-core';
import sharp from 'sharp';
import { createClient } from '../../server/contract/client.ts';
import type { Review } from '../../server/contract/review.ts';
import { browserPath } from '../support/browser.ts';
import { countFramesScript, largestPaintScript, startScriptsScript, watchComposerScript } from './support/in-page.ts';
import { compared, interleave, limited, median, type Result } from './support/measure.ts';
import type { World } from './support/world.ts';

const WIDTH = 1280;
const ROUNDS = 7;
const MOVE_MS = 2_000;
/** A delay shorter than this is one late frame. */
const WINDOW_MS = 250;
const SCRIPT_BYTES = 60_000;
const COMPOSER_MS = 100;
const FRAMES = 50;

/** Draws a page of text and boxes with distinct rows, so that its size is realistic. */
async function tallImage(height: number, hue: number): Promise<string> {
  const rows = Array.from({ length: Math.floor(height / 60) }, (_, row) => {
    const width = 300 + ((row * 193) % 800);
    const box = `hsl(${(hue + row * 7) % 360} 45% ${55 + (row % 5) * 6}%)`;
    return `<rect x="40" y="${row * 60 + 10}" width="${width}" height="34" rx="6" fill="${box}"/>
      <text x="56" y="${row * 60 + 33}" font-size="18" font-family="sans-serif">Row ${row} of ${hue}: ${'lorem ipsum '.repeat(row % 6)}</text>`;
  }).join('');
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}"><rect width="100%" height="100%" fill="#fff"/>${rows}</svg>`;
  return (await sharp(Buffer.from(svg)).png().toBuffer()).toString('base64');
}

async function createTall(world: World, title: string, heights: readonly number[]): Promise<Review> {
  const { token } = await createClient({ baseUrl: world.service }).call('create_try_token', {});
  const images = await Promise.all(
    heights.map(async (height, at) => ({ image: await tallImage(height, at * 50), label: `Shot ${at + 1}` })),
  );
  return createClient({ baseUrl: world.service, bearer: token }).call('create_review', { title, images });
}

/** Serves a page that contains only one image. */
async function serveBare() {
  const server = createServer((request, answer) => {
    const screenshot = new URL(request.url ?? '/', 'http://bare').searchParams.get('picture') ?? '';
    answer
      .setHeader('content-type', 'text/html')
      .end(
        `<!doctype html><title>Bare</title><body style="margin:0"><img width="${WIDTH}" src="${screenshot.replaceAll('"', '')}">`,
      );
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close() };
}

async function openFresh(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  return context.newPage();
}

/** Returns the first requested image, and when the largest element was painted, in ms from the start of navigation. */
async function largestPaint(browser: Browser, url: string): Promise<{ ms: number; first: string; scripts: number }> {
  const page = await openFresh(browser);
  let first = '';
  page.on('request', (request) => {
    if (first === '' && /\/p\/\w+\/(shot|tile-\d+)$/.test(request.url())) first = request.url();
  });
  try {
    await page.goto(url, { waitUntil: 'load' });
    const ms = await page.evaluate<number>(largestPaintScript);
    const scripts = await page.evaluate<number>(startScriptsScript);
    return { ms, first, scripts };
  } finally {
    await page.context().close();
  }
}

/** Returns the frames per second in the worst window of the moves. */
async function worstFrames(page: Page, move: (page: Page, until: number) => Promise<void>): Promise<number> {
  await page.evaluate(countFramesScript);
  await move(page, performance.now() + MOVE_MS);
  const times = await page.evaluate<number[]>('benchTimes');
  const rates = times.flatMap((from, at) => {
    const end = times.findIndex((each) => each >= from + WINDOW_MS);
    return end < 0 ? [] : [((end - at) * 1000) / ((times[end] ?? 0) - from)];
  });
  return Math.min(...rates);
}

const moves: Record<string, (page: Page, until: number) => Promise<void>> = {
  async nothing(page, until) {
    await page.waitForTimeout(until - performance.now());
  },
  async pan(page, until) {
    for (let turn = 0; performance.now() < until; turn += 1) await page.mouse.wheel(0, turn % 40 < 20 ? 120 : -120);
  },
  async zoom(page, until) {
    await page.keyboard.down('Control');
    for (let turn = 0; performance.now() < until; turn += 1) await page.mouse.wheel(0, turn % 12 < 6 ? -60 : 60);
    await page.keyboard.up('Control');
  },
};

async function framesOf(browser: Browser, url: string): Promise<Record<string, number>> {
  const found: Record<string, number> = {};
  for (const [name, move] of Object.entries(moves)) {
    const page = await openFresh(browser);
    await page.goto(url, { waitUntil: 'networkidle' });
    await page.mouse.move(700, 400);
    found[name] = await worstFrames(page, move);
    await page.context().close();
  }
  return found;
}

/** Returns the ms from the click on the screenshot to the frame in which text can be typed. */
async function composerTimes(browser: Browser, url: string): Promise<number[]> {
  const page = await openFresh(browser);
  await page.goto(url, { waitUntil: 'networkidle' });
  const times: number[] = [];
  for (let turn = 0; turn < 15; turn += 1) {
    await page.evaluate(watchComposerScript);
    await page.mouse.click(500 + turn * 20, 300 + turn * 10);
    const ready = page.evaluate<number>('benchReady');
    const late = page.waitForTimeout(COMPOSER_MS * 50).then(() => {
      throw new Error('No composer opened');
    });
    times.push(await Promise.race([ready, late]));
    late.catch(() => {});
    await page.keyboard.press('Escape');
    await page.locator('textarea').waitFor({ state: 'detached' });
  }
  await page.context().close();
  return times;
}

/** Measures the reviewer’s page with five tall screenshots, and with one of 16,000 px. */
export async function benchPage(world: World): Promise<Result[]> {
  const browser = await chromium.launch({ executablePath: await browserPath() });
  const bare = await serveBare();
  try {
    const results: Result[] = [];
    const shapes: [string, number[]][] = [
      ['five of 6,000 px', [6000, 6000, 6000, 6000, 6000]],
      ['one of 16,000 px', [16_000]],
    ];
    for (const [shape, heights] of shapes) {
      const url = (await createTall(world, shape, heights)).review_url;
      const { first, scripts } = await largestPaint(browser, url);
      const both = await interleave(
        ROUNDS,
        async () => (await largestPaint(browser, url)).ms,
        async () => (await largestPaint(browser, `${bare.url}/?picture=${encodeURIComponent(first)}`)).ms,
      );
      const frames = await framesOf(browser, url);
      const composer = median(await composerTimes(browser, url));
      results.push(
        limited(`page, ${shape}: script that starts it`, 'B', scripts, SCRIPT_BYTES, 'as sent'),
        compared(
          {
            name: `page, ${shape}: largest paint`,
            against: 'a page of that image',
            unit: 'ms',
            target: { atMost: 1.2 },
          },
          both,
        ),
        ...['pan', 'zoom'].map(
          (name): Result => ({
            name: `page, ${shape}: ${name}, worst ${WINDOW_MS} ms`,
            against: `the least it may be; ${Math.round(frames.nothing ?? Number.NaN)} at rest`,
            unit: 'fps',
            ours: frames[name] ?? Number.NaN,
            baseline: FRAMES,
            ratio: (frames[name] ?? Number.NaN) / FRAMES,
            target: { atLeast: 1 },
          }),
        ),
        limited(`page, ${shape}: composer open, p50`, 'ms', composer, COMPOSER_MS),
      );
    }
    return results;
  } finally {
    await browser.close();
    bare.close();
  }
}
