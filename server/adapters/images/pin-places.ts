import type { BoxPx } from './crop-area.ts';

/** Where the label of a mark goes: its middle, its size, and whence a line leads to it when it stands away. */
export interface PinPlace {
  x: number;
  y: number;
  width: number;
  height: number;
  /** Null when the label touches what it names */
  leader: { x: number; y: number } | null;
}

interface Wanted {
  /** In the picture's pixels; a point has no size */
  box: BoxPx;
  /** Of the label */
  width: number;
  height: number;
}

interface Rect {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** What a point's ring covers, from its middle. */
export const RING = 9;
const GAP = 3;
const EDGE = 1;
/** From this far on the eye needs a line. */
const NEAR = 6;
const DIRECTIONS = 16;
/** How far from its mark a label may stand, step by step. */
const rings = [24, 44, 68, 96, 130, 170, 220, 280];

const cost = { onLabel: 40, onPoint: 30, onLine: 2, inside: 1.5, perPixel: 0.02 };

const overlap = (a: Rect, b: Rect): number =>
  Math.max(0, Math.min(a.right, b.right) - Math.max(a.left, b.left)) *
  Math.max(0, Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top));

const around = (x: number, y: number, width: number, height: number): Rect => ({
  left: x - width / 2,
  top: y - height / 2,
  right: x + width / 2,
  bottom: y + height / 2,
});

/** What a mark covers, as far as it is on the picture; a point with its ring. */
function covered({ x, y, width, height }: BoxPx, size: { width: number; height: number }): Rect {
  const grow = width === 0 && height === 0 ? RING : 0;
  const within = (value: number, most: number): number => Math.min(Math.max(value, 0), most);
  return {
    left: within(x - grow, size.width),
    top: within(y - grow, size.height),
    right: within(x + width + grow, size.width),
    bottom: within(y + height + grow, size.height),
  };
}

/** At the corners, outside first, then inside, then further and further away. */
function candidates(mark: Rect, { width, height }: Wanted): { x: number; y: number }[] {
  const [w, h] = [width / 2 + GAP, height / 2 + GAP];
  const xs = [mark.left + width / 2, mark.right - width / 2];
  const ys = [mark.top + height / 2, mark.bottom - height / 2];
  const outside = [
    ...xs.map((x) => ({ x, y: mark.top - h })),
    ...ys.flatMap((y) => [
      { x: mark.left - w, y },
      { x: mark.right + w, y },
    ]),
    ...xs.map((x) => ({ x, y: mark.bottom + h })),
  ];
  const inside = [mark.left + w, mark.right - w].flatMap((x) => [mark.top + h, mark.bottom - h].map((y) => ({ x, y })));
  const away = rings.flatMap((distance) =>
    Array.from({ length: DIRECTIONS }, (_, at) => {
      const angle = (at * 2 * Math.PI) / DIRECTIONS - Math.PI / 2;
      const [dx, dy] = [Math.cos(angle), Math.sin(angle)];
      return {
        x: (dx < 0 ? mark.left : mark.right) + dx * (distance + width / 2),
        y: (dy < 0 ? mark.top : mark.bottom) + dy * (distance + height / 2),
      };
    }),
  );
  return [...outside, ...inside, ...away];
}

/** The point of a rectangle that is nearest to another point. */
const nearest = (x: number, y: number, { left, top, right, bottom }: Rect) => ({
  x: Math.min(Math.max(x, left), right),
  y: Math.min(Math.max(y, top), bottom),
});

/**
 * Finds every mark's label a place on the picture: near it, on no other label where there is room, on no other mark's
 * point. One place a mark, in the given order.
 */
export function placePins(size: { width: number; height: number }, marks: readonly Wanted[]): PinPlace[] {
  const covers = marks.map(({ box }) => covered(box, size));
  const taken: Rect[] = [];
  return marks.map((mark, own) => {
    const { width, height } = mark;
    const cover = covers[own] ?? covered(mark.box, size);
    const inside = (value: number, half: number, full: number): number =>
      Math.min(Math.max(value, half + EDGE), Math.max(half + EDGE, full - half - EDGE));
    let best: (PinPlace & { cost: number }) | null = null;
    for (const wanted of candidates(cover, mark)) {
      const [x, y] = [inside(wanted.x, width / 2, size.width), inside(wanted.y, height / 2, size.height)];
      const rect = around(x, y, width, height);
      const area = width * height;
      const to = nearest(x, y, cover);
      const end = nearest(to.x, to.y, rect);
      const far = Math.hypot(to.x - end.x, to.y - end.y);
      let sum = far * cost.perPixel + (overlap(rect, cover) / area) * cost.inside;
      for (const each of taken) sum += (overlap(rect, each) / area) * cost.onLabel;
      for (const [at, other] of covers.entries()) {
        if (at === own) continue;
        const isPoint = marks[at]?.box.width === 0;
        sum += (overlap(rect, other) / area) * (isPoint ? cost.onPoint : cost.onLine);
      }
      if (best === null || sum < best.cost - 1e-9) {
        best = { x, y, width, height, leader: far > NEAR ? to : null, cost: sum };
      }
    }
    // There always is a candidate.
    const place = best ?? { x: cover.left, y: cover.top, width, height, leader: null };
    taken.push(around(place.x, place.y, width, height));
    return { x: place.x, y: place.y, width, height, leader: place.leader };
  });
}
