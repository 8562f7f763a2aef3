import type { PixelBox } from '../../domain/port-types.ts';

/** The place of a mark's label: its middle, its size, and where its leader line ends when it stands away. */
export interface LabelPlace {
  x: number;
  y: number;
  width: number;
  height: number;
  /** The point of the mark that the line leads to; null when the label is near enough without one */
  leader: { x: number; y: number } | null;
}

interface Wanted {
  /** In the image's pixels; a point has no size */
  box: PixelBox;
  /** Size of the label */
  width: number;
  height: number;
}

interface Rect {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** Radius of a point's ring, in pixels. */
export const RING = 9;
const GAP = 3;
const EDGE = 1;
/** Distance in pixels from which a label needs a leader line. */
const NEAR = 6;
const DIRECTIONS = 16;
/** The distances at which a label is tried around its mark, in pixels. */
const rings = [24, 44, 68, 96, 130, 170, 220, 280];

const cost = { onLabel: 1000, onPoint: 30, onLine: 2, inside: 1.5, perPixel: 0.02 };

const overlap = (a: Rect, b: Rect): number =>
  Math.max(0, Math.min(a.right, b.right) - Math.max(a.left, b.left)) *
  Math.max(0, Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top));

const around = (x: number, y: number, width: number, height: number): Rect => ({
  left: x - width / 2,
  top: y - height / 2,
  right: x + width / 2,
  bottom: y + height / 2,
});

/** Returns the area that a mark covers on the image; a point includes its ring. */
function covered({ x, y, width, height }: PixelBox, size: { width: number; height: number }): Rect {
  const grow = width === 0 && height === 0 ? RING : 0;
  const within = (value: number, most: number): number => Math.min(Math.max(value, 0), most);
  return {
    left: within(x - grow, size.width),
    top: within(y - grow, size.height),
    right: within(x + width + grow, size.width),
    bottom: within(y + height + grow, size.height),
  };
}

/** Returns places to try: at the corners, first outside, then inside, then further and further away. */
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

/** Returns places all over the image, for marks so dense that no place near one is free. */
function everywhere(size: { width: number; height: number }, { width, height }: Wanted): { x: number; y: number }[] {
  const [columns, rows] = [Math.floor((size.width * 2) / width), Math.floor((size.height * 2) / height)];
  return Array.from({ length: columns * rows }, (_, at) => ({
    x: ((at % columns) + 1) * (width / 2),
    y: (Math.floor(at / columns) + 1) * (height / 2),
  }));
}

/** Side of a square of the map of covered areas, in pixels. */
const SQUARE = 4;

/** A map of the areas that labels cover. A query costs the same however many labels there are. */
class Covered {
  readonly #columns: number;
  readonly #squares: Uint8Array;

  constructor(size: { width: number; height: number }) {
    this.#columns = Math.ceil(size.width / SQUARE) + 1;
    this.#squares = new Uint8Array(this.#columns * (Math.ceil(size.height / SQUARE) + 1));
  }

  /** Yields, for each row that a rectangle touches, its first square and the one after its last. */
  *#rows({ left, top, right, bottom }: Rect): Generator<[number, number]> {
    const [from, to] = [Math.max(0, Math.floor(left / SQUARE)), Math.ceil(right / SQUARE)];
    for (let row = Math.max(0, Math.floor(top / SQUARE)); row < Math.ceil(bottom / SQUARE); row += 1) {
      yield [row * this.#columns + from, row * this.#columns + to];
    }
  }

  add(rect: Rect): void {
    for (const [from, to] of this.#rows(rect)) this.#squares.fill(1, from, to);
  }

  has(rect: Rect): boolean {
    for (const [from, to] of this.#rows(rect)) {
      for (let at = from; at < to; at += 1) if (this.#squares[at] === 1) return true;
    }
    return false;
  }
}

/** Returns the point of a rectangle that is nearest to another point. */
const nearest = (x: number, y: number, { left, top, right, bottom }: Rect) => ({
  x: Math.min(Math.max(x, left), right),
  y: Math.min(Math.max(y, top), bottom),
});

interface Tried extends LabelPlace {
  cost: number;
}

/**
 * Places the label of every mark on the image: near the mark, on no other label where there is space, and on no other
 * mark's point. Returns one place per mark, in the given order.
 */
export function placeLabels(size: { width: number; height: number }, marks: readonly Wanted[]): LabelPlace[] {
  const covers = marks.map(({ box }) => covered(box, size));
  const taken = new Covered(size);
  const inside = (value: number, half: number, full: number): number =>
    Math.min(Math.max(value, half + EDGE), Math.max(half + EDGE, full - half - EDGE));

  /** Returns a place with its cost; null when it costs no less than `most`. */
  function tryAt(own: number, mark: Wanted, wanted: { x: number; y: number }, most: number): Tried | null {
    const { width, height } = mark;
    const cover = covers[own] ?? covered(mark.box, size);
    const [x, y] = [inside(wanted.x, width / 2, size.width), inside(wanted.y, height / 2, size.height)];
    const rect = around(x, y, width, height);
    const share = (other: Rect): number => overlap(rect, other) / (width * height);
    const to = nearest(x, y, cover);
    const end = nearest(to.x, to.y, rect);
    const far = Math.hypot(to.x - end.x, to.y - end.y);
    let sum = far * cost.perPixel + share(cover) * cost.inside;
    if (sum >= most) return null;
    if (taken.has(rect)) sum += cost.onLabel;
    for (let at = 0; at < covers.length && sum < most; at += 1) {
      const other = covers[at];
      if (at === own || other === undefined) continue;
      sum += share(other) * (marks[at]?.box.width === 0 ? cost.onPoint : cost.onLine);
    }
    return sum < most - 1e-9 ? { x, y, width, height, leader: far > NEAR ? to : null, cost: sum } : null;
  }

  return marks.map((mark, own) => {
    const better = (best: Tried | null, wanted: { x: number; y: number }): Tried | null =>
      tryAt(own, mark, wanted, best?.cost ?? Number.POSITIVE_INFINITY) ?? best;
    const near = candidates(covers[own] ?? covered(mark.box, size), mark).reduce<Tried | null>(better, null);
    const best = near !== null && near.cost < cost.onLabel ? near : everywhere(size, mark).reduce(better, near);
    const { x, y, width, height, leader } = best ?? { ...mark.box, ...mark, leader: null };
    taken.add(around(x, y, width, height));
    return { x, y, width, height, leader };
  });
}
