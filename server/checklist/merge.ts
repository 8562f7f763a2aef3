import type { Area } from '../contract/review.ts';
import { isSamePlace } from './support/same-place.ts';

interface Placed {
  rule: string;
  area: Area | null;
}

/**
 * Rules that cover it all: fixing what the first has found fixes or moots what the others find at the same place. So
 * the others are silent there, whatever they weigh.
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

/** Rules that are about the whole shot: where they find something, these others only repeat its consequences. */
const coversAnywhere: Readonly<Record<string, readonly string[]>> = {
  'not-for-phones': ['tiny-text', 'small-target', 'wider-than-screen'],
};

function isCovered(found: Placed, by: Placed): boolean {
  if (coversAnywhere[by.rule]?.includes(found.rule)) return true;
  return covers[by.rule]?.includes(found.rule) === true && isSamePlace(found.area, by.area);
}

/** Leaves out what follows from another finding. Keeps the order. */
export function merge<Each extends Placed>(all: readonly Each[]): Each[] {
  return all.filter((found) => !all.some((other) => other !== found && isCovered(found, other)));
}

/** For the check that each of them is a rule. */
export const coveringRules = (): string[] =>
  [...Object.entries(covers), ...Object.entries(coversAnywhere)].flatMap(([rule, others]) => [rule, ...others]);
