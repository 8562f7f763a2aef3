import type { Area, Severity } from '../../contract/review.ts';
import type { PixelBox } from '../port-types.ts';
import { isAtCut } from './ends-early.ts';
import { merge } from './merge.ts';
import type { Breach, Rule, Scene } from './rule.ts';
import { rules } from './rules/index.ts';

/** More than a handful is not read. */
const MOST_OF_SHOT = 6;
const MOST_OF_RULE = 2;
/** What the second place of a rule counts of its weight where there is not room for all. */
const SECOND_SHARE = 0.5;
/** What weighs less than this is advice: shown where little else is, and one of it. */
export const ADVICE = 0.5;
const MOST_BESIDE_ADVICE = 1;
const MOST_ADVICE = 1;
/** What it finds with the weight of 1 is in the place of what was to be looked at. */
const ALONE = ['blank-picture', 'error-on-page', 'unstyled-page'];
/** Matches what a hint may hold (interface 2.4). */
const MOST_CHARACTERS = 2_000;

export interface Found {
  rule: string;
  severity: Severity;
  body: string;
  area: Area | null;
  /** Where else it is: one finding stands for every place of the same cause */
  others: readonly Area[];
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

interface Draft extends Omit<Found, 'body' | 'others'> {
  of: Rule;
  breach: Breach;
}

function draft(rule: Rule, scene: Scene): Draft[] {
  const breaches = rule.look(scene).filter(({ box }) => !isAtCut(box, scene));
  return breaches.map((breach) => ({
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

const NAMED = 2;

const places = (count: number): string => (count === 1 ? 'One more place has' : `${count} more places have`);

/** “3 more texts, such as “Total”, are as pale.” */
function sayAlike({ alike }: Rule, others: readonly Breach[]): string {
  if (others.length === 0) return '';
  if (alike === undefined) return ` ${places(others.length)} the same.`;
  const names = [...new Set(others.flatMap(({ name }) => name ?? []))].slice(0, NAMED);
  const named = names.length === 0 ? '' : others.length === 1 ? `, ${names[0]},` : `, such as ${names.join(' and ')},`;
  const isOne = others.length === 1;
  const count = isOne ? `One more ${alike.noun}` : `${others.length} more ${alike.noun}s`;
  return ` ${count}${named} ${isOne ? alike.one : alike.more}.`;
}

/** `others`: places of the same cause beside the one that is named. `beside`: places of causes that are not named. */
function say({ of, breach }: Draft, others: readonly Breach[], beside: number): string {
  const more = beside === 0 ? '' : ` ${places(beside)} the same problem.`;
  return `${breach.what}${sayAlike(of, others)}${more} ${of.why} ${breach.mend}`.slice(0, MOST_CHARACTERS);
}

/** Of each rule the worst causes, each named by its worst place; the last says how many places there are beside them. */
function shorten(drafts: readonly Draft[]): Found[] {
  const byRule = Map.groupBy(drafts, ({ rule }) => rule);
  return [...byRule.values()].flatMap((ofRule) => {
    const causes = [...Map.groupBy(worstFirst(ofRule), ({ breach }, at) => breach.cause ?? at).values()];
    const shown = causes.slice(0, MOST_OF_RULE);
    const beside = causes.slice(MOST_OF_RULE).flat().length;
    return shown.flatMap(([worst, ...alike], at): Found[] => {
      if (worst === undefined) return [];
      const { rule, severity, area, foundBy, weight } = worst;
      const same = alike.map(({ breach }) => breach);
      const body = say(worst, same, at === shown.length - 1 ? beside : 0);
      const others = alike.flatMap((each) => each.area ?? []);
      return [{ rule, severity, body, area, others, foundBy, weight }];
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
  const chosen = worstFirst(ranked)
    .slice(0, MOST_OF_SHOT)
    .map(({ each }) => each);
  const clear = chosen.filter(({ weight }) => weight >= ADVICE);
  const advice = chosen.filter(({ weight }) => weight < ADVICE).slice(0, MOST_ADVICE);
  return worstFirst(clear.length > MOST_BESIDE_ADVICE ? clear : [...clear, ...advice]);
}

/** Everything that the rules find on one shot, without those that are off. What is no page at all has nothing else to say. */
export function runRules(scene: Scene, off: ReadonlySet<string>): Found[] {
  const drafts = rules
    .filter(({ id, types, kinds }) => !off.has(id) && types.includes(scene.type) && kinds.includes(scene.facts.kind))
    .flatMap((rule) => draft(rule, scene));
  const alone = drafts.filter(({ rule, weight }) => ALONE.includes(rule) && weight === 1);
  return shorten(alone.length > 0 ? alone.slice(0, 1) : merge(drafts));
}
