import type { ElementsRead } from './element-map.ts';
import type { FactsRead } from './facts.ts';
import type { Notice, Subject } from './notice.ts';

/** Reads once more when time ran out, in case the machine is no longer busy. Returns the fuller result. */
export async function retryIfLate<T extends { isInTime: boolean }>(
  read: () => Promise<T>,
  hasTime: () => boolean,
): Promise<T> {
  const first = await read();
  if (first.isInTime || !hasTime()) return first;
  const second = await read();
  return second.isInTime || sizeOf(second) > sizeOf(first) ? second : first;
}

const sizeOf = (result: object): number => JSON.stringify(result).length;

export function elementsNotices(
  { elements: { length }, isInTime, isCut }: Omit<ElementsRead, 'elements' | 'kept'> & { elements: { length: number } },
  subject: Subject = 'page',
): Notice[] {
  if (isInTime && !isCut) return [];
  const more = 'so a mark on another one names what is around it';
  const message = isInTime
    ? `Only ${length} elements of this ${subject} are kept, ${more}.`
    : length > 0
      ? `Only ${length} elements of this ${subject} could be read in time, ${more}.`
      : `The elements of this ${subject} could not be read, so marks on it name none.`;
  return [{ code: 'elements_incomplete', message }];
}

/** The notice that more may be missing than the notices about failed resources list. */
export const failuresNotice: Notice = {
  code: 'failures_incomplete',
  message:
    'This page did not say in time which of its images, frames and videos failed to load, so more may be missing than is listed.',
};

const factsNotice = (message: string): Notice => ({ code: 'facts_incomplete', message });

/** Returns the notice that only some facts were collected in time. */
export const incompleteFacts = (subject: Subject): Notice =>
  factsNotice(`Not all of this ${subject} could be examined in time, so a second opinion knows only part of it.`);

export function factsNotices({ facts, isInTime, isCut }: FactsRead, subject: Subject = 'page'): Notice[] {
  if (facts === null) {
    const rest = 'so a second opinion goes by its screenshot alone';
    return [factsNotice(`This ${subject} could not be examined in time, ${rest}.`)];
  }
  if (!isInTime) return [incompleteFacts(subject)];
  if (!isCut) return [];
  return [factsNotice(`This ${subject} holds more than a second opinion takes in, so it knows only part of it.`)];
}
