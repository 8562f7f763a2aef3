import type { Alignment } from '../../contract/alignment.ts';

interface Sized {
  width: number;
  height: number;
  viewport?: { scale: number } | null;
}

/** Rows of the earlier image, laid where the same content is on the later one. In pixels. */
export interface Slice {
  from: number;
  at: number;
  length: number;
}

/** A part of the earlier image without a place on the later one, because it was removed. `at`: the row where it was. */
export interface Seam extends Slice {
  x: number;
  width: number;
}

/** Boxes of the later image, as x, y, width and height, in which the earlier one is shown `down` rows below its place. */
export interface Layer {
  down: number;
  boxes: [x: number, y: number, width: number, height: number][];
}

/** How to lay the earlier image over the later one. */
export interface AlignedLayout {
  slices: Slice[];
  /** Laid over the slices. */
  layers: Layer[];
  seams: Seam[];
  /** Rows that only the later image has. */
  gaps: { at: number; length: number }[];
}

function layersOf(blocks: Alignment['blocks']): Layer[] {
  const layers = new Map<number, Layer>();
  for (const [x, y, width, height, from] of blocks) {
    const layer = layers.get(y - from) ?? { down: y - from, boxes: [] };
    layer.boxes.push([x, y, width, height]);
    layers.set(layer.down, layer);
  }
  return [...layers.values()];
}

/**
 * Returns where to draw the earlier image. Rows between aligned ones face each other from the top, as many as both images
 * have. Null where everything stayed in its row, or the pixels of the two do not compare.
 */
export function alignedLayout({ rows, blocks, hidden }: Alignment, before: Sized, now: Sized): AlignedLayout | null {
  if ((before.viewport?.scale ?? 1) !== (now.viewport?.scale ?? 1)) return null;
  const slices: Slice[] = [];
  const seams: Seam[] = hidden.map(([x, from, width, length, at]) => ({ from, at, length, x, width }));
  const gaps: AlignedLayout['gaps'] = [];
  const lay = (slice: Slice) => {
    const last = slices.at(-1);
    const follows = last !== undefined && last.from + last.length === slice.from && last.at + last.length === slice.at;
    if (follows) last.length += slice.length;
    else if (slice.length > 0) slices.push({ ...slice });
  };
  let [old, here] = [0, 0];
  for (const [from, to, length] of [...rows, [before.height, now.height, 0] as const]) {
    const both = Math.min(from - old, to - here);
    const left = from - old - both;
    lay({ from: old, at: here, length: both });
    if (left > 0) seams.push({ from: old + both, at: to, length: left, x: 0, width: before.width });
    if (to - here > both) gaps.push({ at: here + both, length: to - here - both });
    lay({ from, at: to, length });
    [old, here] = [from + length, to + length];
  }
  const layers = layersOf(blocks);
  const isRaw = slices.every(({ from, at }) => from === at) && layers.every(({ down }) => down === 0);
  return isRaw ? null : { slices, layers, seams, gaps };
}

/** Returns the row of the later image that a place of the earlier one is laid on; of a removed one, where it was. */
export function laidRow({ slices, layers, seams }: AlignedLayout, { x, y }: { x: number; y: number }): number {
  const moved = layers.find(({ down, boxes }) =>
    boxes.some(([left, top, width, height]) => {
      const row = y + down - top;
      return x >= left && x < left + width && row >= 0 && row < height;
    }),
  );
  if (moved !== undefined) return y + moved.down;
  const slice = slices.find(({ from, length }) => y >= from && y < from + length);
  if (slice !== undefined) return slice.at + y - slice.from;
  return seams.find(({ from, length }) => y >= from && y <= from + length)?.at ?? y;
}

/** Returns boxes as an SVG path, at `scale` CSS pixels a pixel across and down. */
export const pathOf = (boxes: Layer['boxes'], scale: { x: number; y: number }): string =>
  boxes
    .map(([x, y, width, height]) => {
      const [left, top] = [x * scale.x, y * scale.y];
      return `M${left} ${top}h${width * scale.x}v${height * scale.y}h${-width * scale.x}z`;
    })
    .join('');
