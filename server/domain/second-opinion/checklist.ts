import type { Area, Severity } from '../../contract/review.ts';
import type { PixelBox } from '../port-types.ts';
import { merge } from './merge.ts';
import type { Breach, Rule, Scene } from './rule.ts';
import { rules } from './rules/index.ts';

/** More than a handful is not read. */
const MOST_OF_SHOT = 6;
const MOST_OF_RULE = 2;
/** What the second place of a rule counts of its weight where there is not room for all. */
const SECOND_SHARE = 0.5;
/** What it finds with the weight of 1 is in the place of what was to be looked at. */
const ALONE = ['blank-picture', 'error-on-page'];
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

interface Draft extends Omit<Found, 'body'> {
  of: Rule;
  breach: Breach;
}

function draft(rule: Rule, scene: Scene): Draft[] {
  return rule.look(scene).map((breach) => ({
    of: rule,
    breach,
    rule: rule.id,
    severity: rule.severity,
    area: areaOf(breach.box, scene.shot),
    foundBy: 'rule',
    weight: breach.weight,
  }));
}

const worstFirst = <Each extends { weight: number }>(all: readonly Each[]): Each[] =>
  [...all].sort((one, other) => other.weight - one.weight);

function say({ of, breach }: Draft, more: number): string {
  const others = more === 0 ? '' : ` ${more === 1 ? 'One more place has' : `${more} more places have`} the same.`;
  return `${breach.what}${others} ${of.why} ${breach.mend}`.slice(0, MOST_CHARACTERS);
}

/** Of each rule the worst places; the last that is shown says how many there are beside them. */
function shorten(drafts: readonly Draft[]): Found[] {
  const byRule = Map.groupBy(drafts, ({ rule }) => rule);
  return [...byRule.values()].flatMap((places) => {
    const shown = worstFirst(places).slice(0, MOST_OF_RULE);
    return shown.map((each, at): Found => {
      const { rule, severity, area, foundBy, weight } = each;
      const more = at === shown.length - 1 ? places.length - shown.length : 0;
      return { rule, severity, body: say(each, more), area, foundBy, weight };
    });
  });
}

/**
 * The most important of what was found on one shot by whomever, in that order, and nothing twice. A rule's second place
 * gives way to another rule's first: whoever mends the one sees the other.
 */
export function chooseFindings(found: readonly Found[]): Found[] {
  const ranked: { each: Found; weight: number }[] = [];
  for (const each of worstFirst(merge(found))) {
    const before = ranked.filter(({ each: { rule } }) => rule === each.rule).length;
    if (before < MOST_OF_RULE) ranked.push({ each, weight: before === 0 ? each.weight : each.weight * SECOND_SHARE });
  }
  return worstFirst(
    worstFirst(ranked)
      .slice(0, MOST_OF_SHOT)
      .map(({ each }) => each),
  );
}

/** Everything that the rules find on one shot, without those that are off. What is no page at all has nothing else to say. */
export function runRules(scene: Scene, off: ReadonlySet<string>): Found[] {
  const drafts = rules
    .filter(({ id, types, kinds }) => !off.has(id) && types.includes(scene.type) && kinds.includes(scene.facts.kind))
    .flatMap((rule) => draft(rule, scene));
  const alone = drafts.filter(({ rule, weight }) => ALONE.includes(rule) && weight === 1);
  return shorten(alone.length > 0 ? alone.slice(0, 1) : merge(drafts));
}
