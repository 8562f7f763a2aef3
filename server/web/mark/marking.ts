import { type Signal, signal } from '@preact/signals';
import { createElementSource, type ElementSource } from './element-source.ts';
import type { Walk } from './elements.ts';
import type { Place, Point } from './geometry.ts';

/** What a click on the picture means: a point (and a drag a box), the corner of a box, or the element under it. */
export type Tool = 'point' | 'box' | 'element';

/** How the person marks at the moment. Nothing here is sent or kept. */
export interface Marking {
  tool: Signal<Tool>;
  /** The key that shows elements for as long as it is held. */
  held: Signal<boolean>;
  /** The element that is outlined: under the pointer, or chosen in the list. */
  pointed: Signal<{ shot: number; walk: Walk } | null>;
  /** The element a draft was made of, so that it can go to the ones around it and back. */
  taken: Signal<{ key: string; walk: Walk } | null>;
  /** The first corner of a box that is made by two clicks. */
  corner: Signal<Point | null>;
  /** A saved mark that is being moved or resized, and where it is so far. */
  adjusting: Signal<{ markId: number; place: Place } | null>;
  /** The draft that is being written is moved by the next click. */
  placing: Signal<boolean>;
  /** The list of elements is open. */
  tree: Signal<boolean>;
  /** The picture is in the hand: a drag pans. */
  panning: Signal<boolean>;
  elements: ElementSource;
}

async function readJson(url: string): Promise<unknown> {
  // The page's own origin, whatever name of the service the address has
  const { pathname, search } = new URL(url, location.href);
  const answer = await fetch(pathname + search, { credentials: 'omit' });
  if (!answer.ok) throw new Error(`The elements answered ${answer.status}.`);
  return answer.json();
}

export const createMarking = (): Marking => ({
  tool: signal<Tool>('point'),
  held: signal(false),
  pointed: signal<{ shot: number; walk: Walk } | null>(null),
  taken: signal<{ key: string; walk: Walk } | null>(null),
  corner: signal<Point | null>(null),
  adjusting: signal<{ markId: number; place: Place } | null>(null),
  placing: signal(false),
  tree: signal(false),
  panning: signal(false),
  elements: createElementSource(readJson),
});
