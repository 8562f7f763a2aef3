import type { PixelBox } from '../../domain/port-types.ts';
import { differs, type Pixels } from './pixels.ts';

/** How far something moved, in pixels. */
export interface Offset {
  right: number;
  down: number;
}

/** Pixels of an image where its colour changes, as indexes: what can be recognised elsewhere. */
export type Sample = readonly number[];

/** Pixels that are looked at for a sample, and the most that are kept. */
const LOOKED_AT = 20_000;
const MAX_KEPT = 240;

/** Cuts a box to whole pixels within the image. */
export function within({ x, y, width, height }: PixelBox, image: { width: number; height: number }): PixelBox {
  const [left, top] = [Math.max(0, Math.round(x)), Math.max(0, Math.round(y))];
  const [right, bottom] = [
    Math.min(image.width, Math.round(x + width)),
    Math.min(image.height, Math.round(y + height)),
  ];
  return { x: left, y: top, width: Math.max(0, right - left), height: Math.max(0, bottom - top) };
}

/** Returns pixels of a box that differ from the one to their left or above, spread over the box. */
export function sampleOf({ words, width }: Pixels, box: PixelBox): Sample {
  const step = Math.max(1, Math.round((box.width * box.height) / LOOKED_AT));
  const found: number[] = [];
  for (let y = box.y + 1; y < box.y + box.height; y += step) {
    for (let x = box.x + 1; x < box.x + box.width; x += 1) {
      const at = y * width + x;
      const own = words[at] ?? 0;
      if (differs(own, words[at - 1] ?? 0) || differs(own, words[at - width] ?? 0)) found.push(at);
    }
  }
  const every = Math.max(1, found.length / MAX_KEPT);
  return Array.from({ length: Math.min(found.length, MAX_KEPT) }, (_, at) => found[Math.floor(at * every)] ?? 0);
}

/** How much a pixel counts that is only similar: a gradient resembles itself nearby. */
const SIMILAR = 0.97;

/** Returns how far two pixels agree, with those to their left and above. */
function agreementAt(old: Uint32Array, at: number, oldWidth: number, now: Uint32Array, is: number, nowWidth: number) {
  const [a, b] = [old[at] ?? 0, now[is] ?? 0];
  const [left, leftNow] = [old[at - 1] ?? 0, now[is - 1] ?? 0];
  const [above, aboveNow] = [old[at - oldWidth] ?? 0, now[is - nowWidth] ?? 0];
  if (a === b && left === leftNow && above === aboveNow) return 1;
  return differs(a, b) || differs(left, leftNow) || differs(above, aboveNow) ? 0 : SIMILAR;
}

/** Returns the share 0..1 of a sample that is in the later image, moved by the offset. */
export function agreement(before: Pixels, after: Pixels, sample: Sample, { right, down }: Offset): number {
  let sum = 0;
  for (const at of sample) {
    const [x, y] = [(at % before.width) + right, Math.floor(at / before.width) + down];
    if (x < 1 || y < 1 || x >= after.width || y >= after.height) continue;
    sum += agreementAt(before.words, at, before.width, after.words, y * after.width + x, after.width);
  }
  return sample.length === 0 ? 0 : sum / sample.length;
}

/**
 * What surrounds a box on one side: `isEdge` when there is only the edge of the image, `isNear` when it was recognised
 * close by.
 */
export interface Band {
  side: 'top' | 'bottom' | 'left' | 'right';
  sample: Sample;
  isEdge: boolean;
  isNear: boolean;
}

const MARGINS = [48, 96, 192, 384];
const NEAR = 96;
/** Pixels that make a band telling. */
const TELLING = 24;

function bandBox(side: Band['side'], { x, y, width, height }: PixelBox, margin: number): PixelBox {
  if (side === 'top') return { x, y: y - margin, width, height: margin };
  if (side === 'bottom') return { x, y: y + height, width, height: margin };
  if (side === 'left') return { x: x - margin, y, width: margin, height };
  return { x: x + width, y, width: margin, height };
}

/** Returns the closest surroundings of a box that can be recognised, on each side. */
export function bandsOf(image: Pixels, box: PixelBox): Band[] {
  return (['top', 'bottom', 'left', 'right'] as const).map((side) => {
    const room = {
      top: box.y,
      bottom: image.height - box.y - box.height,
      left: box.x,
      right: image.width - box.x - box.width,
    };
    let sample: Sample = [];
    let [isEdge, isNear] = [false, false];
    for (const margin of MARGINS) {
      sample = sampleOf(image, within(bandBox(side, box, margin), image));
      isNear = margin <= NEAR;
      isEdge = room[side] <= margin && sample.length < TELLING;
      if (sample.length >= TELLING || isEdge) break;
    }
    return { side, sample: sample.length >= TELLING ? sample : [], isEdge, isNear };
  });
}
