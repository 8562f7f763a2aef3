import type { PageFact, PixelBox } from '../facts.ts';
import type { Rule, Violation } from '../rule.ts';
import { areaOfBox } from '../support/boxes.ts';
import { quote } from '../support/words.ts';

const FIX = 'Let it shrink or wrap instead of a fixed width, or give it a scroll area of its own.';

/** CSS pixels: what ends that near to what reaches farther was widened with it, up to its margins. */
const APART = 40;

const signName = /^[a-z0-9]+(_[a-z0-9]+)+$/;

type Spill = PageFact['spills'][number];

/** How far something reaches over the screen's edge, in pixels */
type Reach = (box: PixelBox) => number;

/** Of those that end at about the same place the largest, the farthest place first. */
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
  checks: 'Nothing on a page makes it wider than the screen it was captured on.',
  why: 'People scroll sideways, lose the beginnings of lines, and miss what lies outside.',
  severity: 'polish',
  types: ['ui', 'website'],
  kinds: ['page', 'image'],
  find({ shot, facts }) {
    const { viewport } = shot;
    // Laid out on a wider screen than it is shown on, the whole page is shrunk: another rule's.
    if (viewport === null || (facts.page?.screenWidth ?? 0) > viewport.width) return [];
    // What the page hides nobody can scroll to.
    if (facts.page !== null && facts.page.contentWidth <= facts.page.screenWidth + 1) return [];
    const { scale } = viewport;
    const edge = viewport.width * scale;
    const excess = Math.round((shot.width - edge) / scale);
    if (excess <= 1) return [];
    const screen = `the ${viewport.name} screen (${viewport.width} px)`;
    const all = facts.page?.spills ?? [];
    const own = all.filter(({ text }) => !signName.test(text));
    // Signs whose font is missing are words meanwhile.
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
