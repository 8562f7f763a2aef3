import { describe, expect, test } from 'vitest';
import { sheetsOf } from '../../../server/adapters/printout/sheets.ts';

const HEAD = 92;
const shots = {
  'a laptop’s screen': { width: 1440, height: 900, scale: 1 },
  'a tall page': { width: 1440, height: 10_000, scale: 1 },
  'a tall page on a phone': { width: 780, height: 17_950, scale: 2 },
  'a newsletter': { width: 1360, height: 4600, scale: 2 },
  'a slide': { width: 2000, height: 1125, scale: 1 },
  'a wide screen': { width: 2560, height: 1440, scale: 1 },
  'an icon': { width: 24, height: 24, scale: 1 },
  'one pixel more than a sheet': { width: 700, height: 913, scale: 1 },
  'a strip': { width: 60, height: 40_000, scale: 1 },
};
const named = Object.entries(shots).map(([name, shot]) => ({ name, shot }));

describe.each(named)('$name', ({ shot }) => {
  const { paper, scale, rows } = sheetsOf(shot, [], HEAD);
  const sheets = rows.flat();

  test('is on sheets without a gap', () => {
    let end = 0;
    for (const { top, height } of sheets) {
      expect(top).toBeLessThanOrEqual(end);
      expect(top + height).toBeGreaterThan(end);
      end = top + height;
    }
    expect([sheets[0]?.top, end]).toEqual([0, shot.height]);
  });

  test('fits its paper, below its facts on the first', () => {
    for (const [at, row] of rows.entries()) {
      expect(row.length * shot.width * scale + (row.length - 1) * 20).toBeLessThanOrEqual(paper.width + 0.5);
      for (const { height } of row) {
        expect(height * scale + 22 + (at === 0 ? HEAD : 0)).toBeLessThanOrEqual(paper.height + 0.5);
      }
    }
  });

  test('stays legible: type of 14 px is at least 5 points high', () => {
    expect(14 * shot.scale * scale * 0.75).toBeGreaterThanOrEqual(5);
  });
});

test.each([
  ['a laptop’s screen', 'wide', 1],
  ['a slide', 'large', 1],
  ['a wide screen', 'large', 1],
  ['an icon', 'narrow', 1],
  ['one pixel more than a sheet', 'narrow', 1],
  ['a tall page on a phone', 'narrow', 4],
] as const)('%s is on %s paper, on %i sheets', (name, paper, count) => {
  const sheets = sheetsOf(shots[name], [], HEAD);
  expect([sheets.paper.name, sheets.rows.length]).toEqual([paper, count]);
});

test('no cut goes through a small mark, or through the place of its number', () => {
  const shot = shots['a tall page'];
  const all = Array.from({ length: 60 }, (_, at) => ({ x: 10, y: 80 + at * 163, width: 200, height: 60 }));
  const { rows, scale } = sheetsOf(shot, all, HEAD);
  const cuts = rows.flat().map(({ top, height }) => top + height);
  const through = cuts.filter((cut) =>
    all.some(({ y, height }) => y - 20 / scale < cut && cut < y + height + 20 / scale),
  );
  expect(through).toEqual([]);
  expect(cuts.length).toBeLessThan(15);
});

test('marks without a space between them do not make sheets short', () => {
  const all = Array.from({ length: 100 }, (_, at) => ({ x: 0, y: at * 100, width: 50, height: 100 }));
  const { length } = sheetsOf(shots['a tall page'], [], HEAD).rows;
  expect(sheetsOf(shots['a tall page'], all, HEAD).rows).toHaveLength(length);
});

test('facts that need most of a sheet get one of their own', () => {
  expect(sheetsOf(shots['a laptop’s screen'], [], 600).isApart).toBe(true);
  expect(sheetsOf(shots['a laptop’s screen'], [], HEAD).isApart).toBe(false);
});
