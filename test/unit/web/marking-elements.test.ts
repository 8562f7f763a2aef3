import { describe, expect, test } from 'vitest';
import { nameAt } from '../../../server/web/marking/element-hits.ts';
import { createElementSource } from '../../../server/web/marking/element-source.ts';
import {
  openAtFirst,
  shownItems,
  toggled,
  treeKey,
  treeOf,
  typeahead,
} from '../../../server/web/marking/element-tree.ts';
import {
  elementOf,
  innermostAt,
  pathFrom,
  readElements,
  type ShotElement,
  step,
  walkOf,
} from '../../../server/web/marking/elements.ts';

const shot = { width: 1000, height: 2000 };
type Given = [
  tag: string,
  parent: number | null,
  x: number,
  y: number,
  width: number,
  height: number,
  name?: string,
  role?: string,
];
const file = (scale: number, ...given: Given[]) => ({
  scale,
  elements: given.map(([tag, parent, x, y, width, height, name = '', role]) => ({
    tag,
    parent,
    role: role ?? null,
    accessible_name: name === '' ? null : name,
    text: '',
    box: { x, y, width, height },
  })),
});
const page = (): ShotElement[] =>
  readElements(
    file(
      2,
      ['body', null, 0, 0, 500, 1000],
      ['main', 0, 0, 100, 500, 600, '', 'main'],
      ['div', 1, 20, 120, 400, 200],
      ['section', 2, 20, 120, 400, 200, 'Order', 'region'],
      ['button', 3, 40, 240, 120, 40, 'Pay now', 'button'],
      ['span', 4, 60, 250, 80, 20, 'Pay now'],
      ['a', 1, 300, 500, 60, 20, 'Terms', 'link'],
    ),
    shot,
  );

describe('the elements of a screenshot', () => {
  test('have boxes in fractions of the screenshot, at any scale', () => {
    expect(page()[4]).toEqual({
      tag: 'button',
      role: 'button',
      name: 'Pay now',
      parent: 3,
      area: { x: 0.08, y: 0.24, width: expect.closeTo(0.24, 10), height: expect.closeTo(0.04, 10) },
    });
  });

  test('may have wrong data from the service or a client without an error', () => {
    const broken: unknown[] = [null, 4, [], {}, { scale: 0, elements: [] }, { scale: 1, elements: 'no' }];
    for (const each of broken) expect(readElements(each, shot)).toEqual([]);
    const odd = readElements({ scale: 1, elements: [{ parent: 7 }, { box: { x: 'a' }, parent: -1 }, 5] }, shot);
    expect(odd).toHaveLength(3);
    for (const each of odd) expect(each).toMatchObject({ parent: null, area: { width: 0, height: 0 } });
    expect(innermostAt(odd, { x: 0, y: 0 })).toBeNull();
  });

  test('are cut to the screenshot', () => {
    const [element] = readElements(file(1, ['div', null, -50, 1900, 200, 500]), shot);
    expect(element?.area).toEqual({ x: 0, y: 0.95, width: 0.15, height: expect.closeTo(0.05, 10) });
  });
});

describe('pointing', () => {
  test('names the innermost element', () => {
    expect(nameAt(page(), { x: 0.09, y: 0.245 })).toBe('button “Pay now”');
    expect(nameAt([], { x: 0.09, y: 0.245 })).toBeNull();
    expect(nameAt(null, { x: 0.09, y: 0.245 })).toBeNull();
  });

  test('finds the innermost element, even when it is larger than the one around it', () => {
    expect(innermostAt(page(), { x: 0.15, y: 0.26 })).toBe(5);
    expect(innermostAt(page(), { x: 0.09, y: 0.245 })).toBe(4);
    expect(innermostAt(page(), { x: 0.99, y: 0.99 })).toBe(0);
    const inline = readElements(file(1, ['a', null, 0, 0, 100, 20], ['div', 0, 0, 0, 300, 200]), shot);
    expect(innermostAt(inline, { x: 0.05, y: 0.005 })).toBe(1);
  });

  test('moves outwards step by step, skipping elements with the same area, and back the same way', () => {
    const path = pathFrom(page(), 5, shot);
    expect(path).toEqual([5, 4, 3, 1, 0]);
    const hidden = readElements(
      file(1, ['body', null, 0, 0, 500, 1000], ['p', 0, 0, 0, 0, 0], ['a', 1, 9, 9, 90, 90]),
      shot,
    );
    expect(pathFrom(hidden, 2, shot)).toEqual([2, 0]);
    let walk = { path, at: 0 } as Parameters<typeof step>[0];
    for (const _ of [1, 2, 3, 4]) walk = step(walk, 1) ?? walk;
    expect(elementOf(walk)).toBe(0);
    expect(step(walk, 1)).toBeNull();
    for (const _ of [1, 2, 3, 4]) walk = step(walk, -1) ?? walk;
    expect(elementOf(walk)).toBe(5);
    expect(step(walk, -1)).toBeNull();
  });

  test('with a drawn box finds the element around it, and with a point the innermost', () => {
    expect(walkOf([], { x: 0, y: 0, width: 0.5, height: 0.5 }, shot)).toBeNull();
    const drawn = walkOf(page(), { x: 0.1, y: 0.25, width: 0.2, height: 0.025 }, shot);
    expect(elementOf(drawn)).toBeNull();
    expect(elementOf(drawn && step(drawn, 1))).toBe(4);
    expect(elementOf(drawn && step(drawn, -1))).toBe(5);
    const point = walkOf(page(), { x: 0.15, y: 0.26, width: 0, height: 0 }, shot);
    expect(elementOf(point && step(point, 1))).toBe(5);
    expect(point && step(point, -1)).toBeNull();
    const chosen = walkOf(page(), page()[4]?.area ?? { x: 0, y: 0, width: 0, height: 0 }, shot);
    expect(elementOf(chosen)).toBe(4);
  });

  test('a list with circular parents is not shown as a tree', () => {
    const elements = readElements({ scale: 1, elements: [{ parent: 1 }, { parent: 0 }] }, shot);
    expect(elements.map(({ parent }) => parent)).toEqual([null, 0]);
  });
});

describe('the list as a tree', () => {
  const tree = treeOf(page());
  const all = new Set(tree.keys());

  test('omits an element that only wraps one other', () => {
    expect([...tree.keys()]).toEqual([1, 3, 4, 5, 6]);
    expect(tree.get(3)).toMatchObject({ parent: 1, level: 2, children: [4] });
  });

  test('responds to the keys of the ARIA pattern', () => {
    expect(treeKey(tree, new Set(), 1, 'ArrowRight')).toEqual({ open: new Set([1]) });
    expect(treeKey(tree, new Set([1]), 1, 'ArrowRight')).toEqual({ to: 3 });
    expect(treeKey(tree, new Set([1]), 3, 'ArrowDown')).toEqual({ to: 6 });
    expect(treeKey(tree, all, 3, 'ArrowDown')).toEqual({ to: 4 });
    expect(treeKey(tree, new Set([1, 3]), 3, 'ArrowLeft')).toEqual({ open: new Set([1]) });
    expect(treeKey(tree, new Set([1]), 3, 'ArrowLeft')).toEqual({ to: 1 });
    expect(treeKey(tree, all, 1, 'End')).toEqual({ to: 6 });
    expect(treeKey(tree, all, 6, 'Home')).toEqual({ to: 1 });
    expect(treeKey(tree, all, 6, 'ArrowDown')).toBeNull();
    expect(treeKey(tree, all, 6, 'ArrowRight')).toBeNull();
    expect(treeKey(tree, new Set([1]), 6, 'ArrowRight')).toBeNull();
    // The focus is in a branch that was closed.
    expect(treeKey(tree, new Set(), 6, 'ArrowDown')).toBeUndefined();
    expect(treeKey(tree, all, 6, 'Escape')).toBeUndefined();
  });

  test('opens initially at items with a choice, and around the element that was pointed at', () => {
    const section = (parent: number | null): Given => ['section', parent, 0, 0, 9, 9, '', 'region'];
    const wide = treeOf(
      readElements(file(1, section(null), section(0), section(0), section(0), ['a', 2, 0, 0, 9, 9, 'Terms']), shot),
    );
    const shown = (kept: number | null) => shownItems(wide, openAtFirst(wide, kept)).map(({ index }) => index);
    expect(shown(null)).toEqual([0, 1, 2, 3]);
    expect(shown(4)).toEqual([0, 1, 2, 4, 3]);
  });

  test('opens a branch, or closes it', () => {
    expect([...toggled(new Set([1]), 3)]).toEqual([1, 3]);
    expect([...toggled(new Set([1, 3]), 3)]).toEqual([1]);
  });

  test('jumps by letters and wraps around at the end', () => {
    const shown = [
      { index: 1, words: 'main' },
      { index: 3, words: 'region “Order”' },
      { index: 6, words: 'link “Terms”' },
    ];
    expect(typeahead(shown, 1, 'l')).toBe(6);
    expect(typeahead(shown, 6, 'm')).toBe(1);
    expect(typeahead(shown, 3, 're')).toBe(3);
    const alike = [...shown, { index: 8, words: 'Region “Help”' }];
    expect([typeahead(alike, 3, 'r'), typeahead(alike, 3, 're')]).toEqual([8, 3]);
    expect(typeahead(shown, 1, 'x')).toBeNull();
  });
});

describe('fetching the elements', () => {
  const on = { index: 0, sha256: 'a', width: 1000, height: 2000, elements_url: 'http://x/p/1/elements' };

  test('happens once for each screenshot, for any number of callers', async () => {
    let asked = 0;
    const source = createElementSource(async () => {
      asked += 1;
      return file(2, ['body', null, 0, 0, 500, 1000]);
    });
    const [one, other] = await Promise.all([source.load(on), source.load(on)]);
    expect(await source.load(on)).toBe(one);
    expect(other).toBe(one);
    expect(source.of(on)).toHaveLength(1);
    expect(asked).toBe(1);
    expect(await source.load({ ...on, sha256: 'b', elements_url: null })).toBeNull();
  });

  test('reports a failure, and tries again the next time', async () => {
    let asked = 0;
    const source = createElementSource(async () => {
      asked += 1;
      if (asked === 1) throw new Error('offline');
      return file(1);
    });
    expect(await source.load(on)).toBeNull();
    expect(source.failed.value).toBe(true);
    expect(await source.load(on)).toEqual([]);
    expect(source.failed.value).toBe(false);
  });
});
