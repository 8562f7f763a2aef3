import type { ElementMap, MappedElement, PixelBox } from '../port-types.ts';

/** The index that stands for the page itself, above all listed elements. */
export const TOP = -1;

/** The elements of one page, prepared for pairing them with another page's. */
export interface Side {
  elements: readonly MappedElement[];
  /** For each element, the closest ancestor in the list, or TOP */
  parents: readonly number[];
  /** Children of the page at 0, of element `i` at `i + 1` */
  children: readonly (readonly number[])[];
  /** For each element, its place in a walk down the tree, and the place after the last element within it */
  starts: Int32Array;
  ends: Int32Array;
  /** For each element, everything known about it, as one key */
  whole: readonly string[];
  /** For each element, its role and text, whatever its markup */
  roleAndText: readonly string[];
}

const holds = (outer: PixelBox, inner: PixelBox): boolean =>
  inner.x >= outer.x - 1 &&
  inner.y >= outer.y - 1 &&
  inner.x + inner.width <= outer.x + outer.width + 1 &&
  inner.y + inner.height <= outer.y + outer.height + 1;

/** Returns the parents for a flat list from a client, in document order: the last earlier element that contains it. */
function parentsByBoxes(elements: readonly MappedElement[]): number[] {
  const around: number[] = [];
  return elements.map(({ box }, index) => {
    for (let last = around.at(-1); last !== undefined; last = around.at(-1)) {
      const outer = elements[last];
      if (outer !== undefined && holds(outer.box, box)) break;
      around.pop();
    }
    const parent = around.at(-1) ?? TOP;
    around.push(index);
    return parent;
  });
}

/** Numbers the elements in a walk down the tree: those within an element follow it without a gap. */
function walk(children: Side['children']): Pick<Side, 'starts' | 'ends'> {
  const starts = new Int32Array(children.length - 1);
  const ends = new Int32Array(children.length - 1);
  let place = 0;
  const visit = (parent: number): void => {
    for (const child of children[parent + 1] ?? []) {
      starts[child] = place;
      place += 1;
      visit(child);
      ends[child] = place;
    }
  };
  visit(TOP);
  return { starts, ends };
}

export function sideOf({ elements }: ElementMap): Side {
  const isFlat = elements.every(({ parent }) => parent === null);
  const parents = isFlat ? parentsByBoxes(elements) : elements.map(({ parent }) => parent ?? TOP);
  const children: number[][] = Array.from({ length: elements.length + 1 }, () => []);
  for (const [index, parent] of parents.entries()) children[parent + 1]?.push(index);
  const roleAndText = elements.map(({ tag, role, accessible_name, text }) =>
    JSON.stringify([tag, role, accessible_name, text]),
  );
  const whole = elements.map(({ outer_html }, index) => `${roleAndText[index]} ${outer_html}`);
  return { elements, parents, children, ...walk(children), whole, roleAndText };
}

/** Returns the children of an element, or of the page. */
export const childrenOf = ({ children }: Side, index: number): readonly number[] => children[index + 1] ?? [];

/** Yields the element itself, its parent, and so on up to the page, which is left out. */
export function* lineOf({ parents }: Side, index: number): Generator<number> {
  for (let at = index; at !== TOP; at = parents[at] ?? TOP) yield at;
}

/** Returns whether `above` is the element itself or around it. Takes no longer where a client's elements are nested very deep. */
export function isWithin({ starts, ends }: Side, index: number, above: number): boolean {
  const [start, from, to] = [starts[index] ?? 0, starts[above] ?? 0, ends[above] ?? 0];
  return above === TOP || (from <= start && start < to);
}

/** Which element of one map is which of the other, in both directions; -1 for none. */
export interface Pairs {
  before: Side;
  after: Side;
  partners: Int32Array;
  earlier: Int32Array;
}

export function pair({ partners, earlier }: Pairs, old: number, now: number): void {
  partners[old] = now;
  earlier[now] = old;
}

/** Yields the keys that occur exactly once on each side, with their indexes. */
export function* uniqueOnBothSides(
  olds: Iterable<[string, number]>,
  news: Iterable<[string, number]>,
): Generator<[number, number]> {
  const count = (entries: Iterable<[string, number]>): Map<string, number | null> => {
    const found = new Map<string, number | null>();
    for (const [key, index] of entries) found.set(key, found.has(key) ? null : index);
    return found;
  };
  const there = count(news);
  for (const [key, old] of count(olds)) {
    const now = there.get(key) ?? null;
    if (old !== null && now !== null) yield [old, now];
  }
}
