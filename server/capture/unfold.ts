import { draw } from './in-page/draw.ts';
import { endAnimations } from './in-page/end-animations.ts';
import { grow, pinHeights, shrink } from './in-page/grow.ts';
import { type FoundScroller, findScrollers, measureOne, scrollOne } from './in-page/scrollers.ts';
import { settleMedia } from './in-page/settle-media.ts';
import { still } from './in-page/still.ts';
import { wait } from './in-page/wait.ts';
import { decodePng, type Pixels } from './png-pixels.ts';
import { compareRows, type Look } from './same-rows.ts';
import { keepScreen, shoot } from './screen.ts';
import type { CaptureViewport } from './viewport.ts';
import type { World } from './world.ts';

/** Pixels of a look per CSS pixel */
const lookScale = 0.5;
/** What a step of scrolling may wait for the page's own code, in milliseconds: at first to load, then to look */
const stepMs = { load: 30, look: 90 };
const mediaLimitMs = 2_000;
/** What charts and counters that draw themselves take at most, as a rule */
const restMs = 2_000;
/** With less than this left, nothing is unfolded. */
const unfoldMs = 20_000;
/** How much of what was seen while scrolling may look different afterwards: headers that stick, for instance */
const mostMissing = { ofRows: 0.02, ofTold: 0.05 };

/** A scroller that was made as tall as what it holds, and compared with how that looks when scrolled to. */
export interface Unfolded extends FoundScroller {
  /** Before, in CSS pixels */
  firstHeight: number;
  /** CSS pixels that look different from when they are scrolled to */
  missing: number;
}

interface Candidate {
  at: number;
  found: FoundScroller;
  looks: Look[];
}

/** Of two where one is inside the other, only that which hides more. */
function outermost(found: FoundScroller[]): Candidate[] {
  const within = (one: FoundScroller, other: FoundScroller) =>
    one.x < other.x + other.width &&
    other.x < one.x + one.width &&
    one.y < other.y + other.height &&
    other.y < one.y + one.height;
  const shells = found.map((each, at) => ({ at, found: each, looks: [] })).filter((each) => each.found.isShell);
  const byHidden = [...shells].sort((one, other) => other.found.hiddenBelow - one.found.hiddenBelow);
  const chosen: Candidate[] = [];
  for (const each of byHidden) if (!chosen.some((other) => within(each.found, other.found))) chosen.push(each);
  return chosen;
}

async function look({ session }: World, viewport: CaptureViewport, part: FoundScroller): Promise<Pixels> {
  return decodePng(await shoot(session, part, lookScale / viewport.scale));
}

/** Scrolls through all of it, so that what loads on the way is there, and then once more to look at it. */
async function lookThrough(
  world: World,
  viewport: CaptureViewport,
  { at, found, looks }: Candidate,
  limit: number,
): Promise<void> {
  const step = Math.max(40, Math.floor((found.height * 0.75) / 4) * 4);
  const below = viewport.height - found.y;
  const onScreen = below > 0 ? { ...found, height: Math.min(found.height, below) } : found;
  looks.length = 0;
  for (const waitMs of [stepMs.load, stepMs.look]) {
    let last = -1;
    for (let top = 0; top < limit; top += step) {
      const reached = await world.run(scrollOne, at, top, waitMs);
      if (reached === last && top > 0) break;
      last = reached;
      if (waitMs === stepMs.look)
        looks.push({ top: Math.round(reached * lookScale), pixels: await look(world, viewport, onScreen) });
    }
    await world.run(scrollOne, at, 0, waitMs);
    await world.run(settleMedia, mediaLimitMs);
  }
}

async function growAll(world: World, candidates: Candidate[], limit: number): Promise<void> {
  const places = candidates.map(({ at }) => at);
  // Rounds: what is shown then may load more.
  for (let round = 0; round < 3; round += 1) {
    await world.run(grow, places, limit);
    await world.run(endAnimations, true);
    await world.run(pinHeights);
  }
  await world.run(settleMedia, mediaLimitMs);
}

/**
 * Shows all of a page that scrolls inside itself: parts that fill the screen or a column of it become as tall as what
 * they hold, `limit` CSS pixels at the most. Each is held against how it looks while it is scrolled through, and one
 * that looks different twice is put back: the first time, charts may still be drawing themselves. The screen keeps its
 * size. Returns those that are shown whole.
 */
export async function unfold(
  world: World,
  viewport: CaptureViewport,
  limit: number,
  leftMs: () => number,
): Promise<Unfolded[]> {
  if (!(await world.run(findScrollers, false)).some(({ isShell }) => isShell) || leftMs() < unfoldMs) return [];
  await keepScreen(world.session, viewport);
  await world.run(still);
  await world.run(draw, true);
  // A page may let even that fade in.
  await world.run(endAnimations, true);
  const found = await world.run(findScrollers, true);
  let candidates = outermost(found);
  for (const each of candidates) await lookThrough(world, viewport, each, limit);
  for (let isFirst = true; ; isFirst = false) {
    if (candidates.length === 0) return [];
    await growAll(world, candidates, limit);
    const unfolded: Unfolded[] = [];
    const kept: Candidate[] = [];
    for (const each of candidates) {
      const grown = await world.run(measureOne, each.at);
      const whole = await look(world, viewport, { ...each.found, ...grown });
      const { told, missing } = compareRows(each.looks, whole);
      if (missing > whole.height * mostMissing.ofRows && missing > told * mostMissing.ofTold) continue;
      kept.push(each);
      unfolded.push({
        ...each.found,
        ...grown,
        firstHeight: each.found.height,
        missing: Math.round(missing / lookScale),
      });
    }
    if (kept.length === candidates.length) return unfolded;
    await world.run(shrink);
    if (!isFirst || leftMs() < unfoldMs) candidates = kept;
    else {
      await world.run(wait, restMs);
      for (const each of candidates) await lookThrough(world, viewport, each, limit);
    }
  }
}
