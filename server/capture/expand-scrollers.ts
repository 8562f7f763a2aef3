import { compareRows, type Sample } from './compare-rows.ts';
import type { FoundScroller } from './in-page.ts';
import { decodePng, type Pixels } from './png-pixels.ts';
import { captureClip, emulateScreen } from './screen.ts';
import type { CaptureViewport } from './viewport.ts';
import type { World } from './world.ts';

/** Pixels of a sample per CSS pixel */
const sampleScale = 0.5;
/**
 * Milliseconds to wait for the page's code after each scroll step: the first time through for loading, the second for
 * sampling
 */
const stepMs = { load: 30, sample: 90 };
const mediaLimitMs = 2_000;
/** How long charts and counters usually take to draw themselves */
const restMs = 2_000;
/** With less time left, nothing is expanded. */
const expandMs = 20_000;
/**
 * How many rows may look different after expanding, for instance because of sticky headers: a share of all rows, or of
 * those that differ from blank
 */
const maxMissing = { ofRows: 0.02, ofDistinct: 0.05 };

/** A scroller that was made as tall as its content, compared with the look of the content when scrolled to. */
export interface ExpandedScroller extends FoundScroller {
  /** Its height before expanding, in CSS pixels */
  firstHeight: number;
  /** Rows that look different from when they were scrolled to, in CSS pixels */
  missing: number;
}

interface Candidate {
  /** Its index among the scrollers that `findScrollers` keeps */
  index: number;
  found: FoundScroller;
  samples: Sample[];
}

/** Returns scrollers that do not overlap, preferring those that hide more. */
function chooseCandidates(found: FoundScroller[]): Candidate[] {
  const overlap = (one: FoundScroller, other: FoundScroller) =>
    one.x < other.x + other.width &&
    other.x < one.x + one.width &&
    one.y < other.y + other.height &&
    other.y < one.y + one.height;
  const shells = found.map((each, index) => ({ index, found: each, samples: [] })).filter((each) => each.found.isShell);
  const byHidden = [...shells].sort((one, other) => other.found.hiddenBelow - one.found.hiddenBelow);
  const chosen: Candidate[] = [];
  for (const each of byHidden) if (!chosen.some((other) => overlap(each.found, other.found))) chosen.push(each);
  return chosen;
}

async function samplePixels({ session }: World, viewport: CaptureViewport, part: FoundScroller): Promise<Pixels> {
  return decodePng(await captureClip(session, part, sampleScale / viewport.scale));
}

/** Scrolls through all of it twice: first so that lazy content loads, then to sample it. */
async function sampleContent(
  world: World,
  viewport: CaptureViewport,
  { index, found, samples }: Candidate,
  limit: number,
): Promise<void> {
  const step = Math.max(40, Math.floor((found.height * 0.75) / 4) * 4);
  const below = viewport.height - found.y;
  const onScreen = below > 0 ? { ...found, height: Math.min(found.height, below) } : found;
  samples.length = 0;
  for (const waitMs of [stepMs.load, stepMs.sample]) {
    let last = -1;
    for (let top = 0; top < limit; top += step) {
      const reached = await world.run('scrollOne', index, top, waitMs);
      if (reached === last && top > 0) break;
      last = reached;
      if (waitMs === stepMs.load) continue;
      samples.push({ top: Math.round(reached * sampleScale), pixels: await samplePixels(world, viewport, onScreen) });
    }
    await world.run('scrollOne', index, 'start', waitMs);
    await world.run('settleMedia', mediaLimitMs);
  }
}

async function growAll(world: World, candidates: Candidate[], limit: number): Promise<void> {
  const indexes = candidates.map(({ index }) => index);
  // Content that becomes visible may load more.
  for (let round = 0; round < 3; round += 1) {
    await world.run('growScrollers', indexes, limit);
    await world.run('endAnimations', true);
    await world.run('restoreHeights');
  }
  await world.run('settleMedia', mediaLimitMs);
}

/**
 * Expands the scrollers of a page that scrolls inside itself: those that fill the screen or a column of it become as
 * tall as their content, at most `limit` CSS pixels. Compares each with its look while scrolled through. Tries again
 * after a difference, because charts may still be drawing themselves, and restores a scroller that differs twice. The
 * screen keeps its size. Returns the scrollers that stay expanded.
 */
export async function expandScrollers(
  world: World,
  viewport: CaptureViewport,
  limit: number,
  leftMs: () => number,
): Promise<ExpandedScroller[]> {
  if (!(await world.run('findScrollers', false)).some(({ isShell }) => isShell) || leftMs() < expandMs) return [];
  await emulateScreen(world.session, viewport);
  await world.run('preparePage');
  await world.run('setVisible', true);
  // A page may fade in content that becomes visible.
  await world.run('endAnimations', true);
  const found = await world.run('findScrollers', true);
  let candidates = chooseCandidates(found);
  for (const each of candidates) await sampleContent(world, viewport, each, limit);
  for (let isFirst = true; ; isFirst = false) {
    if (candidates.length === 0) return [];
    await growAll(world, candidates, limit);
    const expanded: ExpandedScroller[] = [];
    const kept: Candidate[] = [];
    for (const each of candidates) {
      const grown = await world.run('measureOne', each.index);
      const whole = await samplePixels(world, viewport, { ...each.found, ...grown });
      const { distinct, missing } = compareRows(each.samples, whole);
      if (missing > whole.height * maxMissing.ofRows && missing > distinct * maxMissing.ofDistinct) continue;
      kept.push(each);
      expanded.push({
        ...each.found,
        ...grown,
        firstHeight: each.found.height,
        missing: Math.round(missing / sampleScale),
      });
    }
    if (kept.length === candidates.length) return expanded;
    await world.run('undoGrowth');
    if (!isFirst || leftMs() < expandMs) candidates = kept;
    else {
      await world.run('wait', restMs);
      for (const each of candidates) await sampleContent(world, viewport, each, limit);
    }
  }
}
