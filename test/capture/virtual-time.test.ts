import { expect, it } from 'vitest';
import { captureClip } from '../../server/capture/screen.ts';
import { advanceTime, resumeTime, untilDrawn } from '../../server/capture/virtual-time.ts';
import { PATIENCE_MS } from '../support/patience.ts';
import { launchBrowser } from '../web/support/browser.ts';
import { site } from './support/site.ts';

const browser = await launchBrowser();

const page = `<p>0</p><script>fetch('/never');
  let n = 0; setInterval(() => { document.querySelector('p').textContent = ++n }, 1000)</script>`;
/** Long enough for a busy machine to let five seconds of page time pass. The page waits as long for its server. */
const LIMIT_MS = 2_000;
const clip = { x: 0, y: 0, width: 200, height: 100 };

/** Opens a page that waits for its server for ever, with a session that can stop its clock. */
async function waiting() {
  const running = await site({ '/': page, '/never': { delayMs: 3_600_000 } });
  const shown = await browser.newPage();
  await shown.goto(running.origin, { waitUntil: 'commit' });
  await shown.locator('p').waitFor();
  const session = await shown.context().newCDPSession(shown);
  return { shown, session };
}

it('time advances for a page that waits for its server, and any number of screenshots can be taken', async () => {
  const { shown, session } = await waiting();
  let last = Number(await shown.textContent('p'));
  for (const round of [1, 2]) {
    await advanceTime(session, 5_000, LIMIT_MS);
    const now = Number(await shown.textContent('p'));
    expect(now - last, `${round}`).toBeGreaterThanOrEqual(5);
    last = now;
    for (const scale of [0.25, 1, 0.5]) expect((await captureClip(session, clip, scale)).length).toBeGreaterThan(0);
    // The clock stands still in between.
    expect(Number(await shown.textContent('p'))).toBe(now);
  }
});

const drawn = 'new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve(true))))';

it('work that waits for a drawn frame behind a stopped clock continues after a moment of time', async () => {
  const { shown, session } = await waiting();
  await session.send('Emulation.setVirtualTimePolicy', { policy: 'pauseIfNetworkFetchesPending', budget: 5_000 });
  expect(await untilDrawn(session, () => shown.evaluate(drawn))).toBe(true);
});

/** Waits until real time has passed. */
async function pass(ms: number): Promise<void> {
  const began = performance.now();
  await expect.poll(() => performance.now() - began, { interval: 100 }).toBeGreaterThan(ms);
}

// When the page's clock is behind real time, each screenshot takes a minute or more.
it('a page whose clock real time has overtaken is drawn any number of times', { timeout: 60_000 }, async () => {
  const { session } = await waiting();
  await advanceTime(session, 10, LIMIT_MS);
  await pass(500);
  for (const scale of [0.25, 0.25, 1, 1]) {
    expect((await untilDrawn(session, () => captureClip(session, clip, scale))).length).toBeGreaterThan(0);
  }
});

it('a page is drawn when real time overtakes its clock during the work', { timeout: 60_000 }, async () => {
  const { shown, session } = await waiting();
  await advanceTime(session, 10, LIMIT_MS);
  const work = async () => {
    await pass(3_000);
    return shown.evaluate(drawn);
  };
  expect(await untilDrawn(session, work)).toBe(true);
});

/** Opens a page whose script waits for its server after half a second of its time. */
async function busy() {
  const running = await site({
    '/': `<p>0</p><script>let n = 0; setInterval(() => { document.querySelector('p').textContent = ++n }, 1000);
      setTimeout(() => { const asked = new XMLHttpRequest(); asked.open('GET', '/slow', false); asked.send() }, 500)</script>`,
    '/slow': { delayMs: 300 },
  });
  const shown = await browser.newPage();
  await shown.goto(running.origin);
  return { shown, session: await shown.context().newCDPSession(shown) };
}

it('as much time passes as was asked for after a page was too busy for an earlier wait', async () => {
  const { shown, session } = await busy();
  const now = () => shown.evaluate(() => Date.now());
  await advanceTime(session, 1_000, 0);
  const before = await now();
  await advanceTime(session, 7_000, PATIENCE_MS);
  expect((await now()) - before).toBeGreaterThanOrEqual(7_000);
});

it('a clock that runs again is not stopped by the end of an earlier wait', async () => {
  const { shown, session } = await busy();
  await advanceTime(session, 2_000, 0);
  await resumeTime(session);
  await expect.poll(async () => Number(await shown.textContent('p'))).toBeGreaterThan(60);
});
