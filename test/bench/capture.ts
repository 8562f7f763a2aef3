import { type Browser, chromium } from 'playwright-core';
import { engineSource } from '../../server/adapters/capture-view/engine.ts';
import { createBrowser, findBrowser, type SharedBrowser } from '../../server/adapters/chromium/index.ts';
import { createGuard, parseOutboundAllow, startCaptureProxy } from '../../server/adapters/outbound/index.ts';
import { type CaptureViewport, capturePage, contextOptions, viewports } from '../../server/capture/index.ts';
import { type Pages, pageNames, servePages } from '../capture/pages/serve-pages.ts';
import { median, type Result } from './support/measure.ts';

const CONCURRENCY = 2;
const ROUNDS = 2;

interface Job {
  url: string;
  viewport: CaptureViewport;
}

/** Stable pictures with their elements and facts, in the shared browser, out through a proxy each: as the service does it. */
function ours(browser: SharedBrowser, pages: Pages): (job: Job) => Promise<unknown> {
  const guard = createGuard({ allow: parseOutboundAllow(pages.allow), ownPorts: [] });
  return async ({ url, viewport }) => {
    const proxy = await startCaptureProxy(guard);
    const facts = { engine: viewport.mobile ? null : await engineSource() };
    try {
      await browser.withContext(
        (version) => contextOptions({ viewport, proxyServer: proxy.server }, version),
        (context) => capturePage(context, { url, viewport, facts, deadlineMs: 60_000 }),
      );
    } finally {
      await proxy.close();
    }
  };
}

/** What everybody writes first: one picture, of whatever the page looks like at that moment. */
function bare(browser: Browser, waitUntil: 'networkidle' | 'load'): (job: Job) => Promise<unknown> {
  return async ({ url, viewport: { width, height, scale, mobile } }) => {
    const context = await browser.newContext({
      viewport: { width, height },
      deviceScaleFactor: scale,
      isMobile: mobile,
      hasTouch: mobile,
    });
    try {
      const page = await context.newPage();
      await page.goto(url, { waitUntil });
      await page.screenshot({ fullPage: true });
    } finally {
      await context.close();
    }
  };
}

/** Captures per minute, some at a time. */
async function perMinute(jobs: readonly Job[], capture: (job: Job) => Promise<unknown>): Promise<number> {
  const waiting = [...jobs];
  const began = performance.now();
  await Promise.all(
    Array.from({ length: CONCURRENCY }, async () => {
      for (let job = waiting.shift(); job !== undefined; job = waiting.shift()) await capture(job);
    }),
  );
  return (jobs.length * 60_000) / (performance.now() - began);
}

/** Ten pages on both screens, against a bare Playwright loop at the same concurrency (design 7). */
export async function benchCapture(): Promise<Result[]> {
  const found = await findBrowser({ browserPath: process.env.BROWSER_PATH });
  if (found === null) throw new Error('No browser: run `node server/setup/browser.ts`.');
  const pages = await servePages();
  const shared = createBrowser({ path: found.path, concurrency: CONCURRENCY });
  const plain = await chromium.launch({ executablePath: found.path });
  try {
    const screens = [viewports.desktop, viewports.mobile];
    const jobs = pageNames.flatMap((name) => screens.map((viewport) => ({ url: `${pages.origin}/${name}`, viewport })));
    const ways = { ours: ours(shared, pages), networkidle: bare(plain, 'networkidle'), load: bare(plain, 'load') };
    const rates = { ours: [] as number[], networkidle: [] as number[], load: [] as number[] };
    for (const way of Object.values(ways)) await perMinute(jobs.slice(0, 2), way);
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const name of ['ours', 'networkidle', 'load'] as const) rates[name].push(await perMinute(jobs, ways[name]));
    }
    const against = (baseline: 'networkidle' | 'load', note?: string): Result => ({
      name: `captures, the baseline waiting for ${baseline}`,
      unit: '1/min',
      ours: median(rates.ours),
      baseline: median(rates[baseline]),
      ratio: median(rates.ours.map((rate, at) => rate / (rates[baseline][at] ?? Number.NaN))),
      target: { atLeast: 0.9 },
      ...(note === undefined ? {} : { note }),
    });
    const note =
      'the service scrolls through each page, takes two pictures seconds of the page’s time apart, maps its elements and asks the page what a checklist needs; the baseline takes one at once, before charts, maps and late pictures are there.';
    return [against('networkidle'), against('load', note)];
  } finally {
    await Promise.allSettled([shared.close(), plain.close(), pages.close()]);
  }
}
