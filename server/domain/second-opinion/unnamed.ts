import type { PixelBox } from '../port-types.ts';
import type { ControlFact, ShotFacts } from '../shot-facts.ts';
import { areaOfBox, meeting } from './boxes.ts';
import { widerView } from './main-view.ts';
import type { Scene } from './rule.ts';

/** Of the smaller of the two. */
const SAME = 0.6;

export function isSameBox(one: PixelBox, other: PixelBox): boolean {
  const shared = meeting(one, other);
  return shared !== null && areaOfBox(shared) > Math.min(areaOfBox(one), areaOfBox(other)) * SAME;
}

/** Controls of some kinds that are called nothing, by their own name or by what the accessibility engine says. */
function without(facts: ShotFacts, kinds: readonly ControlFact['kind'][], engineRules: readonly string[]) {
  const flagged = facts.violations.filter(({ rule }) => engineRules.includes(rule));
  return facts.controls.filter(
    ({ kind, name, covered, disabled, box }) =>
      kinds.includes(kind) &&
      !covered &&
      !disabled &&
      (name === '' || flagged.some((each) => each.text === '' && isSameBox(each.box, box))),
  );
}

/** What is said on the wider view of the same page is not said again. */
export function unnamedControls(
  scene: Scene,
  kinds: readonly ControlFact['kind'][],
  engineRules: readonly string[],
): ControlFact[] {
  const wider = widerView(scene);
  const found = without(scene.facts, kinds, engineRules);
  if (wider === null) return found;
  const known = new Set(without(wider.facts, kinds, engineRules).map(({ kind }) => kind));
  return found.filter(({ kind }) => !known.has(kind));
}
