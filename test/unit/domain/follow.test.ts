import { describe, expect, test } from 'vitest';
import { type FollowInput, follow, settle } from '../../../server/domain/mark/follow.ts';
import { carryPlace } from '../../../server/domain/mark/rules.ts';
import type { ChangeMap, ElementMap } from '../../../server/domain/port-types.ts';
import { createRandom } from '../../support/random.ts';
import { element, mapOf } from './support/element.ts';

const desktop = (height: number) => ({ width: 1440, height, pixelRatio: 1 });
const phone = (height: number) => ({ width: 780, height, pixelRatio: 2 });
const rowsOf = (height: number, ...rows: [from: number, to: number, length: number][]): ChangeMap => ({
  width: 1440,
  height,
  cell: 16,
  columns: 90,
  cells: new Uint16Array(90 * Math.ceil(height / 16)),
  rows: rows.map(([from, to, length]) => ({ from, to, length })),
});
const place = (x: number, y: number, of: { width: number; height: number }, width?: number, height?: number) => ({
  x: x / of.width,
  y: y / of.height,
  width: width === undefined ? null : width / of.width,
  height: height === undefined ? null : height / of.height,
});
type Given = Pick<FollowInput, 'place' | 'from' | 'to'> &
  Partial<Pick<FollowInput, 'element'>> & { fromScale?: number | null; map?: ElementMap | null; change?: ChangeMap };
type Box = [number, number, number, number];

/** Follows a mark from a page on which its element is the only one. */
function whole({ place, from, to, element: is = null, fromScale = from.pixelRatio, map = null, change }: Given) {
  return follow({
    kind: place.width === null ? 'point' : 'box',
    place,
    element: is,
    from,
    to,
    before: is === null || fromScale === null ? null : { scale: fromScale, elements: [{ ...is, parent: null }] },
    after: map,
    change: { kind: 'changed', map: change ?? null },
  });
}
function followed(input: Given) {
  const { x, y, width, height } = whole(input).place;
  const px = (share: number | null, size: number) => (share === null ? null : Math.round(share * size * 100) / 100);
  return [px(x, input.to.width), px(y, input.to.height), px(width, input.to.width), px(height, input.to.height)];
}

const button = (box: [number, number, number, number]) => ({
  tag: 'button',
  role: 'button',
  text: 'Buy',
  selectors: ['[data-testid="buy"]'],
  box,
});

describe('with its element', () => {
  const from = desktop(2000);
  const to = desktop(2600);
  const was = element(button([100, 500, 200, 50]));
  const at = (box: [number, number, number, number]) => ({
    from,
    to,
    element: was,
    map: mapOf(1, { tag: 'body', box: [0, 0, 1440, 2600] }, button(box)),
  });

  test.each([
    ['a point in its middle', place(200, 525, from), [800, 1225, null, null]],
    ['a point 4 px above it', place(200, 496, from), [800, 1196, null, null]],
    ['a box around it', place(90, 490, from, 220, 70), [690, 1190, 220, 70]],
    ['a box inside it', place(150, 510, from, 20, 20), [750, 1210, 20, 20]],
  ])('that moved: %s', (_, mark, expected) => {
    expect(followed({ ...at([700, 1200, 200, 50]), place: mark })).toEqual(expected);
  });

  test.each([
    ['a point in its middle', place(200, 525, from), [300, 550, null, null]],
    ['a box on its right half', place(200, 500, from, 100, 50), [300, 500, 200, 100]],
  ])('that grew: %s', (_, mark, expected) => {
    expect(followed({ ...at([100, 500, 400, 100]), place: mark })).toEqual(expected);
  });

  test('on a phone’s screenshot, with two pixels per CSS pixel', () => {
    const mark = place(2 * 50, 2 * 310, phone(1688));
    const map = mapOf(2, button([40, 800, 200, 40]));
    const input = {
      place: mark,
      from: phone(1688),
      to: phone(2400),
      element: element(button([40, 300, 200, 40])),
      map,
    };
    expect(followed(input)).toEqual([2 * 50, 2 * 810, null, null]);
  });

  test('takes precedence over the rows', () => {
    const change = rowsOf(2600, [0, 600, 2000]);
    expect(followed({ ...at([700, 1200, 200, 50]), place: place(200, 525, from), change })[1]).toBe(1225);
  });

  test.each([
    ['it is not there', mapOf(1, { tag: 'body' })],
    ['there is no map', null],
    ['it is large now', mapOf(1, button([0, 0, 1440, 900]))],
  ])('not when %s', (_, map) => {
    expect(followed({ from, to, element: was, map, place: place(200, 525, from) })).toEqual([200, 525, null, null]);
  });

  test('not when the element was larger than a quarter of a screen', () => {
    const large = element(button([0, 0, 1440, 226]));
    const map = mapOf(1, button([0, 300, 1440, 200]));
    expect(followed({ from, to, element: large, map, place: place(200, 100, from) })).toEqual([200, 100, null, null]);
  });

  test('not when the scale of the earlier screenshot is unknown', () => {
    const input = { ...at([700, 1200, 200, 50]), place: place(200, 525, from), fromScale: null };
    expect(followed(input)).toEqual([200, 525, null, null]);
  });
});

describe('with the rows around it', () => {
  const from = desktop(1000);
  const to = desktop(1100);
  // 200 rows were added after the first 300; rows 500 to 599 of the earlier image were removed.
  const change = rowsOf(1100, [0, 0, 300], [300, 500, 200], [600, 700, 400]);

  test.each([
    ['above what changed', place(50, 100, from), [50, 100, null, null]],
    ['below what came in', place(50, 350, from), [50, 550, null, null]],
    ['in rows that are gone: where they were', place(50, 540, from), [50, 700, null, null]],
    ['below what is gone', place(50, 650, from), [50, 750, null, null]],
    ['a box goes by its middle', place(50, 290, from, 100, 40), [50, 490, 100, 40]],
    ['a box whose middle stays, stays', place(50, 270, from, 100, 40), [50, 270, 100, 40]],
    ['at the end', place(50, 1000, from), [50, 1100, null, null]],
  ])('%s', (_, mark, expected) => {
    expect(followed({ place: mark, from, to, change })).toEqual(expected);
  });

  test('rows replaced by the same number: the mark stays', () => {
    const replaced = rowsOf(1000, [0, 0, 300], [400, 400, 600]);
    expect(followed({ place: place(9, 350, from), from, to: desktop(1000), change: replaced })[1]).toBe(350);
  });

  test('rows removed from the start, and from the end', () => {
    const start = rowsOf(700, [300, 0, 700]);
    expect(followed({ place: place(9, 200, from), from, to: desktop(700), change: start })[1]).toBe(0);
    const end = rowsOf(700, [0, 0, 700]);
    expect(followed({ place: place(9, 900, from), from, to: desktop(700), change: end })[1]).toBe(700);
  });

  test('not where the images have different pixel sizes, or no row is the same', () => {
    const mark = place(50, 350, from);
    const other = { width: 2880, height: 2200, pixelRatio: 2 };
    expect(followed({ place: mark, from, to: other, change })).toEqual([100, 700, null, null]);
    expect(followed({ place: mark, from, to, change: rowsOf(1100) })).toEqual([50, 350, null, null]);
  });
});

test('without rows the mark stays where it was carried, inside the image if it fits', () => {
  const [from, to] = [desktop(2000), desktop(500)];
  const inBoth = place(100, 100, from, 300, 200);
  expect(whole({ place: inBoth, from, to }).place).toEqual(carryPlace(inBoth, from, to));
  expect(followed({ place: place(100, 1800, from, 300, 200), from, to })).toEqual([100, 300, 300, 200]);
  expect(followed({ place: place(100, 1800, from, 300, 900), from, to })).toEqual([100, 0, 300, 500]);
});

test('for any input the place is inside the image and a point stays a point', () => {
  const random = createRandom(5);
  const rounds = 20_000;
  for (let round = 0; round < rounds; round += 1) {
    const size = () => ({
      width: 1 + Math.floor(random() * 3000),
      height: 1 + Math.floor(random() * 16000),
      pixelRatio: [null, 1, 2, 3][Math.floor(random() * 4)] ?? null,
    });
    const [from, to] = [size(), size()];
    const isPoint = random() < 0.5;
    const [x, y] = [random(), random()];
    const mark = {
      x,
      y,
      width: isPoint ? null : random() * (1 - x),
      height: isPoint ? null : random() * (1 - y),
    };
    const anyBox = (): [number, number, number, number] => [
      random() * 4000 - 500,
      random() * 9000 - 500,
      random() * 600,
      random() * 600,
    ];
    const rows: [number, number, number][] = [];
    for (let [a, b] = [0, 0]; a < from.height && b < to.height && random() < 0.8; ) {
      a += Math.floor(random() * 50);
      b += Math.floor(random() * 50);
      const length = 1 + Math.floor(random() * 400);
      rows.push([a, b, length]);
      a += length;
      b += length;
    }
    const told = whole({
      place: mark,
      element: random() < 0.5 ? null : element(button(anyBox())),
      from,
      to,
      fromScale: random() < 0.2 ? null : 1 + random() * 2,
      map: random() < 0.5 ? null : mapOf(1 + random() * 2, button(anyBox())),
      ...(random() < 0.5 ? {} : { change: rowsOf(to.height, ...rows) }),
    }).place;
    for (const [at, length] of [
      [told.x, told.width],
      [told.y, told.height],
    ]) {
      expect(at).toBeGreaterThanOrEqual(0);
      expect((at ?? 0) + (length ?? 0)).toBeLessThanOrEqual(1 + 1e-9);
      expect(length === null).toBe(isPoint);
      if (length !== null) expect(length).toBeGreaterThanOrEqual(0);
    }
  }
  console.log(`${rounds.toLocaleString('en')} marks followed: each inside its image`);
});

describe('what the images show', () => {
  const from = desktop(1000);
  const input = (more: Partial<FollowInput> = {}): FollowInput => ({
    ...{ kind: 'box', place: place(100, 400, from, 200, 50), element: null, from, to: desktop(1200) },
    ...{ before: null, after: null, change: { kind: 'changed', map: rowsOf(1200, [0, 0, 300], [300, 500, 700]) } },
    ...more,
  });
  const rounded = (box: object | undefined) => Object.values(box ?? {}).map((value: number) => Math.round(value));

  test('is looked for where its rows are, and where it was', () => {
    const { search } = follow(input());
    expect(rounded(search?.before)).toEqual([100, 400, 200, 50]);
    expect(search?.guesses.map(rounded)).toEqual([
      [100, 600, 200, 50],
      [100, 400, 200, 50],
    ]);
    expect(search?.isKnown).toBe(false);
  });

  test('of a point, mostly what is closest to it', () => {
    const { search } = follow(input({ kind: 'point', place: place(200, 400, from) }));
    expect(rounded(search?.before)).toEqual([152, 352, 96, 96]);
    expect(rounded(search?.core)).toEqual([181, 381, 38, 38]);
  });

  test.each([
    [
      'found elsewhere',
      { after: { x: 700, y: 640, width: 200, height: 50 }, share: 0 },
      'exact',
      [700, 640, 200, 50],
      0,
    ],
    [
      'found larger',
      { after: { x: 100, y: 600, width: 240, height: 80 }, share: 0.4 },
      'exact',
      [100, 600, 240, 80],
      0.4,
    ],
    ['not found', null, 'uncertain', [100, 600, 200, 50], null],
  ])('%s', (_, found, position, expected, share) => {
    const settled = settle(follow(input()), input(), found);
    const { x, y, width, height } = settled.place;
    const pixels = [x * 1440, y * 1200, (width ?? 0) * 1440, (height ?? 0) * 1200].map(Math.round);
    expect([settled.position, pixels, settled.share]).toEqual([position, expected, share]);
  });

  test.each([
    ['the only one that is left', [700], 700, 'exact'],
    ['one of two that look the same', [500, 700], 700, 'uncertain'],
    ['one of two, but nothing shows that it moved', [100, 700], 100, 'exact'],
    ['one that another was before', [300], 300, 'uncertain'],
  ])('of an element without anything of its own: %s', (_, left, x, expected) => {
    const tick = (at: number) => ({ tag: 'i', text: 'Yes', parent: 0, box: [at, 400, 200, 50] as Box });
    const known = { ...tick(300), selectors: ['#known'] };
    const before = mapOf(1, { tag: 'main' }, tick(100), tick(900), known);
    const others = left.map((at) => (at === 300 ? known : tick(at)));
    const after = mapOf(1, { tag: 'main' }, ...others, { tag: 'i', text: 'No', parent: 0, box: [900, 400, 200, 50] });
    const { parent: _of, ...is } = element(tick(100));
    const marked = input({ element: is, before, after, change: { kind: 'changed', map: null } });
    const found = { after: { x, y: 400, width: 200, height: 50 }, share: 0 };
    expect(settle(follow(marked), marked, found).position).toBe(expected);
  });

  test('a point moves with what surrounds it', () => {
    const point = input({ kind: 'point', place: place(200, 400, from) });
    const settled = settle(follow(point), point, { after: { x: 452, y: 752, width: 96, height: 96 }, share: 0 });
    expect([settled.place.x * 1440, settled.place.y * 1200].map(Math.round)).toEqual([500, 800]);
    expect(settled.place.width).toBe(null);
  });

  test.each([
    ['the same words, role and styles', {}, false],
    ['another name', { accessible_name: 'Buy it' }, true],
    ['another target', { outer_html: '<button href="/b">' }, true],
    ['other styles', { styles: { color: 'red' } }, true],
  ])('is completed by the element: %s', (_, more, expected) => {
    const known = {
      ...element(button([100, 400, 200, 50])),
      styles: {},
      accessible_name: 'Buy',
      outer_html: '<button href="/a">',
    };
    const map = (each: typeof known) => ({ scale: 1, elements: [{ ...each, parent: null }] });
    const followed = follow(input({ element: known, before: map(known), after: map({ ...known, ...more }) }));
    expect([followed.position, followed.elementChanged]).toEqual(['exact', expected]);
    expect(followed.search?.isKnown).toBe(true);
  });
});
