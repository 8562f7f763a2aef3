import { useEffect } from 'preact/hooks';
import { type Elements, hasElements } from '../mark/element-source.ts';
import { elementOf, innermostAt, pathFrom, type ShotElement, step, type Walk } from '../mark/elements.ts';
import type { Point } from '../mark/geometry.ts';
import type { Marking } from '../mark/marking.ts';
import type { Screenshot } from '../review/types.ts';
import { strings } from '../strings.ts';

/** What a person calls an element: `button “Pay now”`. */
export function elementName({ role, tag, name }: ShotElement): string {
  const kind = role === null || role === 'generic' ? tag : role;
  return strings.element.named(kind, name);
}

/** The walk that begins with what lies under a point; null over nothing. */
export function walkAt(elements: Elements, at: Point, shot: Screenshot): Walk | null {
  const inner = innermostAt(elements, at);
  if (inner === null) return null;
  const path = pathFrom(elements, inner, shot);
  return path.length === 0 ? null : { path, at: 0 };
}

/** Over the same element the walk goes on from where the person has taken it; over another it begins anew. */
export function pointAt({ pointed, elements }: Marking, shot: Screenshot, at: Point): void {
  const map = elements.of(shot);
  const next = map === null ? null : walkAt(map, at, shot);
  const now = pointed.value;
  if (next === null) pointed.value = null;
  else if (now?.shot !== shot.index || now.walk.path[0] !== next.path[0])
    pointed.value = { shot: shot.index, walk: next };
}

/** Takes the outlined element one step outwards or inwards; answers the one it comes to. */
export function stepPointed({ pointed, elements }: Marking, shot: Screenshot, by: 1 | -1): ShotElement | null {
  const now = pointed.value;
  if (now === null) return null;
  const walk = step(now.walk, by);
  if (walk === null) return null;
  pointed.value = { ...now, walk };
  return elements.of(shot)?.[elementOf(walk) ?? -1] ?? null;
}

/** Fetches a shot's elements as soon as somebody needs them. */
export function useElements(marking: Marking, shot: Screenshot | undefined, needed: boolean): Elements | null {
  useEffect(() => {
    if (needed && hasElements(shot)) void marking.elements.load(shot);
  }, [marking, shot?.sha256, needed]);
  return marking.elements.of(shot);
}
