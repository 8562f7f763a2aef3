import type { Cause } from '../../contract/cause.ts';
import { openingTag } from '../element/evidence.ts';
import { childrenOf, isWithin, lineOf, type Pairs, type Side, TOP } from '../element/side.ts';
import type { MappedElement, PixelBox } from '../port-types.ts';
import { changedStyles, type StyleChange } from './changed-styles.ts';

/** What happened to one element itself, not to something around it or in it. */
export interface OwnChange {
  kind: Cause['kind'];
  /** Its index on each side; null where it is not */
  old: number | null;
  now: number | null;
  styles: StyleChange[];
  text: { from: string; to: string } | null;
  /** The cells of a column of a table that came or went, on the side that has it */
  column?: number[];
  /** Whether it came or went around something that both sides have */
  isAround?: boolean;
}

/** Where the capture cut the text of an element, nothing tells what of it is the element's own. */
const CUT = 298;

/** Returns the texts of an element between the elements in it, which stand in it in order; null if unknown. */
function ownTexts(side: Side, index: number): string[] | null {
  const children = childrenOf(side, index);
  let rest = side.elements[index]?.text ?? '';
  if (children.length > 0 && rest.length >= CUT) return null;
  const own: string[] = [];
  for (const child of children) {
    const text = side.elements[child]?.text ?? '';
    const at = rest.indexOf(text);
    if (at === -1) return null;
    own.push(rest.slice(0, at));
    rest = rest.slice(at + text.length);
  }
  return [...own, rest].map((each) => each.replace(/\s+/g, ' ').trim()).filter((each) => each !== '');
}

const isField = ({ tag }: MappedElement): boolean => /^(input|textarea|select)$/.test(tag);
/** What a field shows while nothing is typed. */
const placeholderOf = (each: MappedElement): string =>
  / (?:placeholder|value)="([^"]*)"/.exec(openingTag(each))?.[1] ?? '';

function textChange({ before, after }: Pairs, old: number, now: number): OwnChange['text'] {
  const [was, is] = [before.elements[old], after.elements[now]];
  if (was === undefined || is === undefined) return null;
  const [from, to] = isField(is)
    ? [[placeholderOf(was)], [placeholderOf(is)]]
    : [ownTexts(before, old), ownTexts(after, now)];
  if (from == null || to == null || from.join(' ') === to.join(' ')) return null;
  // Elements whose words are left out are between them.
  return { from: from.join(' … '), to: to.join(' … ') };
}

/** Where an element's picture comes from; of a drawing, the drawing. */
function pictureOf(each: MappedElement): string | null {
  if (each.tag === 'svg') return each.outer_html;
  if (!/^(img|image|video|iframe|object|embed)$/.test(each.tag)) return null;
  return (openingTag(each).match(/ (?:src|srcset|poster|href|data)="[^"]*"/g) ?? []).join('');
}

/** Returns the children that changed their order: all but the longest run that kept it. */
function reordered(pairs: Pairs, old: number, now: number): number[] {
  const places = new Map(childrenOf(pairs.after, now).map((child, place) => [child, place]));
  const kept = childrenOf(pairs.before, old)
    .map((child) => pairs.partners[child] ?? TOP)
    .filter((partner) => places.has(partner));
  const longest: number[][] = [];
  for (const child of kept) {
    const before = longest.filter((run) => (places.get(run.at(-1) ?? TOP) ?? 0) < (places.get(child) ?? 0));
    longest.push([...before.reduce<number[]>((a, b) => (b.length > a.length ? b : a), []), child]);
  }
  const best = longest.reduce<number[]>((a, b) => (b.length > a.length ? b : a), []);
  return best.length === kept.length ? [] : kept.filter((child) => !best.includes(child));
}

/** More siblings than this are not compared by their order. */
const MANY = 200;

const movedTo = (pairs: Pairs, now: number): OwnChange => ({
  ...{ kind: 'moved', old: pairs.earlier[now] ?? TOP, now, styles: [], text: null },
});

/** Yields elements that changed their order, or went into another element. */
function* moved(pairs: Pairs): Generator<OwnChange> {
  const { before, after, partners, earlier } = pairs;
  for (let old = TOP; old < partners.length; old += 1) {
    const now = old === TOP ? TOP : (partners[old] ?? TOP);
    if ((old !== TOP && now === TOP) || childrenOf(before, old).length > MANY) continue;
    for (const child of reordered(pairs, old, now)) yield movedTo(pairs, child);
  }
  for (const [now, old] of earlier.entries()) {
    const [above, below] = [before.parents[old] ?? TOP, after.parents[now] ?? TOP];
    if (old === TOP || above === TOP || below === TOP) continue;
    // What got another element around it is where it was.
    if (partners[above] !== TOP && earlier[below] !== TOP && partners[above] !== below) yield movedTo(pairs, now);
  }
}

/** Where each capture is cut, in CSS pixels; null where it shows the whole page. */
export interface Cuts {
  before: number | null;
  after: number | null;
}

const UNCUT: Cuts = { before: null, after: null };

/**
 * Returns whether an element of one side lay below the cut of the other, which therefore lacks it: the closest paired
 * element before it tells by how much it moved.
 */
function isBelowCut(side: Side, other: Side, partners: Int32Array, index: number, cut: number | null): boolean {
  if (cut === null) return false;
  let at = index;
  while (at !== TOP && partners[at] === TOP) at -= 1;
  const [own, near] = [side.elements[index]?.box, side.elements[at]?.box];
  const there = other.elements[partners[at] ?? TOP]?.box;
  if (own === undefined) return false;
  if (near === undefined || there === undefined) return own.y >= cut - 1;
  const growth = isWithin(side, index, at) ? 0 : there.height - near.height;
  return own.y + there.y - near.y + growth >= cut - 1;
}

/** Returns which elements contain a paired one. */
function aroundPaired({ parents }: Side, partners: Int32Array): boolean[] {
  const around = parents.map(() => false);
  for (let at = parents.length - 1; at >= 0; at -= 1) {
    const parent = parents[at] ?? TOP;
    if (parent !== TOP && (partners[at] !== TOP || around[at] === true)) around[parent] = true;
  }
  return around;
}

/**
 * Returns the outermost elements that only one side has. Of one around something that both have, only what is in it and
 * came or went with it, if anything.
 */
function alone(side: Side, other: Side, partners: Int32Array, cut: number | null) {
  const around = aroundPaired(side, partners);
  const within = (index: number): number[] => {
    if (isBelowCut(side, other, partners, index, cut)) return [];
    const inner =
      around[index] === true
        ? childrenOf(side, index)
            .filter((child) => partners[child] === TOP)
            .flatMap(within)
        : [];
    return inner.length === 0 ? [index] : inner;
  };
  return [...partners.keys()]
    .filter((index) => {
      const parent = side.parents[index] ?? TOP;
      return partners[index] === TOP && (parent === TOP || partners[parent] !== TOP);
    })
    .flatMap(within)
    .map((index) => ({ index, isAround: around[index] === true }));
}

/** Joins the cells of a column that came or went, in rows that both sides have. */
function* joinColumns(changes: readonly OwnChange[], { before, after }: Pairs): Generator<OwnChange> {
  const columns = new Map<string, OwnChange>();
  for (const change of changes) {
    const [side, index] = change.now === null ? [before, change.old] : [after, change.now];
    const { tag = '' } = side.elements[index ?? TOP] ?? {};
    if ((change.kind !== 'added' && change.kind !== 'removed') || index === null || !/^t[dh]$/.test(tag)) {
      yield change;
      continue;
    }
    const row = side.parents[index] ?? TOP;
    const table = [...lineOf(side, row)].find((at) => side.elements[at]?.tag === 'table') ?? TOP;
    const key = `${change.kind} ${table} ${childrenOf(side, row).indexOf(index)}`;
    const column = columns.get(key);
    if (column === undefined) columns.set(key, { ...change, column: [index] });
    else column.column?.push(index);
  }
  for (const { column = [], ...change } of columns.values()) yield column.length > 1 ? { ...change, column } : change;
}

const near = (a: number, b: number): boolean => Math.abs(a - b) < 1;

/** Returns the elements of the later side that a change could have moved or resized: those around it, from its own on. */
function touchedBy({ before, after, partners }: Pairs, changes: readonly OwnChange[]): Set<number> {
  const touched = new Set<number>();
  const climb = (from: number): void => {
    for (let at = from; at !== TOP; at = after.parents[at] ?? TOP) touched.add(at);
  };
  for (const { old, now } of changes) {
    if (now !== null) climb(now);
    const [home] =
      old === null ? [] : [...lineOf(before, before.parents[old] ?? TOP)].filter((at) => partners[at] !== TOP);
    if (home !== undefined) climb(partners[home] ?? TOP);
  }
  return touched;
}

/** Returns whether an element around this one got another style, which can resize all that is in it. */
function isRestyled({ after }: Pairs, restyled: ReadonlySet<number>, now: number): boolean {
  for (let at = after.parents[now] ?? TOP; at !== TOP; at = after.parents[at] ?? TOP) if (restyled.has(at)) return true;
  return false;
}

/** Returns whether an element is in a table of which a cell or row changed: it shares its columns' widths. */
function isInTouchedTable({ after }: Pairs, touched: ReadonlySet<number>, now: number): boolean {
  return [...lineOf(after, now)].some((at) => after.elements[at]?.tag === 'table' && touched.has(at));
}

/** Yields elements of another size or place for which nothing else accounts: neither around, beside nor in them. */
function* unexplained(pairs: Pairs, others: readonly OwnChange[]): Generator<OwnChange> {
  const { before, after, partners } = pairs;
  const touched = touchedBy(pairs, others);
  const restyled = new Set(others.filter(({ kind }) => kind === 'style').map(({ now }) => now ?? TOP));
  const by = (old: number, now: number, side: keyof PixelBox): number =>
    (after.elements[now]?.box[side] ?? 0) - (before.elements[old]?.box[side] ?? 0);
  for (const [old, now] of partners.entries()) {
    if (now === TOP || touched.has(now) || isRestyled(pairs, restyled, now)) continue;
    if (isInTouchedTable(pairs, touched, now)) continue;
    const [above, below] = [before.parents[old] ?? TOP, after.parents[now] ?? TOP];
    if (above !== TOP && partners[above] !== below) continue;
    if (childrenOf(after, below).some((each) => touched.has(each)) || touched.has(below)) continue;
    const around = (side: keyof PixelBox): number => (above === TOP ? 0 : by(above, below, side));
    const isResized = (['width', 'height'] as const).some(
      (side) =>
        !near(by(old, now, side), 0) &&
        // What became narrower or wider with all around it, is as tall as its lines need.
        near(side === 'height' ? by(old, now, 'width') : around('width'), 0) &&
        !childrenOf(before, old).some((child) => !near(by(child, partners[child] ?? TOP, side), 0)),
    );
    const isMoved = (['x', 'y'] as const).some((side) => !near(by(old, now, side), around(side)));
    const isAlone = !childrenOf(after, below).some(
      (each) =>
        each !== now &&
        (['width', 'height'] as const).some((side) => !near(by(pairs.earlier[each] ?? TOP, each, side), 0)),
    );
    if (isResized) yield { kind: 'resized', old, now, styles: [], text: null };
    else if (isMoved && isAlone && near(around('width'), 0) && near(around('height'), 0)) yield movedTo(pairs, now);
  }
}

/** Returns what happened to the elements themselves, each said once, at the element where it begins. */
export function ownChanges(pairs: Pairs, cuts: Cuts = UNCUT): OwnChange[] {
  const { before, after, partners, earlier } = pairs;
  const found: OwnChange[] = [];
  for (const { index, isAround } of alone(after, before, earlier, cuts.before)) {
    found.push({ kind: 'added', old: null, now: index, styles: [], text: null, isAround });
  }
  for (const { index, isAround } of alone(before, after, partners, cuts.after)) {
    found.push({ kind: 'removed', old: index, now: null, styles: [], text: null, isAround });
  }
  for (const [old, now] of partners.entries()) {
    const [was, is] = [before.elements[old], after.elements[now]];
    if (was === undefined || is === undefined) continue;
    const text = textChange(pairs, old, now);
    if (text !== null) found.push({ kind: 'text', old, now, styles: [], text });
    if (pictureOf(was) !== pictureOf(is)) found.push({ kind: 'image', old, now, styles: [], text: null });
    const styles = changedStyles(pairs, old, now);
    if (styles.length > 0) found.push({ kind: 'style', old, now, styles, text: null });
  }
  found.push(...moved(pairs));
  const more = [...unexplained(pairs, found)];
  // What is beside something that another element of these stretched, is stretched with it.
  const around = touchedBy(pairs, more);
  for (const { now } of more) around.delete(now ?? TOP);
  const isStretched = ({ now }: OwnChange): boolean =>
    childrenOf(after, after.parents[now ?? TOP] ?? TOP).some((each) => around.has(each));
  return [...joinColumns([...found, ...more.filter((change) => !isStretched(change))], pairs)];
}
