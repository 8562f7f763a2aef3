import type { PageNode } from '../dom.ts';

const world = globalThis as unknown as { sightlineMapped?: unknown };

/** Remembers the elements of a map for other copies of this bundle, in a global of their own world. */
export function rememberMapped(elements: readonly PageNode[]): void {
  world.sightlineMapped = elements;
}

/** Returns the elements of the last map; none before the first. An element of this name is no list. */
export const lastMapped = (): readonly PageNode[] =>
  Array.isArray(world.sightlineMapped) ? (world.sightlineMapped as PageNode[]) : [];
