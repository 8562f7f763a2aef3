import type { Page } from 'playwright-core';
import { blockNavigation } from './block-navigation.ts';
import { createCamera, firstAdvanceMs } from './camera.ts';
import type { Screenshot } from './capture-request.ts';
import { settledWithin } from './deadline.ts';
import { mapElements } from './element-map.ts';
import type { ExpandedScroller } from './expand-scrollers.ts';
import { collectFacts, type FactsRead, type WantedFacts } from './facts.ts';
import { elementsNotices, factsNotices, retryIfLate } from './incomplete.ts';
import { type Notice, Notices, type Subject } from './notice.ts';
import { repeatBackgrounds } from './repeat-backgrounds.ts';
import { emulateScreen, isZoomedOut } from './screen.ts';
import { measure, sizeNotices } from './screenshot-size.ts';
import {
  backgroundCut,
  lockNotices,
  openedOnScroll,
  scrollNotices,
  shownOnScroll,
  slideNotices,
} from './scroll-notices.ts';
import { readSources } from './sources/read-sources.ts';
import type { CaptureViewport } from './viewport.ts';
import { resumeTime } from './virtual-time.ts';
import { runInFrame, type World } from './world.ts';

/** Page time between the two screenshots of a page that never looked the same twice */
const lastAdvanceMs = 4_900;
/**
 * The longest that collecting facts takes; with less time left, no facts are collected and no incomplete read is
 * repeated.
 */
const factsMs = 11_000;

export interface ScreenshotRequest {
  /** Default: `page` */
  subject?: Subject;
  viewport: CaptureViewport;
  /** In CSS pixels; default as in `heightLimit` */
  maxHeight?: number;
  /** CSS selectors of parts to paint over */
  mask?: readonly string[];
  /** Scrollers that were made as tall as their content */
  expanded?: readonly ExpandedScroller[];
  /** Collects facts about the screenshot's content, too. Default: none */
  facts?: WantedFacts;
  /** Milliseconds left for the whole screenshot. Two samples and one screenshot are taken even with none left. */
  leftMs(): number;
}

/** Returns the notice that something changes by itself, with the changing areas if they are known. */
export function changesByItself(subject: Subject, areas?: string): Notice {
  const where = areas === undefined ? '' : ` (${areas})`;
  const message =
    subject === 'page'
      ? `Part of this page changes by itself${where}: name it in \`mask\`, or two captures may differ.`
      : `Part of this email changes by itself${where}, so two screenshots of it may differ.`;
  return { code: 'changes_by_itself', message };
}

/**
 * Prepares the child frames; those of other origins have their own world and clock. Does not wait for a frame that
 * hangs.
 */
async function prepareFrames(page: Page): Promise<void> {
  const frames = page.frames().filter((frame) => frame !== page.mainFrame());
  const work = frames.map(async (frame) => {
    await runInFrame(frame, 'preparePage');
    await runInFrame(frame, 'endAnimations', false);
  });
  await settledWithin(Promise.allSettled(work), 1_000);
}

/**
 * Takes a screenshot of a whole settled page as one PNG, with its elements. Carets are hidden, animations ended, bars
 * of the screen's lower edge moved to the screenshot's end, and masks painted. Waits until the page looks the same as
 * it did some seconds of page time earlier; a notice reports a page that never does. `world` belongs to the document on
 * the screen. The page is unusable afterwards because its clock stands still. Rejects with the browser's errors, for
 * instance when the page navigates meanwhile; the caller limits its time.
 */
export async function takeScreenshot(page: Page, world: World, request: ScreenshotRequest): Promise<Screenshot> {
  const { subject = 'page', viewport, mask: masks = [], expanded = [], leftMs } = request;
  const { session } = world;
  const notices = new Notices();
  const camera = createCamera(page, world, { viewport, masks, notices, leftMs });
  const wasZoomedOut = await isZoomedOut(session, viewport);
  await emulateScreen(session, viewport);
  await world.run('preparePage');
  await prepareFrames(page);
  try {
    await camera.advance(firstAdvanceMs);
  } catch (error) {
    // The page navigated: its next document must be able to settle.
    await resumeTime(session);
    throw error;
  }
  const triedToLeave = await blockNavigation(world);
  const layout = await world.run('readLayout');
  const size = await measure(session, request, layout);
  const hasBackground = await world.run('moveBottomBars', size.screenshot.height);
  if (size.screenshot.height > layout.screenHeight) await world.run('releaseBackgrounds');
  notices.addAll(sizeNotices(size, viewport, { ...layout, isZoomedOut: wasZoomedOut }, subject));
  if (await world.run('isNewlyDimmed')) notices.addAll([openedOnScroll]);
  // With an expanded scroller, only the screenshot is that tall, not the page.
  if (expanded.length === 0) notices.addAll(lockNotices(size, layout, subject));
  await world.run('setVisible', true);
  // A page may fade in content that becomes visible.
  await world.run('endAnimations', false);
  if (hasBackground && !(await repeatBackgrounds(world, viewport, layout.screenHeight, size.screenshot.height))) {
    notices.addAll([backgroundCut]);
  }
  const isSteady = await camera.isSteady(size);
  await emulateScreen(session, viewport);
  let earlier: Buffer | null = null;
  if (!isSteady && !camera.isLate()) {
    earlier = await camera.shoot(size, 1);
    await camera.advance(lastAdvanceMs);
  }
  const scrollers = (await world.run('findScrollers', true)).filter(({ y }) => y < size.screenshot.height);
  notices.addAll(scrollNotices(expanded, scrollers, subject));
  notices.addAll(slideNotices(await world.run('findSlides', size.screenshot), subject));
  const hasTime = () => leftMs() > factsMs;
  const map = async () => {
    const mapped = await retryIfLate(() => mapElements(page, size.screenshot, world), hasTime);
    return {
      mapped,
      sources: subject === 'page' && hasTime() ? await readSources(world, page.url(), mapped) : null,
    };
  };
  const isMasked = masks.length > 0;
  const removeMasks = async () => isMasked && (await world.run('setMasks', [], ''));
  await removeMasks();
  // Without masks in the way, elements are read while the browser encodes the screenshot and the page is idle.
  const early = isMasked ? await map() : null;
  const [png, { mapped, sources }] = await Promise.all([camera.shoot(size, 1), early ?? map()]);
  notices.addAll(elementsNotices(mapped, subject));
  let facts: FactsRead['facts'] = null;
  const { facts: wanted } = request;
  if (wanted !== undefined) {
    await removeMasks();
    const read = hasTime()
      ? await retryIfLate(() => collectFacts(page, size.screenshot, masks, wanted, world), hasTime)
      : { facts: null, isInTime: false, isCut: false };
    notices.addAll(factsNotices(read, subject));
    facts = read.facts;
  }
  if (await camera.showsOnScroll(size.screenshot.height)) notices.addAll([shownOnScroll]);
  if (!isSteady) notices.addAll([changesByItself(subject)]);
  if (triedToLeave()) {
    const leaves = 'reloads itself or leads elsewhere a few seconds later; the screenshot shows it before that';
    notices.add('leaves', `The ${subject} ${leaves}.`);
  }
  return {
    png,
    width: png.readUInt32BE(16),
    height: png.readUInt32BE(20),
    notices: notices.list(),
    earlier,
    elements: mapped.elements,
    sources,
    facts,
  };
}
