import type { ElementsRead } from './element-map.ts';
import type { FactsRead } from './facts.ts';
import type { Notice } from './notice.ts';

/** Asks once more where time ran out, for the machine may no longer be busy. The second answer counts unless it is less. */
export async function askAgain<T extends { isInTime: boolean }>(
  ask: () => Promise<T>,
  hasTime: () => boolean,
): Promise<T> {
  const first = await ask();
  if (first.isInTime || !hasTime()) return first;
  const second = await ask();
  return second.isInTime || sizeOf(second) > sizeOf(first) ? second : first;
}

const sizeOf = (answer: object): number => JSON.stringify(answer).length;

export function elementsNotices({ elements: { length }, isInTime, isCut }: ElementsRead): Notice[] {
  if (isInTime && !isCut) return [];
  const more = 'so a mark on another one names what is around it';
  const message = isInTime
    ? `Only ${length} elements of this page are kept, ${more}.`
    : length > 0
      ? `Only ${length} elements of this page could be read in time, ${more}.`
      : 'The elements of this page could not be read, so marks on it name none.';
  return [{ code: 'elements_incomplete', message }];
}

/** Part of what is asked is missing. */
export const factsCutShort: Notice = {
  code: 'facts_incomplete',
  message: 'Not all of this page could be examined in time, so a second opinion knows only part of it.',
};

const noFacts = 'This page could not be examined in time, so a second opinion goes by its screenshot alone.';

const muchFacts = 'This page holds more than a second opinion takes in, so it knows only part of it.';

export function factsNotices({ facts, isInTime, isCut }: FactsRead): Notice[] {
  if (facts === null) return [{ code: 'facts_incomplete', message: noFacts }];
  if (!isInTime) return [factsCutShort];
  return isCut ? [{ code: 'facts_incomplete', message: muchFacts }] : [];
}
