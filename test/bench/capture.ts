import { type Browser, chromium } from 'playwright-core';
import { engineSource } from '../../server/adapters/capture-view/engine.ts';
import { createBrowser, type SharedBrowser } from '../../server/adapters/chromium/index.ts';
import { createGuard, parseOutboundAllow, startCaptureProxy } from '../../server/adapters/outbound/index.ts';
import { type CaptureViewport, capturePage, contextOptions, viewports } from '../../server/capture/index.ts';
import { type Pages, pageNames, servePages } from '../capture/pages/serve-pages.ts';
import { browserPath } from '../support/browser.ts';
import { capturePeers } from './support/capture-peers.ts';
import { compared, type Result, timed } from './support/measure.ts';
import { installPeers } from './support/peers.ts';

const CONCURRENCY = 2;
const ROUNDS = 2;

interface Job {
  url: string;
  viewport: CaptureViewport;
}

/** Takes stable images with elements and facts as the service does: in the shared browser, with a proxy each. */
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

/** Takes one image of the page as it is at that moment, as most hand-written code does. */
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

/** Returns the captures per minute, with several at a time. */
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

const note =
  'the service scrolls through each page, takes two images seconds of the page’s time apart, maps its elements and asks the page what a checklist needs; the baseline takes one at once, before charts, maps and late images are there.';

/** Runs the published programs with their usual waits, once each on the desktop pages, alternating with ours. */
async function besidePeers(
  capture: (job: Job) => Promise<unknown>,
  origin: string,
  browserPath: string,
): Promise<Result[]> {
  const missing = await installPeers();
  const viewport = viewports.desktop;
  const jobs = pageNames.map((name) => ({ url: `${origin}/${name}`, viewport }));
  const results: Result[] = [];
  for (const [against, run] of Object.entries(capturePeers)) {
    console.error(`bench: capture, ${against}`);
    const row = { name: 'captures, desktop', against, unit: '1/min', target: null };
    const ours = await perMinute(jobs, capture);
    const task = { origin, paths: pageNames, viewport, concurrency: CONCURRENCY, browserPath };
    const took = missing ?? (await timed(() => run(task)).catch((error: Error) => error.message));
    if (typeof took === 'string') results.push({ ...row, ours, baseline: null, ratio: null, note: took });
    else {
      const note = 'as its own program with its own waits, its start included';
      results.push(compared({ ...row, note }, { ours: [ours], baseline: [(jobs.length * 60_000) / took] }));
    }
  }
  return results;
}

/** Captures ten pages on both screens, beside a bare Playwright loop at equal concurrency and other tools. */
export async function benchCapture(): Promise<Result[]> {
  const path = await browserPath();
  const pages = await servePages();
  const shared = createBrowser({ path, concurrency: CONCURRENCY });
  const plain = await chromium.launch({ executablePath: path });
  try {
    const screens = [viewports.desktop, viewports.mobile];
    const jobs = pageNames.flatMap((name) => screens.map((viewport) => ({ url: `${pages.origin}/${name}`, viewport })));
    const own = ours(shared, pages);
    const ways = { ours: own, networkidle: bare(plain, 'networkidle'), load: bare(plain, 'load') };
    const rates = { ours: [] as number[], networkidle: [] as number[], load: [] as number[] };
    for (const way of Object.values(ways)) await perMinute(jobs.slice(0, 2), way);
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const name of ['ours', 'networkidle', 'load'] as const) rates[name].push(await perMinute(jobs, ways[name]));
    }
    const against = (baseline: 'networkidle' | 'load', row: { note?: string } = {}): Result =>
      compared(
        {
          name: 'captures, desktop and mobile',
          against: `Playwright after ${baseline}`,
          unit: '1/min',
          target: { atLeast: 0.9 },
          ...row,
        },
        { ours: rates.ours, baseline: rates[baseline] },
      );
    const beside = await besidePeers(own, pages.origin, path);
    return [against('networkidle'), against('load', { note }), ...beside];
  } finally {
    await Promise.allSettled([shared.close(), plain.close(), pages.close()]);
  }
}
