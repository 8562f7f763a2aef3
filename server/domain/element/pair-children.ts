import type { MappedElement } from '../port-types.ts';
import { isContradicted, likeness, openingTag, wordsLength } from './evidence.ts';
import { childrenOf, type Pairs, pair, type Side, TOP, uniqueOnBothSides } from './side.ts';

/**
 * Share of words that makes two siblings the same element, and by how much this share must exceed that of any other.
 */
const ALIKE = 0.5;
const MARGIN = 0.15;
/** Up to this many siblings, every one is compared with every other. */
const MANY = 80;
/** Among more, each is compared with those up to this many places away, if as many are there as before. */
const NEAR = 3;

const placesOf = (children: readonly number[]): Map<number, number> =>
  new Map(children.map((child, place) => [child, place]));

/** Returns whether the paired children of two parents kept their order. */
function isInOrder(pairs: Pairs, old: number, now: number): boolean {
  const [was, is] = [childrenOf(pairs.before, old), childrenOf(pairs.after, now)];
  const places = placesOf(is);
  const isAsLong = was.length === is.length;
  let last = -1;
  for (const [before, child] of was.entries()) {
    const partner = pairs.partners[child] ?? -1;
    if (partner === -1) continue;
    const place = places.get(partner);
    if (place === undefined || place < last || (isAsLong && place !== before)) return false;
    last = place;
  }
  return true;
}

/**
 * Returns whether similar parents, such as rows of one table, kept their order too: a moved column changes all of them.
 */
function isInOrderAround(pairs: Pairs, old: number): boolean {
  const { before, partners } = pairs;
  const tag = before.elements[old]?.tag;
  const parent = before.parents[old] ?? TOP;
  const above = parent === TOP ? [] : childrenOf(before, before.parents[parent] ?? TOP);
  const rows = [...childrenOf(before, parent), ...above.flatMap((each) => childrenOf(before, each))];
  return rows
    .filter((row) => before.elements[row]?.tag === tag && (partners[row] ?? -1) !== -1)
    .every((row) => isInOrder(pairs, row, partners[row] ?? -1));
}

const stateless = (element: MappedElement): string =>
  openingTag(element).replace(/\s(style|class|aria-[a-z]+|title|alt|href|src|data-[\w-]+)="[^"]*"/g, '');

/** Returns whether two elements could be the same one with different words. */
export function couldBe(one: MappedElement, other: MappedElement): boolean {
  return one.tag === other.tag && one.role === other.role && !isContradicted(one, other);
}

class Siblings {
  private readonly pairs: Pairs;
  private readonly old: number;
  private readonly now: number;
  isMore = false;

  constructor(pairs: Pairs, old: number, now: number) {
    this.pairs = pairs;
    this.old = old;
    this.now = now;
  }

  private olds(): number[] {
    return childrenOf(this.pairs.before, this.old).filter((child) => this.pairs.partners[child] === -1);
  }

  private news(): number[] {
    return childrenOf(this.pairs.after, this.now).filter((child) => this.pairs.earlier[child] === -1);
  }

  private elements(old: number, now: number): [MappedElement, MappedElement] | null {
    const [was, is] = [this.pairs.before.elements[old], this.pairs.after.elements[now]];
    return was === undefined || is === undefined ? null : [was, is];
  }

  private take(old: number, now: number): void {
    const both = this.elements(old, now);
    if (both === null || !couldBe(...both)) return;
    pair(this.pairs, old, now);
    this.isMore = true;
  }

  private keyed(key: 'whole' | 'roleAndText'): [[string, number][], [string, number][]] {
    const { before, after } = this.pairs;
    const entries = (side: Side, children: number[]) =>
      children
        .filter((child) => key === 'whole' || side.elements.slice(child, child + 1).some((one) => wordsLength(one) > 0))
        .map((child): [string, number] => [side[key][child] ?? '', child]);
    return [entries(before, this.olds()), entries(after, this.news())];
  }

  /** Pairs siblings by their text, where no other sibling has the same. */
  byKey(key: 'whole' | 'roleAndText'): void {
    for (const [old, now] of uniqueOnBothSides(...this.keyed(key))) this.take(old, now);
  }

  /** Pairs equal siblings in order, if there are as many as before and nothing moved. */
  byOrder(key: 'whole' | 'roleAndText'): void {
    const [olds, news] = this.keyed(key);
    if (olds.length === 0 || !isInOrder(this.pairs, this.old, this.now) || !isInOrderAround(this.pairs, this.old)) {
      return;
    }
    const there = Map.groupBy(news, ([each]) => each);
    for (const [one, was] of Map.groupBy(olds, ([each]) => each)) {
      const is = there.get(one) ?? [];
      if (was.length !== is.length) continue;
      for (const [at, [, old]] of was.entries()) this.take(old, is[at]?.[1] ?? -1);
    }
  }

  /** Returns whether two siblings have the same size, and the same place in the element around them. */
  private isUnmoved(was: MappedElement, is: MappedElement): boolean {
    const [before, after] = this.elements(this.old, this.now)?.map(({ box }) => box) ?? [];
    return (
      Math.abs(is.box.x - was.box.x - (after?.x ?? 0) + (before?.x ?? 0)) < 1 &&
      Math.abs(is.box.y - was.box.y - (after?.y ?? 0) + (before?.y ?? 0)) < 1 &&
      Math.abs(is.box.width - was.box.width) < 1 &&
      Math.abs(is.box.height - was.box.height) < 1
    );
  }

  /** Returns whether two siblings lie between the same paired ones: one that left and one that came elsewhere do not. */
  private keepsOrder(old: number, now: number): boolean {
    const { before, after, partners } = this.pairs;
    const places = placesOf(childrenOf(after, this.now));
    const [was, place = 0] = [childrenOf(before, this.old), places.get(now)];
    const at = was.indexOf(old);
    return was.every((child, index) => {
      const there = places.get(partners[child] ?? TOP);
      return there === undefined || index < at === there < place;
    });
  }

  /**
   * Pairs siblings that share most of their words, where no other is nearly as similar and both are between the same
   * paired ones. Among many, compares each only with those near its place.
   */
  byLikeness(): void {
    const [olds, news] = [this.olds(), this.news()];
    const isMany = Math.max(olds.length, news.length) > MANY;
    const reach = isMany ? Math.abs(olds.length - news.length) + NEAR : MANY;
    if (olds.length === 0 || news.length === 0 || reach > MANY) return;
    const known = new Map<number, number>();
    const score = (row: number, column: number): number => {
      const key = row * news.length + column;
      const both = known.has(key) ? null : this.elements(olds[row] ?? TOP, news[column] ?? TOP);
      if (both !== null) known.set(key, couldBe(...both) ? likeness(...both) : 0);
      return known.get(key) ?? 0;
    };
    const near = (place: number, { length }: readonly number[]): number[] => {
      const from = Math.max(0, place - reach);
      return Array.from({ length: Math.max(0, Math.min(length, place + reach + 1) - from) }, (_, at) => from + at);
    };
    for (const [row, old] of olds.entries()) {
      for (const column of near(row, news)) {
        if (score(row, column) < ALIKE) continue;
        const others = [
          ...near(row, news)
            .filter((at) => at !== column)
            .map((at) => score(row, at)),
          ...near(column, olds)
            .filter((at) => at !== row)
            .map((at) => score(at, column)),
        ];
        const now = news[column] ?? TOP;
        if (Math.max(0, ...others) <= score(row, column) - MARGIN && this.keepsOrder(old, now)) this.take(old, now);
      }
    }
  }

  /**
   * Pairs siblings by their place between two paired ones, if as many lie there on both sides and the markup matches. In
   * a list, where items may have been replaced, the two must share words. Of several, each must be where it was and share
   * most of them.
   */
  byPlace(): void {
    const { before, after, partners, earlier } = this.pairs;
    const [was, is] = [childrenOf(before, this.old), childrenOf(after, this.now)];
    const places = placesOf(is);
    let from = 0;
    let start = 0;
    for (let end = 0; end <= was.length; end += 1) {
      const partner = end === was.length ? TOP : (partners[was[end] ?? TOP] ?? TOP);
      if (end < was.length && partner === TOP) continue;
      const to = end === was.length ? is.length : (places.get(partner) ?? Number.NaN);
      const run =
        to - from === end - start && is.slice(from, to).every((each) => earlier[each] === TOP) ? end - start : 0;
      for (let at = 0; at < run; at += 1) {
        const [old, now] = [was[start + at] ?? TOP, is[from + at] ?? TOP];
        const both = this.elements(old, now);
        if (both === null || stateless(both[0]) !== stateless(both[1])) continue;
        const others = was.filter((each) => each !== old && before.elements[each]?.tag === both[0].tag);
        const isInList = others.length >= 2 && /^(li|tr|option|article)$/.test(both[0].tag);
        if (run === 1 ? !isInList || likeness(...both) > 0 : this.isUnmoved(...both) && likeness(...both) > ALIKE) {
          this.take(old, now);
        }
      }
      start = end + 1;
      from = to + 1;
    }
  }

  /** Pairs siblings by their opening tag, where no other sibling has the same and both are between the same paired ones. */
  byTag(): void {
    const tags = ({ elements }: Side, children: readonly number[]) =>
      children.flatMap((child): [string, number][] => {
        const element = elements[child];
        return element === undefined ? [] : [[openingTag(element), child]];
      });
    const { before, after, partners, earlier } = this.pairs;
    const [was, is] = [childrenOf(before, this.old), childrenOf(after, this.now)];
    for (const [old, now] of uniqueOnBothSides(tags(before, was), tags(after, is))) {
      if (partners[old] === TOP && earlier[now] === TOP && this.keepsOrder(old, now)) this.take(old, now);
    }
  }
}

export type How = 'by their text' | 'by their place';

/** Pairs the children of two paired elements with each other; returns whether any new pair was found. */
export function pairChildren(pairs: Pairs, old: number, now: number, how: How): boolean {
  const siblings = new Siblings(pairs, old, now);
  if (how === 'by their place') {
    siblings.byOrder('whole');
    siblings.byOrder('roleAndText');
    siblings.byPlace();
    siblings.byTag();
  } else {
    siblings.byKey('whole');
    siblings.byKey('roleAndText');
    siblings.byLikeness();
  }
  return siblings.isMore;
}
