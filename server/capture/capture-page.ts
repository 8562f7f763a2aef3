import type { Browser, BrowserContext, Page } from 'playwright-core';
import type { Capture, CaptureRequest } from './capture-request.ts';
import { contextOptions } from './context-options.ts';
import { type Deadline, settledWithin, startDeadline } from './deadline.ts';
import { failureNotices } from './failed-notices.ts';
import { watchResources } from './failed-resources.ts';
import { CaptureFailure, hostOf, navigationFailure } from './failure.ts';
import { checkAddress, open, watchDocument } from './navigate.ts';
import { Notices } from './notice.ts';
import { letIn } from './own-origin.ts';
import { heightLimit } from './picture-size.ts';
import { watchTraffic } from './quiet.ts';
import { watchElements } from './refused-elements.ts';
import { watchResponsiveness } from './responsiveness.ts';
import { despiteNavigation, settle, waitForSelector } from './settle.ts';
import { takePicture } from './take-picture.ts';
import { unfold } from './unfold.ts';
import { openWorld } from './world.ts';

const loadLimitMs = 15_000;
const closeLimitMs = 5_000;
/** Longer than what is asked of a page takes its own thread, on a busy machine too */
const maxSilenceMs = 20_000;

async function run(context: BrowserContext, request: CaptureRequest, deadline: Deadline): Promise<Capture> {
  const url = checkAddress(request.url);
  const page = await context.newPage();
  const failed = Promise.withResolvers<never>();
  failed.promise.catch(() => undefined);
  page.once('crash', () => failed.reject(new Error('Page crashed')));
  context.on('page', (popup) => void popup.close().catch(() => undefined));
  return Promise.race([showAndShoot(context, page, url, request, deadline, failed.reject), failed.promise]);
}

async function stopLoading(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Page.stopLoading');
}

async function showAndShoot(
  context: BrowserContext,
  page: Page,
  url: URL,
  request: CaptureRequest,
  deadline: Deadline,
  fail: (reason: CaptureFailure) => void,
): Promise<Capture> {
  const traffic = watchTraffic(page);
  const watch = watchDocument(page, request);
  const resources = watchResources(page, request.explain);
  const failures = await watchElements(page, resources);
  if (request.fixedTime !== undefined) await page.clock.setFixedTime(request.fixedTime);
  await letIn(context, page, request, fail);
  await watchResponsiveness(page, request.maxSilenceMs ?? maxSilenceMs, () =>
    fail(
      new CaptureFailure(
        'timeout',
        `The page at ${url.host} stopped responding: one of its scripts seems to run in an endless loop.`,
      ),
    ),
  );
  const loaded = await open(page, url, watch, Math.min(loadLimitMs, deadline.left() / 2));
  if (request.waitFor !== undefined) await waitForSelector(page, request.waitFor, deadline);
  const limit = heightLimit(request, request.viewport.width);
  return despiteNavigation(page, async () => {
    const notices = new Notices();
    // A stylesheet that never comes would keep the page from being painted at all.
    if (!loaded) {
      resources.giveUp();
      await stopLoading(page);
    }
    const world = await openWorld(page);
    const settled = await settle(page, world, traffic, limit);
    resources.giveUp();
    watch.check();
    const unfolded = await unfold(world, request.viewport, limit, () => deadline.left());
    const picture = await takePicture(page, world, { ...request, unfolded, leftMs: () => deadline.left() });
    const title = (await page.title()).slice(0, 300);
    // Once more: it may have left while its picture was taken.
    watch.check();
    const finalUrl = page.url();
    if (new URL(finalUrl).origin !== url.origin) {
      notices.add('redirected', `The address led to ${hostOf(finalUrl)}.`);
    }
    notices.addAll(picture.notices);
    notices.addAll(failureNotices(await failures()));
    if (!loaded || !settled) {
      notices.add('still_loading', 'Parts of the page were still loading when the picture was taken.');
    }
    return { ...picture, finalUrl, title, notices: notices.list() };
  });
}

/**
 * One page as one full-length picture. Takes a browser, or a context made with `contextOptions` (which it uses up).
 * Ends by `deadlineMs`, whatever the page does. Rejects with CaptureFailure.
 */
export async function capturePage(target: Browser | BrowserContext, request: CaptureRequest): Promise<Capture> {
  checkAddress(request.url);
  const host = hostOf(request.url);
  const deadline = startDeadline(request.deadlineMs, () => {
    const seconds = Math.round(request.deadlineMs / 100) / 10;
    const known = request.explain?.(request.url) ?? null;
    const words =
      known?.message ?? `The page at ${host} was not ready within ${seconds} s. Is it slow, or never at rest?`;
    return new CaptureFailure('timeout', words);
  });
  const opening = 'newContext' in target ? target.newContext(contextOptions(request, target.version())) : target;
  try {
    const context = await deadline.race(Promise.resolve(opening));
    return await deadline.race(run(context, request, deadline));
  } catch (error) {
    throw navigationFailure(error, request.url, null);
  } finally {
    deadline.clear();
    await settledWithin(
      Promise.resolve(opening).then((context) => context.close()),
      closeLimitMs,
    );
  }
}
