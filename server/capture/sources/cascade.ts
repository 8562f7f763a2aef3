import type { CssRule } from './css-rules.ts';

const maxRules = 6;

/** Properties that begin with the name of a shorthand which does not set them */
const apart = /^border-(?:radius|collapse|spacing)$|^font-(?:palette|synthesis.*)$/;

const covers = (shorthand: string, property: string): boolean =>
  shorthand === property || (property.startsWith(`${shorthand}-`) && !apart.test(property));

const inherited =
  /^(?:--.+|color|font(?:-.+)?|line-height|letter-spacing|word-spacing|text-(?:align|indent|transform|shadow).*|white-space|visibility|cursor|direction|list-style.*|border-(?:collapse|spacing)|quotes|all)$/;

export const isInherited = (property: string): boolean => inherited.test(property);

/**
 * Returns the rules that decide how an element looks, the strongest first: those of which at least one declaration
 * wins. `matching` are indexes of `rules` in the order of the stylesheets.
 */
export function strongest(rules: readonly CssRule[], matching: readonly number[], onlyInherited = false): number[] {
  const won = new Set<number>();
  const weigh = (index: number) => rules[index]?.specificity ?? 0;
  const sorted = [...matching].sort((a, b) => weigh(b) - weigh(a) || b - a);
  const set: { property: string; isImportant: boolean }[] = [];
  for (const isImportant of [true, false]) {
    for (const index of sorted) {
      for (const each of rules[index]?.declarations ?? []) {
        if (each.isImportant !== isImportant) continue;
        if (onlyInherited && !isInherited(each.property)) continue;
        if (set.some((before) => covers(before.property, each.property))) continue;
        won.add(index);
      }
      // A rule does not compete with itself.
      for (const { property, isImportant: own } of rules[index]?.declarations ?? []) {
        if (own === isImportant && !set.some((before) => before.property === property))
          set.push({ property, isImportant });
      }
    }
  }
  return sorted.filter((index) => won.has(index)).slice(0, maxRules);
}
