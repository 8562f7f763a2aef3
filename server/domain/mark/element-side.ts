import type { ElementMap, MappedElement, PixelBox } from '../port-types.ts';

/** Place of the page itself, above all that is listed. */
export const TOP = -1;

/** One page's elements, ready to be paired with another's. */
export interface Side {
  elements: readonly MappedElement[];
  /** Of each element the closest listed ancestor, or TOP */
  parents: readonly number[];
  /** Children of the page at 0, of element `i` at `i + 1` */
  children: readonly (readonly number[])[];
  /** Everything that is known of an element, as one key */
  whole: readonly string[];
  /** Its role and text, whatever its markup */
  roleAndText: readonly string[];
}

const holds = (outer: PixelBox, inner: PixelBox): boolean =>
  inner.x >= outer.x - 1 &&
  inner.y >= outer.y - 1 &&
  inner.x + inner.width <= outer.x + outer.width + 1 &&
  inner.y + inner.height <= outer.y + outer.height + 1;

/** Where a client sent a flat list, in document order: the last one before it that lies around it. */
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

export function sideOf({ elements }: ElementMap): Side {
  const isFlat = elements.every(({ parent }) => parent === null);
  const parents = isFlat ? parentsByBoxes(elements) : elements.map(({ parent }) => parent ?? TOP);
  const children: number[][] = Array.from({ length: elements.length + 1 }, () => []);
  for (const [index, parent] of parents.entries()) children[parent + 1]?.push(index);
  const roleAndText = elements.map(({ tag, role, accessible_name, text }) =>
    JSON.stringify([tag, role, accessible_name, text]),
  );
  const whole = elements.map(({ outer_html }, index) => `${roleAndText[index]} ${outer_html}`);
  return { elements, parents, children, whole, roleAndText };
}

/** The element itself, what it lies in, and so on up; without the page. */
export function* lineOf({ parents }: Side, index: number): Generator<number> {
  for (let at = index; at !== TOP; at = parents[at] ?? TOP) yield at;
}

export const isWithin = (side: Side, index: number, above: number): boolean =>
  above === TOP || [...lineOf(side, index)].includes(above);

/** Which element of one map is which of another; both directions, -1 for none. */
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

/** Keys that are there once on each side, with their places. */
export function* onlyOnes(
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
