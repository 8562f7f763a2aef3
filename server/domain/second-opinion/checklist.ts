import type { Area, Severity } from '../../contract/review.ts';
import type { PixelBox } from '../port-types.ts';
import type { Breach, Rule, Scene } from './rule.ts';
import { rules } from './rules/index.ts';

/** More than a handful is not read. */
const MOST_OF_SHOT = 6;
const MOST_OF_RULE = 2;
/** Matches what a hint may hold (interface 2.4). */
const MOST_CHARACTERS = 2_000;

export interface Found {
  rule: string;
  severity: Severity;
  body: string;
  area: Area | null;
  foundBy: 'rule' | 'model';
  /** As `Breach.weight` */
  weight: number;
}

/** Fractions of the shot, inside it; null when nothing of the box is. */
export function areaOf(box: PixelBox | null, shot: { width: number; height: number }): Area | null {
  if (box === null) return null;
  const inside = (value: number, all: number): number => Math.min(1, Math.max(0, value / all));
  const [x, y] = [inside(box.x, shot.width), inside(box.y, shot.height)];
  const width = inside(box.x + box.width, shot.width) - x;
  const height = inside(box.y + box.height, shot.height) - y;
  return width > 0 && height > 0 ? { x, y, width, height } : null;
}

function say(rule: Rule, breach: Breach, more: number): string {
  const others = more === 0 ? '' : ` ${more === 1 ? 'One more place has' : `${more} more places have`} the same.`;
  return `${breach.what}${others} ${rule.why} ${breach.mend}`.slice(0, MOST_CHARACTERS);
}

function ofRule(rule: Rule, scene: Scene): Found[] {
  const breaches = rule.look(scene).sort((one, other) => other.weight - one.weight);
  const shown = breaches.slice(0, MOST_OF_RULE);
  return shown.map((breach, at) => ({
    rule: rule.id,
    severity: rule.severity,
    body: say(rule, breach, at === shown.length - 1 ? breaches.length - shown.length : 0),
    area: areaOf(breach.box, scene.shot),
    foundBy: 'rule',
    weight: breach.weight,
  }));
}

/** The most important of what was found on one shot, in that order. */
export const chooseFindings = (found: readonly Found[]): Found[] =>
  [...found].sort((one, other) => other.weight - one.weight).slice(0, MOST_OF_SHOT);

/** Everything that the rules find on one shot, without those that are off. A blank picture has nothing else to say. */
export function runRules(scene: Scene, off: ReadonlySet<string>): Found[] {
  const applying = rules.filter(
    ({ id, types, kinds }) => !off.has(id) && types.includes(scene.type) && kinds.includes(scene.facts.kind),
  );
  const blank = applying.filter(({ id }) => id === 'blank-picture').flatMap((rule) => ofRule(rule, scene));
  return blank.length > 0 ? blank : applying.flatMap((rule) => ofRule(rule, scene));
}
