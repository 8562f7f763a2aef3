import { type Signal, signal } from '@preact/signals';
import type { Stroke } from '../../contract/strokes.ts';
import { ownAddress } from '../review/derive.ts';
import { createElementSource, type ElementSource } from './element-source.ts';
import type { Walk } from './elements.ts';
import type { Place, Point } from './geometry.ts';

/** What a click means: a point (and a drag a box), the corner of a box, or the element under it. */
export type Tool = 'point' | 'box' | 'element';

/** The state of marking. Never sent or stored. */
export interface Marking {
  tool: Signal<Tool>;
  /** Whether the key that shows elements is held. */
  held: Signal<boolean>;
  /** The outlined element: under the pointer, or focused in the list. */
  pointed: Signal<{ shot: number; walk: Walk } | null>;
  /** The element that a draft was made from, so that it can move to enclosing ones and back. */
  taken: Signal<{ key: string; walk: Walk } | null>;
  /** The first corner of a box made by two clicks. */
  corner: Signal<Point | null>;
  /** The item that is being moved or resized, by its `key`, and its current place. */
  adjusting: Signal<{ key: string; place: Place } | null>;
  /** What a drag draws on the open draft. `keyed`: the stroke that a key has added and now moves. */
  drawing: Signal<{ kind: Stroke['kind']; keyed: number | null } | null>;
  /** The next click moves the open draft. */
  placing: Signal<boolean>;
  tree: Signal<boolean>;
  /** A drag pans. */
  panning: Signal<boolean>;
  elements: ElementSource;
}

async function readJson(url: string): Promise<unknown> {
  const answer = await fetch(ownAddress(url), { credentials: 'omit' });
  if (!answer.ok) throw new Error(`The elements answered ${answer.status}.`);
  return answer.json();
}

export const createMarking = (): Marking => ({
  tool: signal<Tool>('point'),
  held: signal(false),
  pointed: signal<{ shot: number; walk: Walk } | null>(null),
  taken: signal<{ key: string; walk: Walk } | null>(null),
  corner: signal<Point | null>(null),
  adjusting: signal<{ key: string; place: Place } | null>(null),
  drawing: signal<Marking['drawing']['value']>(null),
  placing: signal(false),
  tree: signal(false),
  panning: signal(false),
  elements: createElementSource(readJson),
});
