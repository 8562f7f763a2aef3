import type { Area } from '../contract/review.ts';
import { isSamePlace } from './support/boxes.ts';

interface Placed {
  rule: string;
  area: Area | null;
}

/**
 * Rules that cover others: fixing the finding of the rule on the left also fixes or moots the findings of the listed
 * rules at the same place. Those findings are dropped, whatever their weight.
 */
const covers: Readonly<Record<string, readonly string[]>> = {
  'broken-image': [
    ...['image-without-alt', 'email-image-without-alt', 'control-without-name'],
    ...['blurred-image', 'stretched-image'],
  ],
  'control-without-name': ['image-without-alt'],
  'garbled-text': ['placeholder-text'],
  'invisible-navigation': ['low-contrast', 'text-overlap'],
  'table-cut-off': ['text-cut-off'],
  'text-covered': ['text-overlap', 'text-cut-off', 'low-contrast'],
  'text-overlap': ['text-cut-off', 'low-contrast', 'slide-low-contrast', 'small-target'],
  'image-only-email': ['email-image-without-alt'],
  'placeholder-text': ['heading-order', 'text-cut-off'],
  'error-on-page': ['placeholder-text', 'garbled-text'],
};

/**
 * Rules about the whole screenshot: where one of them finds something, the listed rules only repeat its consequences.
 */
const coversAnywhere: Readonly<Record<string, readonly string[]>> = {
  'not-for-phones': ['tiny-text', 'small-target', 'wider-than-screen'],
};

function isCovered(found: Placed, by: Placed): boolean {
  if (coversAnywhere[by.rule]?.includes(found.rule)) return true;
  return covers[by.rule]?.includes(found.rule) === true && isSamePlace(found.area, by.area);
}

/** Returns the findings without those that another finding covers, in the same order. */
export function merge<Each extends Placed>(all: readonly Each[]): Each[] {
  return all.filter((found) => !all.some((other) => other !== found && isCovered(found, other)));
}

/** Returns every rule id named above; a test checks that each exists. */
export const coveringRules = (): string[] =>
  [...Object.entries(covers), ...Object.entries(coversAnywhere)].flatMap(([rule, others]) => [rule, ...others]);
