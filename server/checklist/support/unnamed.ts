import type { ControlFact, PixelBox, ShotFacts } from '../../contract/shot-facts.ts';
import type { Scene } from '../rule.ts';
import { areaOfBox, meeting, placesOf } from './boxes.ts';
import { widerView } from './main-view.ts';

/** The share of the smaller box from which two boxes are the same. */
const SAME = 0.6;

export function isSameBox(one: PixelBox, other: PixelBox): boolean {
  const shared = meeting(one, other);
  return shared !== null && areaOfBox(shared) > Math.min(areaOfBox(one), areaOfBox(other)) * SAME;
}

/** Returns the controls of some kinds that have no name, by their own facts or by the accessibility engine. */
function without(facts: ShotFacts, kinds: readonly ControlFact['kind'][], engineRules: readonly string[]) {
  const flagged = facts.violations.filter(({ rule }) => engineRules.includes(rule));
  return facts.controls.filter(
    ({ kind, name, covered, disabled, box }) =>
      kinds.includes(kind) &&
      !covered &&
      !disabled &&
      (name === '' || flagged.some((each) => each.text === '' && placesOf(each.box, box).same)),
  );
}

/** Returns the controls without a name, except kinds that the wider view of the same page already reports. */
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
