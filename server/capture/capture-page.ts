import type { Browser, BrowserContext, Page } from 'playwright-core';
import { blankNotices } from './blank.ts';
import type { Capture, CaptureRequest } from './capture-request.ts';
import { contextOptions } from './context-options.ts';
import { sendCredentials } from './credentials.ts';
import { doSteps, hoverAgain } from './do-steps.ts';
import { expandScrollers } from './expand-scrollers.ts';
import { watchFailedElements } from './failed-elements.ts';
import { failureNotices } from './failed-notices.ts';
import { watchResources } from './failed-resources.ts';
import { hostOf } from './failure.ts';
import { failuresNotice } from './incomplete.ts';
import { checkAddress, open, watchDocument } from './navigate.ts';
import { type Notice, Notices } from './notice.ts';
import { watchResponsiveness } from './responsiveness.ts';
import { type CaptureRun, runCapture } from './run-capture.ts';
import { heightLimit } from './screenshot-size.ts';
import { quietLimitMs, quietMs, retryOnNavigation, settle, waitForSelector } from './settle.ts';
import { takeScreenshot } from './take-screenshot.ts';
import { watchTraffic } from './traffic.ts';
import { openWorld } from './world.ts';

const loadLimitMs = 15_000;
/** Longer than any of our own scripts runs in a page without yielding, even on a busy machine */
const maxSilenceMs = 20_000;

const growing: Notice = {
  code: 'cut_below',
  message: 'The page grows as it is scrolled: more may follow below the screenshot, and two captures may differ.',
};

async function stopLoading(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Page.stopLoading');
}

async function captureUrl(run: CaptureRun, url: URL, request: CaptureRequest): Promise<Capture> {
  const { context, page, deadline, fail } = run;
  const traffic = watchTraffic(page);
  const watch = watchDocument(page, request);
  const resources = watchResources(page, request.explain);
  const listFailures = await watchFailedElements(page, resources);
  if (request.fixedTime !== undefined) await page.clock.setFixedTime(request.fixedTime);
  await sendCredentials(context, page, request, fail);
  const silenceMs = request.maxSilenceMs ?? maxSilenceMs;
  await watchResponsiveness(page, silenceMs, () => fail(watch.explainSilence(silenceMs)));
  const loaded = await open(page, url, watch, Math.min(loadLimitMs, deadline.left() / 2));
  if (request.waitFor !== undefined) await waitForSelector(page, request.waitFor, deadline);
  const limit = heightLimit(request, request.viewport.width);
  // A pending stylesheet would keep the page from being painted.
  const startPainting = async () => {
    if (loaded) return;
    resources.giveUp();
    await stopLoading(page);
  };
  const { steps = [] } = request;
  if (steps.length > 0) {
    await startPainting();
    // Scripts often make a page usable only after it loaded.
    await traffic.quiet(quietMs, quietLimitMs, (ms) => page.waitForTimeout(ms));
    await doSteps(page, steps, deadline, watch);
  }
  return retryOnNavigation(page, async () => {
    await startPainting();
    const world = await openWorld(page);
    const { isAtRest, isGrowing } = await settle(page, world, traffic, limit);
    resources.giveUp();
    watch.check();
    const expanded = await expandScrollers(world, request.viewport, limit, deadline.left);
    await hoverAgain(page, steps, deadline);
    const screenshot = await takeScreenshot(page, world, { ...request, expanded, leftMs: deadline.left });
    const title = (await page.title()).slice(0, 300);
    // The page may have navigated while its screenshot was taken.
    watch.check();
    const finalUrl = page.url();
    const notices = new Notices();
    if (new URL(finalUrl).origin !== url.origin) {
      notices.add('redirected', `The address led to ${hostOf(finalUrl)}.`);
    }
    notices.addAll(await blankNotices(page, world, screenshot, request));
    notices.addAll(screenshot.notices);
    if (isGrowing && !screenshot.notices.some(({ code }) => code === 'cut_below')) notices.addAll([growing]);
    const { failures, isInTime } = await listFailures();
    notices.addAll(failureNotices(failures));
    if (!isInTime) notices.addAll([failuresNotice]);
    if (!loaded || !isAtRest) {
      notices.add('still_loading', 'Parts of the page were still loading when the screenshot was taken.');
    }
    return { ...screenshot, finalUrl, title, notices: notices.list() };
  });
}

/**
 * Captures one page as one full-length screenshot. Takes a browser, or a context made with `contextOptions`, which it
 * closes. Settles within `deadlineMs`, whatever the page does. Rejects with CaptureFailure.
 */
export async function capturePage(target: Browser | BrowserContext, request: CaptureRequest): Promise<Capture> {
  const url = checkAddress(request.url);
  const opening = 'newContext' in target ? target.newContext(contextOptions(request, target.version())) : target;
  const limits = {
    url: request.url,
    deadlineMs: request.deadlineMs,
    timeoutMessage: (seconds: number) =>
      request.explain?.(request.url)?.message ??
      `The page at ${url.host} was not ready within ${seconds} s. Is it slow, or never at rest?`,
  };
  return runCapture(Promise.resolve(opening), limits, (run) => captureUrl(run, url, request));
}
