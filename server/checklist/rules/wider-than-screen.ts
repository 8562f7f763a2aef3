import type { PageFact, PixelBox } from '../../contract/shot-facts.ts';
import type { Rule, Violation } from '../rule.ts';
import { areaOfBox } from '../support/boxes.ts';
import { quote } from '../support/words.ts';

const FIX = 'Let it shrink or wrap instead of setting a fixed width, or put it in a scroll container.';

/**
 * The distance in CSS pixels within which elements belong together: a nearer one was widened with the farthest, except
 * for margins.
 */
const APART = 40;

const signName = /^[a-z0-9]+(_[a-z0-9]+)+$/;

type Spill = PageFact['spills'][number];

/** Returns how far a box reaches over the screen's edge, in pixels */
type Reach = (box: PixelBox) => number;

/** Returns the largest of the elements that end at about the same place, the farthest place first. */
function causes(spills: readonly Spill[], reach: Reach, apart: number): Spill[] {
  const places: Spill[][] = [];
  for (const spill of spills.toSorted((one, other) => reach(other.box) - reach(one.box))) {
    const last = places.at(-1);
    const farthest = last?.[0];
    if (last !== undefined && farthest !== undefined && reach(farthest.box) - reach(spill.box) < apart)
      last.push(spill);
    else places.push([spill]);
  }
  return places.flatMap((place) => place.toSorted((a, b) => areaOfBox(b.box) - areaOfBox(a.box)).slice(0, 1));
}

export const widerThanScreen: Rule = {
  id: 'wider-than-screen',
  title: 'Wider than the screen',
  checks: 'No element makes the page wider than the screen it was captured on.',
  why: 'People have to scroll sideways, lose the start of each line and miss content off the screen.',
  severity: 'polish',
  types: ['ui', 'website'],
  kinds: ['page', 'image'],
  find({ shot, facts }) {
    const { viewport } = shot;
    // A page laid out for a wider screen is shrunk as a whole, which another rule reports.
    if (viewport === null || (facts.page?.screenWidth ?? 0) > viewport.width) return [];
    // Nobody can scroll to content that the page hides.
    if (facts.page !== null && facts.page.contentWidth <= facts.page.screenWidth + 1) return [];
    const { scale } = viewport;
    const edge = viewport.width * scale;
    const excess = Math.round((shot.width - edge) / scale);
    if (excess <= 1) return [];
    const screen = `the ${viewport.name} screen (${viewport.width} px)`;
    const all = facts.page?.spills ?? [];
    const own = all.filter(({ text }) => !signName.test(text));
    // Icons whose font is missing show their names as words.
    if (all.length > 0 && own.length === 0) return [];
    const hiddenLeft = (facts.page?.hiddenLeft ?? 0) * scale;
    const reach: Reach = ({ x, width }) => (hiddenLeft > 0 ? hiddenLeft - x : x + width - edge);
    const spills = causes(own, reach, APART * scale).map(({ box, text }): Violation => {
      const over = Math.round(reach(box) / scale);
      const name = text === '' ? 'Something' : quote(text);
      return { box, what: `${name} reaches ${over} px beyond ${screen}.`, fix: FIX, weight: 0.9 };
    });
    if (spills.length > 0) return spills;
    const box = { x: hiddenLeft > 0 ? 0 : edge, y: 0, width: shot.width - edge, height: shot.height };
    return [{ box, what: `The page is ${excess} px wider than ${screen}.`, fix: FIX, weight: 0.9 }];
  },
  fails: {
    as: 'mobile',
    html: `<body style="margin:0"><h1>Deliveries</h1>
      <div data-defect style="width:620px;background:#dde">A table that does not shrink</div><p>Three are late.</p></body>`,
  },
  passes: {
    as: 'mobile',
    html: `<body style="margin:0"><h1>Deliveries</h1>
      <div style="overflow-x:auto" tabindex="0"><div style="width:620px;background:#dde">A table</div></div><p>Three are late.</p></body>`,
  },
};
