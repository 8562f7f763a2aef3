import type { ShotElement } from './elements.ts';

export interface TreeItem {
  index: number;
  parent: number | null;
  children: number[];
  level: number;
}

export type Tree = ReadonlyMap<number, TreeItem>;

const isNamed = ({ role, name }: ShotElement): boolean => (role !== null && role !== 'generic') || name !== '';

/**
 * Builds the tree without elements that only wrap one other or have neither name nor children; their children move up.
 */
export function treeOf(elements: readonly ShotElement[]): Tree {
  const below = elements.map((): number[] => []);
  for (const [index, { parent }] of elements.entries()) if (parent !== null) below[parent]?.push(index);
  const seen = (index: number): boolean => {
    const each = elements[index];
    if (each === undefined || each.area.width * each.area.height === 0) return false;
    const inside = below[index]?.length ?? 0;
    return inside === 1 ? each.role !== null && each.role !== 'generic' : isNamed(each) || inside > 1;
  };
  const tree = new Map<number, TreeItem>();
  const closest = (from: number | null): number | null => {
    for (let at = from; at !== null; at = elements[at]?.parent ?? null) if (tree.has(at)) return at;
    return null;
  };
  for (const [index, { parent }] of elements.entries()) {
    if (!seen(index)) continue;
    const enclosing = closest(parent);
    const outer = enclosing === null ? undefined : tree.get(enclosing);
    outer?.children.push(index);
    tree.set(index, { index, parent: enclosing, children: [], level: (outer?.level ?? 0) + 1 });
  }
  return tree;
}

/** Returns the visible items, top to bottom. */
export function shownItems(tree: Tree, open: ReadonlySet<number>): TreeItem[] {
  const shown: TreeItem[] = [];
  const add = (item: TreeItem | undefined): void => {
    if (item === undefined) return;
    shown.push(item);
    if (open.has(item.index)) for (const child of item.children) add(tree.get(child));
  };
  for (const item of tree.values()) if (item.parent === null) add(item);
  return shown;
}

/** Returns the items that have to be open to show an item. */
function openFor(tree: Tree, index: number): number[] {
  const way: number[] = [];
  for (let at = tree.get(index)?.parent ?? null; at !== null; at = tree.get(at)?.parent ?? null) way.push(at);
  return way;
}

/** Returns the branches to open at first: from the top, while there is only one way down, and those around `kept`. */
export function openAtFirst(tree: Tree, kept: number | null): ReadonlySet<number> {
  const open = kept === null ? [] : openFor(tree, kept);
  let level = [...tree.values()].filter(({ parent }) => parent === null);
  for (let [only] = level; level.length <= 2 && only !== undefined; [only] = level) {
    open.push(...level.map(({ index }) => index));
    level = level.flatMap(({ children }) => children.flatMap((child) => tree.get(child) ?? []));
  }
  return new Set(open);
}

/** Opens a branch, or closes it. */
export function toggled(open: ReadonlySet<number>, index: number): ReadonlySet<number> {
  const next = new Set(open);
  if (!next.delete(index)) next.add(index);
  return next;
}

/** The item to go to, or the branches that are open now; null where a key of the tree has nothing to do. */
export type TreeMove = { to: number } | { open: ReadonlySet<number> } | null;

/** Returns what a key does in the tree, as in the ARIA pattern for trees; undefined for any other key. */
export function treeKey(tree: Tree, open: ReadonlySet<number>, focus: number, key: string): TreeMove | undefined {
  const shown = shownItems(tree, open);
  const at = shown.findIndex(({ index }) => index === focus);
  const item = shown[at];
  const to = (target: TreeItem | undefined): TreeMove => (target === undefined ? null : { to: target.index });
  if (item === undefined) return undefined;
  switch (key) {
    case 'ArrowDown':
      return to(shown[at + 1]);
    case 'ArrowUp':
      return to(shown[at - 1]);
    case 'Home':
      return to(shown[0]);
    case 'End':
      return to(shown.at(-1));
    case 'ArrowRight':
      if (item.children.length === 0) return null;
      return open.has(focus) ? to(tree.get(item.children[0] ?? -1)) : { open: toggled(open, focus) };
    case 'ArrowLeft':
      if (open.has(focus) && item.children.length > 0) return { open: toggled(open, focus) };
      return item.parent === null ? null : { to: item.parent };
    default:
      return undefined;
  }
}

/** Returns the next shown item whose name starts with what was typed, after `focus` and wrapping. */
export function typeahead(
  shown: readonly { index: number; words: string }[],
  focus: number,
  typed: string,
): number | null {
  const at = shown.findIndex(({ index }) => index === focus);
  const wanted = typed.toLocaleLowerCase();
  // One letter moves to the next item; more letters may still match the current one.
  const from = typed.length > 1 ? at : at + 1;
  const found = [...shown.slice(from), ...shown.slice(0, from)].find(({ words }) =>
    words.toLocaleLowerCase().startsWith(wanted),
  );
  return found?.index ?? null;
}
