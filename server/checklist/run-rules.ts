import type { Area, Severity } from '../contract/review.ts';
import type { PixelBox } from '../contract/shot-facts.ts';
import { merge } from './merge.ts';
import type { Rule, Scene, Violation } from './rule.ts';
import { rules } from './rules/index.ts';
import { isAtCut } from './support/ends-early.ts';

/** Nobody reads more than a handful of findings. */
const MAX_PER_SHOT = 6;
const MAX_PER_RULE = 2;
/** The share of its weight that a rule's second finding keeps when findings compete for `MAX_PER_SHOT`. */
const SECOND_SHARE = 0.5;
/** Findings below this weight are advice: at most one is shown, and only where there is little else. */
export const ADVICE = 0.5;
const MAX_BESIDE_ADVICE = 1;
const MAX_ADVICE = 1;
/** Rules that, with a weight of 1, report that something else is shown instead of the work under review. */
const ALONE = ['blank-picture', 'error-on-page', 'unstyled-page'];
/** The longest body that a stored finding may have. */
const MAX_CHARACTERS = 2_000;

export interface Finding {
  rule: string;
  severity: Severity;
  body: string;
  area: Area | null;
  /** The other places of the same cause, which this finding includes */
  others: readonly Area[];
  foundBy: 'rule' | 'model';
  /** See `Violation.weight` */
  weight: number;
}

/** Returns the part of a box inside the screenshot, in fractions of it; null when no part is inside. */
export function areaOf(box: PixelBox | null, shot: { width: number; height: number }): Area | null {
  if (box === null) return null;
  const inside = (value: number, all: number): number => Math.min(1, Math.max(0, value / all));
  const [x, y] = [inside(box.x, shot.width), inside(box.y, shot.height)];
  const width = inside(box.x + box.width, shot.width) - x;
  const height = inside(box.y + box.height, shot.height) - y;
  return width > 0 && height > 0 ? { x, y, width, height } : null;
}

interface Draft extends Omit<Finding, 'body' | 'others'> {
  of: Rule;
  violation: Violation;
}

function draft(rule: Rule, scene: Scene): Draft[] {
  const violations = rule.find(scene).filter(({ box }) => !isAtCut(box, scene));
  return violations.map((violation) => ({
    of: rule,
    violation,
    rule: rule.id,
    severity: rule.severity,
    area: areaOf(violation.box, scene.shot),
    foundBy: 'rule',
    weight: violation.weight,
  }));
}

const worstFirst = <Each extends { weight: number }>(all: readonly Each[]): Each[] =>
  [...all].sort((one, other) => other.weight - one.weight);

const NAMED = 2;

/** The places may have different faults, of which the rule is all they share. */
const places = (count: number): string => (count === 1 ? ' One more place breaks' : ` ${count} more places break`);

/** “3 more texts, such as “Total”, are as pale.” */
function sayAlike({ alike }: Rule, others: readonly Violation[]): string {
  if (others.length === 0) return '';
  if (alike === undefined) return `${places(others.length)} the same rule.`;
  const names = [...new Set(others.flatMap(({ name }) => name ?? []))].slice(0, NAMED);
  const named = names.length === 0 ? '' : others.length === 1 ? `, ${names[0]},` : `, such as ${names.join(' and ')},`;
  const isOne = others.length === 1;
  const count = isOne ? `One more ${alike.noun}` : `${others.length} more ${alike.noun}s`;
  return ` ${count}${named} ${isOne ? alike.one : alike.more}.`;
}

/**
 * Builds the finding's text.
 * `others`: the further places of the same cause. `beside`: the number of places whose causes are not named at all.
 */
function describe({ of, violation }: Draft, others: readonly Violation[], beside: number): string {
  const more = beside === 0 ? '' : `${places(beside)} the same rule.`;
  return `${violation.what}${sayAlike(of, others)}${more} ${of.why} ${violation.fix}`.slice(0, MAX_CHARACTERS);
}

/**
 * Keeps the worst causes of each rule, each described by its worst place; the last one also counts the places left out.
 */
function shorten(drafts: readonly Draft[]): Finding[] {
  const byRule = Map.groupBy(drafts, ({ rule }) => rule);
  return [...byRule.values()].flatMap((ofRule) => {
    const causes = [...Map.groupBy(worstFirst(ofRule), ({ violation }, at) => violation.cause ?? at).values()];
    const shown = causes.slice(0, MAX_PER_RULE);
    const beside = causes.slice(MAX_PER_RULE).flat().length;
    return shown.flatMap(([worst, ...alike], at): Finding[] => {
      if (worst === undefined) return [];
      const { rule, severity, area, foundBy, weight } = worst;
      const same = alike.map(({ violation }) => violation);
      const body = describe(worst, same, at === shown.length - 1 ? beside : 0);
      const others = alike.flatMap((each) => each.area ?? []);
      return [{ rule, severity, body, area, others, foundBy, weight }];
    });
  });
}

/**
 * Returns the most important findings on one screenshot, from rules and model alike, the weightiest first and without
 * duplicates. A rule's second finding yields to the first of another rule, because fixing the first reveals the second.
 */
export function mostImportant(found: readonly Finding[]): Finding[] {
  const ranked: { each: Finding; weight: number }[] = [];
  for (const each of worstFirst(merge(found))) {
    const before = ranked.filter(({ each: { rule } }) => rule === each.rule).length;
    if (before < MAX_PER_RULE) ranked.push({ each, weight: before === 0 ? each.weight : each.weight * SECOND_SHARE });
  }
  const chosen = worstFirst(ranked)
    .slice(0, MAX_PER_SHOT)
    .map(({ each }) => each);
  const clear = chosen.filter(({ weight }) => weight >= ADVICE);
  const advice = chosen.filter(({ weight }) => weight < ADVICE).slice(0, MAX_ADVICE);
  return worstFirst(clear.length > MAX_BESIDE_ADVICE ? clear : [...clear, ...advice]);
}

/**
 * Returns everything that the rules find on one screenshot, except the rules in `off`. A blank, failed or unstyled page
 * has that one finding only.
 */
export function runRules(scene: Scene, off: ReadonlySet<string>): Finding[] {
  const drafts = rules
    .filter(({ id, types, kinds }) => !off.has(id) && types.includes(scene.type) && kinds.includes(scene.facts.kind))
    .flatMap((rule) => draft(rule, scene));
  const alone = drafts.filter(({ rule, weight }) => ALONE.includes(rule) && weight === 1);
  return shorten(alone.length > 0 ? alone.slice(0, 1) : merge(drafts));
}
