import type { ElementMap, MappedElement } from '../port-types.ts';
import { isContradicted, kinds, TELLING_LENGTH, wordsLength } from './evidence.ts';
import { type How, pairChildren } from './pair-children.ts';
import { lineOf, type Pairs, pair, type Side, sideOf, TOP, uniqueOnBothSides } from './side.ts';

/** Rounds up and down the trees. Each builds on the pairs of the round before. */
const MAX_ROUNDS = 12;

/** Yields what an author gave an element to identify it, such as an id. */
function* givenKeys({ elements }: Side): Generator<[string, number]> {
  for (const [index, { selectors, tag }] of elements.entries()) {
    for (const { selector, matches } of selectors) {
      if (matches === 1 && (kinds.testId(selector) || kinds.given(selector))) yield [`${tag} ${selector}`, index];
    }
  }
}

/** Yields what is distinctive enough to identify an element anywhere on the page. */
function* tellingKeys({ elements, whole }: Side): Generator<[string, number]> {
  for (const [index, element] of elements.entries()) {
    const isMedia = /^(img|svg|video|image|canvas|iframe)$/.test(element.tag) && element.outer_html.length >= 40;
    if (isMedia || wordsLength(element) >= TELLING_LENGTH) yield [whole[index] ?? '', index];
  }
}

/** Pairs elements that can be identified anywhere: by distinctive content, or by what their author gave them. */
function pairKnown(pairs: Pairs): void {
  const { before, after, partners, earlier } = pairs;
  for (const [old, now] of uniqueOnBothSides(tellingKeys(before), tellingKeys(after))) pair(pairs, old, now);
  for (const [old, now] of uniqueOnBothSides(givenKeys(before), givenKeys(after))) {
    // Words count for more than ids: ids may be renumbered, and then name another element.
    if (partners[old] === -1 && earlier[now] === -1) pair(pairs, old, now);
  }
}

const wordsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');

/** Returns the words of an element that are in none of its children. */
function ownWords({ elements, children }: Side, index: number): string[] {
  const within = new Set((children[index + 1] ?? []).flatMap((child) => wordsOf(elements[child]?.text ?? '')));
  return wordsOf(elements[index]?.text ?? '').filter((word) => !within.has(word));
}

/** Returns false for two parents that have words of their own, but none in common: a child moved from one to the other. */
function sharesRest({ before, after }: Pairs, old: number, now: number): boolean {
  const [was, is] = [ownWords(before, old), new Set(ownWords(after, now))];
  return was.length === 0 || is.size === 0 || was.some((word) => is.has(word));
}

/** Pairs the parents of paired elements, by where most of their children are now. */
function pairParents(pairs: Pairs): boolean {
  const { before, after, partners, earlier } = pairs;
  let isMore = false;
  for (let old = before.elements.length - 1; old >= 0; old -= 1) {
    if (partners[old] !== -1) continue;
    const votes = new Map<number, number>();
    let all = 0;
    for (const child of before.children[old + 1] ?? []) {
      const now = partners[child] ?? -1;
      if (now === -1) continue;
      all += 1;
      const parent = after.parents[now] ?? TOP;
      if (parent !== TOP) votes.set(parent, (votes.get(parent) ?? 0) + 1);
    }
    const [best] = [...votes].sort((a, b) => b[1] - a[1]);
    if (best === undefined || best[1] * 2 <= all) continue;
    const [now, count] = best;
    const others = (after.children[now + 1] ?? []).filter((child) => earlier[child] !== -1).length;
    const [was, is] = [before.elements[old], after.elements[now]];
    if (was === undefined || is === undefined || earlier[now] !== -1 || count * 2 <= others) continue;
    if (was.tag !== is.tag || was.role !== is.role || isContradicted(was, is)) continue;
    if (!sharesRest(pairs, old, now)) continue;
    pair(pairs, old, now);
    isMore = true;
  }
  return isMore;
}

/**
 * Pairs elements with words that have a key of their own on both sides, where no evidence contradicts it and `isSame`
 * agrees. Keys must be unique among all elements, paired ones included: of two equal elements, the remaining one may be
 * either.
 */
function pairUnique(
  pairs: Pairs,
  keys: (side: Side) => [string, number][],
  isSame: (was: MappedElement, old: number, now: number) => boolean,
): boolean {
  const { before, after, partners, earlier } = pairs;
  let isMore = false;
  for (const [old, now] of uniqueOnBothSides(keys(before), keys(after))) {
    if (partners[old] !== -1 || earlier[now] !== -1) continue;
    const [was, is] = [before.elements[old], after.elements[now]];
    if (was === undefined || is === undefined || wordsLength(was) === 0 || isContradicted(was, is)) continue;
    if (!isSame(was, old, now)) continue;
    pair(pairs, old, now);
    isMore = true;
  }
  return isMore;
}

const isCell = ({ tag }: MappedElement): boolean => /^(td|th|dd|dt)$/.test(tag);

/** Pairs elements with short words, where everything else about them is the same. */
function pairShort(pairs: Pairs): boolean {
  const { before, after, partners } = pairs;
  const keys = ({ whole, elements }: Side) =>
    [...whole.entries()]
      .filter(([index]) => (elements[index]?.selectors.length ?? 0) > 0)
      .map(([index, key]): [string, number] => [key, index]);
  return pairUnique(pairs, keys, (was, old, now) => {
    const parent = before.parents[old] ?? TOP;
    // A cell belongs to its row: the same words in another row are another cell.
    return !isCell(was) || (parent === TOP ? TOP : partners[parent]) === after.parents[now];
  });
}

/**
 * Pairs elements with words that no other element has, where only unpaired elements came or went between them and the
 * closest pair around them, such as a wrapper that now also holds a message.
 */
function pairWrapped(pairs: Pairs): boolean {
  const { before, after, partners, earlier } = pairs;
  const keys = ({ roleAndText }: Side) => roleAndText.map((key, index): [string, number] => [key, index]);
  const homeOf = (side: Side, others: Int32Array, index: number): number =>
    [...lineOf(side, side.parents[index] ?? TOP)].find((each) => others[each] !== -1) ?? TOP;
  return pairUnique(pairs, keys, (was, old, now) => {
    const [above, below] = [homeOf(before, partners, old), homeOf(after, earlier, now)];
    return !isCell(was) && (above === TOP ? TOP : partners[above]) === below;
  });
}

function pairWithin(pairs: Pairs, how: How): boolean {
  let isMore = pairChildren(pairs, TOP, TOP, how);
  for (const [index, partner] of pairs.partners.entries()) {
    if (partner !== -1 && pairChildren(pairs, index, partner, how)) isMore = true;
  }
  return isMore;
}

function pairAll(before: ElementMap, after: ElementMap): Pairs {
  const [old, now] = [sideOf(before), sideOf(after)];
  const pairs: Pairs = {
    before: old,
    after: now,
    partners: new Int32Array(old.elements.length).fill(-1),
    earlier: new Int32Array(now.elements.length).fill(-1),
  };
  pairKnown(pairs);
  let isMore = true;
  for (let round = 0; isMore && round < MAX_ROUNDS; round += 1) {
    isMore = pairParents(pairs);
    if (pairWithin(pairs, 'by their text')) isMore = true;
    // Places count only once the other ways find no more pairs.
    if (!isMore) isMore = pairShort(pairs) || pairWrapped(pairs) || pairWithin(pairs, 'by their place');
  }
  return pairs;
}

const known = new WeakMap<ElementMap, WeakMap<ElementMap, Pairs>>();

/**
 * Pairs the elements of two maps of one page: first those that can be identified anywhere, then their parents, then the
 * children of pairs, by their text and by their place among their siblings. Leaves out doubtful ones. Computes each
 * pair of maps once.
 */
export function pairElements(before: ElementMap, after: ElementMap): Pairs {
  const others = known.get(before) ?? new WeakMap<ElementMap, Pairs>();
  known.set(before, others);
  const pairs = others.get(after) ?? pairAll(before, after);
  others.set(after, pairs);
  return pairs;
}
