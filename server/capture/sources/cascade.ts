import { covers } from '../../contract/css-property.ts';
import type { CssRule } from './css-rules.ts';
import type { CssDeclaration } from './scan-css.ts';

const inherited =
  /^(?:--.+|color|font(?:-.+)?|line-height|letter-spacing|word-spacing|text-(?:align|indent|transform|shadow).*|white-space|visibility|cursor|direction|list-style.*|border-(?:collapse|spacing)|quotes|all)$/;

/** Orders layers from the weakest to the strongest. */
function compareLayers(one: readonly number[], other: readonly number[]): number {
  for (let at = 0; at < one.length && at < other.length; at += 1) {
    const [a = 0, b = 0] = [one[at], other[at]];
    if (a !== b) return a - b;
  }
  return 0;
}

/** Declarations that win on an element, and the index of their rule; null for the element’s own `style`. */
export interface Winner {
  index: number | null;
  declarations: CssDeclaration[];
}

/**
 * Returns the declarations that decide how an element looks, the strongest first. `matching` are indexes of `rules` in
 * the order of the stylesheets, `own` are the declarations of the element’s `style`.
 */
export function winners(
  rules: readonly CssRule[],
  matching: readonly number[],
  own: readonly CssDeclaration[] = [],
  onlyInherited = false,
): Winner[] {
  const weigh = (index: number) => rules[index]?.specificity ?? 0;
  const layerOf = (index: number) => rules[index]?.layer ?? [];
  const set = new Set<string>();
  const won: Winner[] = [];
  for (const isImportant of [true, false]) {
    // Among important declarations, those of the weakest layer win.
    const direction = isImportant ? 1 : -1;
    const sorted = matching.toSorted(
      (a, b) => direction * compareLayers(layerOf(a), layerOf(b)) || weigh(b) - weigh(a) || b - a,
    );
    for (const index of [null, ...sorted]) {
      const all = index === null ? own : (rules[index]?.declarations ?? []);
      const competing = all.filter(
        (each) => each.isImportant === isImportant && (!onlyInherited || inherited.test(each.property)),
      );
      const declarations = competing.filter(({ property }) => ![...set].some((before) => covers(before, property)));
      if (declarations.length > 0) won.push({ index, declarations });
      // A rule does not compete with itself.
      for (const { property } of competing) set.add(property);
    }
  }
  return won;
}
