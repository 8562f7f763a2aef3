import sharp from 'sharp';
import { expect, test } from 'vitest';
import { compare } from '../../../server/adapters/images/compare.ts';
import { alignmentOf } from '../../../server/domain/shot/change.ts';

interface Line {
  x: number;
  y: number;
  width: number;
  seed: number;
}

/** Draws lines of text-like dashes, told apart by their seeds, on white. */
function draw(height: number, lines: readonly Line[]): Promise<Buffer> {
  const dashes = lines.flatMap(({ x, y, width, seed }) =>
    Array.from({ length: Math.floor(width / 10) }, (_, at) => {
      const tall = 4 + ((seed * 7 + at * 5) % 9);
      return `<rect x="${x + at * 10}" y="${y + 12 - tall}" width="${3 + ((seed + at * 3) % 6)}" height="${tall}" fill="#222"/>`;
    }),
  );
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="${height}"><rect width="100%" height="100%" fill="#fff"/>${dashes.join('')}</svg>`;
  return sharp(Buffer.from(svg)).png().toBuffer();
}

const column = (x: number, width: number, from: number, count: number, seed: number): Line[] =>
  Array.from({ length: count }, (_, at) => ({ x, y: from + at * 24, width, seed: seed + at }));

async function moves(before: Buffer, after: Buffer) {
  const { map } = await compare(before, after);
  if (map === null) throw new Error('nothing changed');
  return alignmentOf(map);
}

test('a short menu beside a text that was pushed down is one block that stayed, down to its last line', async () => {
  const menu = column(16, 120, 20, 10, 1);
  const before = await draw(1200, [...menu, ...column(200, 400, 20, 40, 50)]);
  const after = await draw(1260, [...menu, { x: 200, y: 20, width: 400, seed: 999 }, ...column(200, 400, 80, 40, 50)]);
  const { blocks, hidden } = await moves(before, after);
  const stayed = blocks.filter(([, y, , , from]) => y === from);
  for (const { y } of menu) {
    expect(
      stayed.some(([x, top, width, height]) => x <= 16 && x + width >= 136 && top <= y && top + height > y + 12),
    ).toBe(true);
  }
  expect(hidden).toEqual([]);
});

test('of a card that was removed from one column, the others move up, and what they cover is stated', async () => {
  const others = column(16, 160, 20, 40, 1);
  const card = (y: number, seed: number) => column(400, 160, y, 3, seed);
  const before = await draw(1100, [...others, ...card(20, 300), ...card(140, 400), ...card(260, 500)]);
  const after = await draw(1100, [...others, ...card(20, 300), ...card(140, 500)]);
  const { blocks, hidden } = await moves(before, after);
  expect(
    blocks.some(
      ([x, y, width, height, from]) =>
        from - y === 120 && x <= 400 && x + width >= 550 && y <= 140 && y + height >= 200,
    ),
  ).toBe(true);
  expect(hidden).toHaveLength(1);
  const [x = 0, y = 0, width = 0, height = 0, at = 0] = hidden[0] ?? [];
  expect(x).toBeLessThanOrEqual(400);
  expect(x + width).toBeGreaterThanOrEqual(550);
  expect([y, y + height, at].map((row) => Math.abs(row - 170) < 40)).toEqual([true, true, true]);
});

test('where nothing moved there are no blocks', async () => {
  const before = await draw(600, column(16, 300, 20, 20, 1));
  const after = await draw(600, [...column(16, 300, 20, 19, 1), { x: 16, y: 476, width: 300, seed: 77 }]);
  expect(await moves(before, after)).toMatchObject({ blocks: [], hidden: [] });
});
