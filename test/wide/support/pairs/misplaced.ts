import { compare } from '../../../../server/adapters/images/compare.ts';
import { differs, type Pixels, pixelsOf } from '../../../../server/adapters/images/pixels.ts';
import { alignmentOf } from '../../../../server/domain/shot/change.ts';
import { type AlignedLayout, alignedLayout } from '../../../../server/web/compare/aligned-layout.ts';
import type { Pair, PairRegion } from './types.ts';

/** Pixels that content may be off across. */
const OFF = 2;
/** The share of a region's pixels that may differ where the same content faces it. */
const UNLIKE = 0.01;

type Kept = PairRegion & { after: NonNullable<PairRegion['after']> };

/** Returns the unchanged regions that kept their columns and their order: what rows can align. */
export function alignable({ regions }: Pair): Kept[] {
  const kept = regions
    .filter(
      (each): each is Kept => !each.changed && each.after !== null && Math.abs(each.after.x - each.before.x) <= OFF,
    )
    .sort((a, b) => a.before.y - b.before.y);
  // The longest sequence whose tops stay in order: the others were moved past them.
  const best: Kept[][] = [];
  for (const region of kept) {
    const before = best.filter((each) => (each.at(-1)?.after.y ?? 0) <= region.after.y + OFF);
    best.push([...before.reduce<Kept[]>((a, b) => (b.length > a.length ? b : a), []), region]);
  }
  return best.reduce<Kept[]>((a, b) => (b.length > a.length ? b : a), []);
}

/** Lays the earlier image over the later one, as the page draws it. */
function laidOver(before: Pixels, now: { width: number; height: number }, layout: AlignedLayout | null): Uint32Array {
  const words = new Uint32Array(now.width * now.height);
  const row = (from: number, at: number, left = 0, right = Math.min(before.width, now.width)) => {
    if (from >= before.height || at >= now.height) return;
    words.set(before.words.subarray(from * before.width + left, from * before.width + right), at * now.width + left);
  };
  if (layout === null) for (let y = 0; y < now.height; y += 1) row(y, y);
  for (const { from, at, length } of layout?.slices ?? []) for (let y = 0; y < length; y += 1) row(from + y, at + y);
  for (const { down, boxes } of layout?.layers ?? []) {
    for (const [x, top, width, height] of boxes) {
      for (let y = top; y < top + height; y += 1) row(y - down, y, x, Math.min(x + width, before.width));
    }
  }
  return words;
}

/** Returns the aligned regions over which the aligned modes lay something else. */
export async function misplaced(pair: Pair): Promise<string[]> {
  const [before, after] = await Promise.all([pixelsOf(pair.before.bytes), pixelsOf(pair.after.bytes)]);
  const { map } = await compare(pair.before.bytes, pair.after.bytes);
  const layout = map === null ? null : alignedLayout(alignmentOf(map), pair.before, pair.after);
  const laid = laidOver(before, after, layout);
  return alignable(pair).flatMap(({ name, after: box }) => {
    const [left, top] = [Math.ceil(box.x), Math.ceil(box.y)];
    const [right, bottom] = [Math.floor(box.x + box.width), Math.floor(box.y + box.height)];
    let [unlike, showing] = [0, 0];
    for (let y = top; y < bottom; y += 1) {
      const row = after.words.subarray(y * after.width + left, y * after.width + right);
      // Nobody sees which empty row faces which.
      if (row.every((word) => word === row[0])) continue;
      showing += row.length;
      for (let x = left; x < right; x += 1) {
        const at = y * after.width + x;
        if (differs(laid[at] ?? 0, after.words[at] ?? 0)) unlike += 1;
      }
    }
    const share = unlike / Math.max(1, showing);
    return share <= UNLIKE ? [] : [`${name} ${(share * 100).toFixed(1)} %`];
  });
}
