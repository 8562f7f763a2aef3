import type { ShotFacts, TextFact } from '../../checklist/index.ts';
import { type Bounds, boxOf, onImage, rounded, within } from './bounds.ts';
import type { Geometry } from './page-geometry.ts';
import type { PageObjects } from './page-objects.ts';
import { plain } from './text-lines.ts';
import type { TextRun } from './text-runs.ts';

const MAX_TEXTS = 3000;
const MAX_CHARACTERS = 300;
/** Pixels beyond the edge up to which a text is not cut off: round letters reach a little further. */
const CUT_PX = 2;
/**
 * The part of the direction in both axes above which text is slanted: a watermark or a sign rather than text to read.
 */
const ASKEW = 0.1;
/** The height of a letter in font sizes above which the font does not give its true size. */
const TALLEST = 1.6;
const COVERED = 0.9;

function shareWithin(run: Bounds, cover: Bounds): number {
  const { left, top, right, bottom } = within(run, cover);
  const isMet = right > left && bottom > top;
  return isMet ? ((right - left) * (bottom - top)) / ((run.right - run.left) * (run.bottom - run.top)) : 0;
}

function sizeOf({ first }: TextRun, scale: number): number {
  const { box, fontPx, direction } = first;
  const tall = box === null ? 0 : Math.abs(direction[1]) > 0.5 ? box.right - box.left : box.bottom - box.top;
  return tall > fontPx * TALLEST ? 0 : Math.round((fontPx / scale) * 10) / 10;
}

function textFact(run: TextRun, { covers, orders }: PageObjects, geometry: Geometry): TextFact | null {
  const { paint, direction, object } = run.first;
  const text = [...plain(run.text)].slice(0, MAX_CHARACTERS).join('').toWellFormed();
  const seen = onImage(run, geometry);
  if (text === '' || paint.invisible || seen === null) return null;
  const { left, top, right, bottom } = seen;
  const over = Math.max(left - run.left, top - run.top, run.right - right, run.bottom - bottom);
  const order = orders.get(object) ?? Number.POSITIVE_INFINITY;
  const covered = covers.some((cover) => cover.order > order && shareWithin(run, cover) >= COVERED);
  return {
    text,
    box: boxOf(seen),
    size: sizeOf(run, geometry.scale),
    lines: 1,
    family: paint.family,
    weight: paint.weight,
    color: paint.color,
    ground: null,
    role: 'text',
    level: null,
    cut: over > CUT_PX ? 'edge' : null,
    covered,
    incidental: Math.abs(direction[0]) > ASKEW && Math.abs(direction[1]) > ASKEW,
    sure: null,
  };
}

/** Collects the facts of a page for later checks; boxes are in pixels of its image, sizes in points of the page. */
export function pageFacts(runs: readonly TextRun[], objects: PageObjects, geometry: Geometry): ShotFacts {
  const { width, height, scale } = geometry;
  const texts: TextFact[] = [];
  for (const run of runs) {
    const fact = texts.length < MAX_TEXTS ? textFact(run, objects, geometry) : null;
    if (fact !== null) texts.push(fact);
  }
  return {
    kind: 'slide',
    scale,
    texts,
    images: objects.images,
    controls: [],
    violations: [],
    page: null,
    email: null,
    slide: { width: rounded(width / scale), height: rounded(height / scale) },
  };
}
