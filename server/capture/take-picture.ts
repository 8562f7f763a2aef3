import type { Page } from 'playwright-core';
import type { CapturedFacts } from './captured-facts.ts';
import { settledWithin } from './deadline.ts';
import { type CapturedElement, mapElements } from './element-map.ts';
import { collectFacts, type WantedFacts } from './facts.ts';
import { draw } from './in-page/draw.ts';
import { endAnimations } from './in-page/end-animations.ts';
import { twoFrames } from './in-page/frames.ts';
import { hasMutated } from './in-page/mutations.ts';
import { pageScrolls } from './in-page/page-scrolls.ts';
import { placeBars } from './in-page/place-bars.ts';
import { findScrollers } from './in-page/scrollers.ts';
import { countFaded, isAnyShown, scrollToFaded } from './in-page/shown-on-scroll.ts';
import { findSlides } from './in-page/slides.ts';
import { still } from './in-page/still.ts';
import { hasViewportTag } from './in-page/viewport-tag.ts';
import { askAgain, elementsNotices, factsNotices } from './incomplete.ts';
import { isMasked, mask, unmask } from './masks.ts';
import { type Notice, Notices } from './notice.ts';
import { passTime, runOn, untilDrawn } from './pass-time.ts';
import { measure, type PageSize, sizeNotices } from './picture-size.ts';
import { keepScreen, shoot } from './screen.ts';
import { lockNotices, scrollNotices, shownOnScroll, slideNotices } from './scroll-notices.ts';
import { stayPut } from './stay-put.ts';
import type { Unfolded } from './unfold.ts';
import type { CaptureViewport } from './viewport.ts';
import type { World } from './world.ts';

/** Milliseconds that pass for the page before its first picture: what counts up, fades in or flies somewhere is there. */
const firstPass = 3_100;
/** And between two looks. No multiples of each other: carousels turn in full seconds. */
const passes = [5_300, 7_100, 3_700];
/** And between the two pictures of a page that never looked the same twice. */
const lastPass = 4_900;
/** Of a look, which is only held against another one: drawing and writing it is a tenth of a picture's work. */
const lookScale = 0.25;
const passLimitMs = 1_500;
const frameLimitMs = 5_000;
/** What drawing takes at worst, on a busy machine */
const drawLimitMs = 10_000;
/** What one more picture may take at worst; with less than that left, what there is has to do. */
const pictureMs = 6_000;
/** What collecting facts may take at worst; with less than that left, there are none, and nothing is asked again. */
const factsMs = 11_000;

export const changesByItself = 'Part of this page changes by itself: name it in `mask`, or two captures may differ.';

export interface PictureRequest {
  viewport: CaptureViewport;
  /** CSS pixels; default as `heightLimit` says */
  maxHeight?: number;
  /** CSS selectors of parts to paint over */
  mask?: readonly string[];
  /** Parts that scroll inside the page and were made as tall as what they hold */
  unfolded?: readonly Unfolded[];
  /** Asks the page about what its picture shows, too. Default: not */
  facts?: WantedFacts;
  /** Milliseconds left for all of it. Two looks and one picture are taken whatever it says. */
  leftMs(): number;
}

export interface Picture {
  png: Buffer;
  /** Of the picture, in its own pixels: `viewport.scale` of them per CSS pixel */
  width: number;
  height: number;
  /** What a person should know about it */
  notices: Notice[];
  /** One from a few seconds before, when the page never looked the same twice; else null */
  earlier: Buffer | null;
  elements: CapturedElement[];
  /** null when they were not wanted, or the page resists */
  facts: CapturedFacts | null;
}

const leaves = 'The page loads itself anew or leads elsewhere a few seconds later; the picture shows it before that.';

/** Frames of other origins have a world and a clock of their own; one that hangs is not waited for. */
async function stillFrames(page: Page): Promise<void> {
  const frames = page.frames().filter((frame) => frame !== page.mainFrame());
  const work = frames.map(async (frame) => {
    await frame.evaluate(still);
    await frame.evaluate(endAnimations, false);
  });
  await settledWithin(Promise.allSettled(work), 1_000);
}

/**
 * The whole of a page that has come to rest (`settle`), from top to bottom, as one PNG, with its elements: carets
 * hidden, animations ended, bars of the screen's lower edge at the picture's end, masks painted. Taken once the page
 * looks the same as some seconds of its own time before; a page that never does is said so in `notices`. `world` is that
 * of the document on the screen. The page is of no more use afterwards: its clock stands still. Rejects with whatever the
 * browser says, for instance when the page navigates meanwhile; the caller bounds its time.
 */
export async function takePicture(page: Page, world: World, request: PictureRequest): Promise<Picture> {
  const { viewport } = request;
  const masks = request.mask ?? [];
  const { session } = world;

  async function letPass(ms: number): Promise<void> {
    await passTime(session, ms, passLimitMs);
    // A clock that jumped is seen by what draws frame by frame only in its next frame.
    await settledWithin(world.run(twoFrames), frameLimitMs);
    await world.run(endAnimations, false);
  }

  async function see(size: PageSize, scale: number): Promise<Buffer> {
    await mask(page, world, masks, notices);
    const whole = { x: 0, y: 0, ...size.picture };
    const seen = await untilDrawn(session, () => shoot(session, whole, scale), drawLimitMs);
    if (masks.length > 0 && !(await isMasked(world))) {
      notices.add('mask_removed', 'The page removes what is painted over it: what `mask` names may be visible.');
    }
    return seen;
  }

  /** Scrolls to a few of the parts that are transparent: those that hide when they leave the screen show again. */
  async function hidesOffScreen(height: number): Promise<boolean> {
    const count = await world.run(countFaded, height);
    if (count === 0) return false;
    for (const at of new Set([0, count >> 1, count - 1])) {
      if (isLate()) break;
      await world.run(scrollToFaded, at);
      await settledWithin(world.run(twoFrames), frameLimitMs);
      await letPass(firstPass);
      if (await world.run(isAnyShown)) return true;
    }
    return false;
  }

  const isLate = () => request.leftMs() < pictureMs;

  /** Lets time pass until the page looks the same twice in a row; false when it never does, or the time is up. */
  async function looksCalm(size: PageSize): Promise<boolean> {
    // Shoots at another scale than the screen's let Chromium keep what it drew for both, and then it cuts the lower edges
    // of some layers by a part of a pixel. Drawn whole at the new scale, what it kept for the old one is gone.
    await keepScreen(session, viewport, lookScale);
    await see(size, lookScale);
    let before = await see(size, lookScale);
    let isDoubted = false;
    for (const ms of passes) {
      await world.run(hasMutated);
      await letPass(ms);
      const hasChanged = await world.run(hasMutated);
      const now = await see(size, lookScale);
      const isSame = now.equals(before);
      before = now;
      // A carousel may just have come round to where it was: then it is looked at once more.
      if (isSame && (isDoubted || !hasChanged)) return true;
      isDoubted = isSame;
      if (isLate()) break;
    }
    return isDoubted;
  }

  await keepScreen(session, viewport);
  await world.run(still);
  await stillFrames(page);
  try {
    await letPass(firstPass);
  } catch (error) {
    // It led elsewhere: the document that came instead must be able to come to rest.
    await runOn(session);
    throw error;
  }
  const wantedToLeave = await stayPut(world);
  const scrolls = await world.run(pageScrolls);
  const size = await measure(session, request, scrolls);
  await world.run(placeBars, size.picture.height);
  const notices = new Notices();
  notices.addAll(sizeNotices(size, viewport, await world.run(hasViewportTag)));
  const unfolded = request.unfolded ?? [];
  // What holds a part that was made taller is as tall as that on the screenshot alone.
  if (unfolded.length === 0) notices.addAll(lockNotices(size, scrolls));
  await world.run(draw, true);
  // A page may let even that fade in.
  await world.run(endAnimations, false);
  const isCalm = await looksCalm(size);
  await keepScreen(session, viewport);
  let earlier: Buffer | null = null;
  if (!isCalm && !isLate()) {
    earlier = await see(size, 1);
    await letPass(lastPass);
  }
  const scrollers = (await world.run(findScrollers, true)).filter(({ y }) => y < size.picture.height);
  notices.addAll(scrollNotices(unfolded, scrollers));
  notices.addAll(slideNotices(await world.run(findSlides, size.picture)));
  const masked = masks.length > 0;
  if (masked) await unmask(world);
  const hasTime = () => request.leftMs() > factsMs;
  const map = () => askAgain(() => mapElements(page, size.picture, world), hasTime);
  // Together where masks do not stand in the way: while the picture is written, the page itself has nothing to do.
  const early = masked ? await map() : null;
  const [png, found] = await Promise.all([see(size, 1), early ?? map()]);
  notices.addAll(elementsNotices(found));
  const { facts: wanted } = request;
  let facts: CapturedFacts | null = null;
  if (wanted !== undefined) {
    if (masked) await unmask(world);
    const read = hasTime()
      ? await askAgain(() => collectFacts(page, size.picture, masks, wanted, world), hasTime)
      : { facts: null, isInTime: false, isCut: false };
    notices.addAll(factsNotices(read));
    facts = read.facts;
  }
  if (await hidesOffScreen(size.picture.height)) notices.addAll([shownOnScroll]);
  if (!isCalm) notices.add('changes_by_itself', changesByItself);
  if (wantedToLeave()) notices.add('leaves', leaves);
  return {
    png,
    width: png.readUInt32BE(16),
    height: png.readUInt32BE(20),
    notices: notices.list(),
    earlier,
    elements: found.elements,
    facts,
  };
}
