import sharp from 'sharp';
import { describe, expect, it, test } from 'vitest';
import { compare } from '../../../server/adapters/images/index.ts';

interface Block {
  height: number;
  /** Empty rows below it */
  gap: number;
  seed: number;
}

interface Column {
  x: number;
  width: number;
  /** Which have a line around them: each block, or the column as a whole */
  framed: 'blocks' | 'column' | 'none';
  blocks: Block[];
}

const width = 400;
const MARGIN = 20;
const next = (state: number): number => (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
const blocks = (count: number, seed: number, size: Omit<Block, 'seed'>): Block[] =>
  Array.from({ length: count }, (_, at) => ({ ...size, seed: seed * 1000 + at }));
const without = (list: readonly Block[], at: number): Block[] => list.filter((_, index) => index !== at);

/** Draws columns of blocks of distinct words, as tall as the tallest column. Returns the pixels in grey. */
function draw(columns: readonly Column[]) {
  const ends = columns.map((column) => column.blocks.reduce((y, { height, gap }) => y + height + gap, MARGIN));
  const height = Math.max(...ends) + MARGIN;
  const grey = new Uint8Array(width * height).fill(255);
  const frame = (left: number, right: number, top: number, bottom: number): void => {
    for (const y of [top, bottom - 1]) grey.fill(140, y * width + left, y * width + right);
    for (let y = top; y < bottom; y += 1) for (const x of [left, right - 1]) grey[y * width + x] = 140;
  };
  for (const [index, { x, width: across, framed, blocks: list }] of columns.entries()) {
    let top = MARGIN;
    for (const block of list) {
      let state = next(block.seed);
      for (let line = top + 6; line + 10 <= top + block.height; line += 20) {
        for (let dot = x + 6; dot < x + across - 6; dot += 1) {
          state = next(state);
          const y = line + ((state >>> 16) % 8);
          if ((state >>> 8) % 3 > 0) grey[y * width + dot] = (state >>> 24) % 160;
        }
      }
      if (framed === 'blocks') frame(x, x + across, top, top + block.height);
      top += block.height + block.gap;
    }
    if (framed === 'column') frame(x, x + across, MARGIN, ends[index] ?? MARGIN);
  }
  return { grey, height };
}

function png({ grey, height }: ReturnType<typeof draw>): Promise<Buffer> {
  return sharp(grey, { raw: { width, height, channels: 1 } })
    .png({ compressionLevel: 1 })
    .toBuffer();
}

describe('what was removed between vertical lines is reported', () => {
  const rows = blocks(30, 1, { height: 24, gap: 0 });
  const table = (list: Block[]): Column[] => [{ x: 16, width: 368, framed: 'blocks', blocks: list }];
  it.each([0, 1, 4, 28])('row %i of a table', async (at) => {
    const { kind, areas } = await compare(await png(draw(table(rows))), await png(draw(table(without(rows, at)))));
    expect([kind, areas.map((area) => area.kind)]).toEqual(['changed', ['removed']]);
    expect(Math.abs((areas[0]?.y ?? 0) - MARGIN - at * 24)).toBeLessThan(24);
  });

  const cards = blocks(12, 2, { height: 64, gap: 16 });
  const beside = (list: Block[]): Column[] => [
    { x: 8, width: 90, framed: 'none', blocks: blocks(6, 3, { height: 20, gap: 14 }) },
    { x: 120, width: 264, framed: 'blocks', blocks: list },
  ];
  it.each([1, 3, 6])('card %i beside a navigation', async (at) => {
    const { kind, areas } = await compare(await png(draw(beside(cards))), await png(draw(beside(without(cards, at)))));
    expect(kind).toBe('changed');
    expect(areas.filter((area) => area.kind === 'removed')).toHaveLength(1);
  });

  const texts = blocks(10, 4, { height: 64, gap: 20 });
  const panel = (gap: number): Column[] => [
    { x: 40, width: 320, framed: 'column', blocks: texts.map((text, at) => (at === 2 ? { ...text, gap } : text)) },
  ];
  it.each([
    [40, 20, 'removed'],
    [60, 40, 'removed'],
    [10, 8, 'removed'],
    [40, 60, 'added'],
  ])('a gap of %i px in a panel becomes %i px', async (from, to, kind) => {
    const { areas, ...found } = await compare(await png(draw(panel(from))), await png(draw(panel(to))));
    expect([found.kind, areas.map((area) => area.kind)]).toEqual(['changed', [kind]]);
  });

  it.each([
    [40, 20, ['removed', 'changed']],
    [40, 60, ['added', 'changed']],
  ])('a gap of %i px in a panel becomes %i px, and another text changes', async (from, to, kinds) => {
    // No text in the cells of its lines
    const apart = (gap: number): Column[] => panel(gap).map((column) => ({ ...column, x: 42, width: 316 }));
    const after = apart(to).map((column) => ({
      ...column,
      blocks: [...column.blocks.slice(0, -1), ...texts.slice(2, 3)],
    }));
    const { areas } = await compare(await png(draw(apart(from))), await png(draw(after)));
    expect(areas.map(({ kind }) => kind)).toEqual(kinds);
  });

  it.each([1, 12, 40])('a bar of %i px beside a card that moved', async (tall) => {
    const [before, after] = [draw(beside(cards)), draw(beside(without(cards, 1)))];
    for (let y = 400; y < 400 + tall; y += 1) before.grey.fill(200, y * width + 16, y * width + 96);
    const { areas } = await compare(await png(before), await png(after));
    expect(areas.some(({ x, width: across }) => x === 16 && across === 80)).toBe(true);
  });
});

test('a block put in beside a column that did not move leaves no change in that column', async () => {
  const list = blocks(6, 5, { height: 64, gap: 16 });
  const page = (main: Block[]): Column[] => [
    { x: 8, width: 90, framed: 'none', blocks: blocks(14, 6, { height: 20, gap: 14 }) },
    { x: 120, width: 264, framed: 'none', blocks: main },
  ];
  const longer = [...blocks(1, 7, { height: 104, gap: 16 }), ...list];
  const { kind, areas } = await compare(await png(draw(page(list))), await png(draw(page(longer))));
  expect(kind).toBe('changed');
  expect(areas.filter(({ x, width: across }) => x + across <= 112)).toEqual([]);
});

test('120 pairs of generated pages are identical only where their pixels are', async () => {
  for (let seed = 1; seed <= 120; seed += 1) {
    let state = next(seed);
    const pick = (from: number, to: number): number => {
      state = next(state);
      return from + ((state >>> 8) % (to - from + 1));
    };
    const framed = (['blocks', 'column', 'none'] as const)[pick(0, 2)] ?? 'none';
    const size = { height: pick(24, 70), gap: pick(0, 3) * 10 };
    const split = pick(60, 200);
    const before: Column[] = [
      { x: 8, width: split, framed: 'none', blocks: blocks(pick(1, 8), seed, { height: 24, gap: 10 }) },
      { x: split + 16, width: width - split - 24, framed, blocks: blocks(pick(3, 9), seed + 1000, size) },
    ];
    const after = before.map((column) => ({ ...column, blocks: [...column.blocks] }));
    for (let change = pick(0, 2); change > 0; change -= 1) {
      const list = after[pick(0, 1)]?.blocks ?? [];
      const at = pick(0, list.length - 1);
      const block = list[at] ?? { ...size, seed };
      const kind = pick(0, 3);
      if (kind === 0 && list.length > 1) list.splice(at, 1);
      else if (kind === 1) list.splice(at, 0, { ...block, seed: block.seed + 500 });
      else if (kind === 2) list[at] = { ...block, gap: block.gap + pick(1, 30) };
      else list[at] = { ...block, gap: pick(0, block.gap) };
    }
    const [old, now] = [draw(before), draw(after)];
    const isSame =
      old.height === now.height && old.grey.every((value, at) => Math.abs(value - (now.grey[at] ?? 0)) <= 6);
    const { kind, areas } = await compare(await png(old), await png(now));
    expect({ seed, kind, hasAreas: areas.length > 0 }).toEqual({
      seed,
      kind: isSame ? 'identical' : 'changed',
      hasAreas: !isSame,
    });
  }
});
