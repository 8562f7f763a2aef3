import { useEffect } from 'preact/hooks';
import type { Screenshot } from '../shared/types.ts';
import { strings } from '../strings.ts';
import { type Elements, hasElements } from './element-source.ts';
import { elementOf, innermostAt, pathFrom, type ShotElement, step, type Walk } from './elements.ts';
import type { Point } from './geometry.ts';
import type { Marking } from './marking.ts';

/** Names an element: `button “Pay now”`. */
export function elementName({ role, tag, name }: ShotElement): string {
  const kind = role === null || role === 'generic' ? tag : role;
  return strings.element.named(kind, name);
}

/** Names the innermost element under a point, or returns null. */
export function nameAt(elements: Elements | null, at: Point): string | null {
  const element = elements?.[innermostAt(elements, at) ?? -1];
  return element === undefined ? null : elementName(element);
}

/** Returns the walk that starts at the innermost element under a point, or null. */
export function walkAt(elements: Elements, at: Point, shot: Screenshot): Walk | null {
  const inner = innermostAt(elements, at);
  if (inner === null) return null;
  const path = pathFrom(elements, inner, shot);
  return path.length === 0 ? null : { path, at: 0 };
}

/** Points at what is under the pointer. Over the same element the walk stays where the person has taken it. */
export function pointAt({ pointed, elements }: Marking, shot: Screenshot, at: Point): void {
  const map = elements.of(shot);
  const next = map === null ? null : walkAt(map, at, shot);
  const now = pointed.value;
  if (next === null) pointed.value = null;
  else if (now?.shot !== shot.index || now.walk.path[0] !== next.path[0])
    pointed.value = { shot: shot.index, walk: next };
}

/** Moves the outline one element outwards or inwards. Returns the new element. */
export function stepPointed({ pointed, elements }: Marking, shot: Screenshot, by: 1 | -1): ShotElement | null {
  const now = pointed.value;
  if (now === null) return null;
  const walk = step(now.walk, by);
  if (walk === null) return null;
  pointed.value = { ...now, walk };
  return elements.of(shot)?.[elementOf(walk) ?? -1] ?? null;
}

/** Fetches a screenshot's elements once they are needed. */
export function useElements(marking: Marking, shot: Screenshot | undefined, needed: boolean): Elements | null {
  useEffect(() => {
    if (needed && hasElements(shot)) void marking.elements.load(shot);
  }, [marking, shot?.sha256, needed]);
  return marking.elements.of(shot);
}
