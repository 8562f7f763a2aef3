import type { GreyImage, ReadJob } from './messages.ts';

/** Side of a cell in pixels; the strongest ink in a cell decides its amplification */
const CELL = 16;
/** The value that the strongest ink is amplified to, in steps of 255 */
const INK = 230;
/** Steps of 255 up to which a difference is noise of an encoder: it is never amplified beyond a grey */
const FAINT = 14;

interface Plane {
  values: Uint8Array;
  width: number;
  height: number;
}

/** Returns the strongest ink in each cell. */
function strongest({ values, width, height }: Plane): Plane {
  const cells = { width: Math.ceil(width / CELL), height: Math.ceil(height / CELL) };
  const most = new Uint8Array(cells.width * cells.height);
  for (let y = 0; y < height; y += 1) {
    const row = Math.floor(y / CELL) * cells.width;
    for (let x = 0; x < width; x += 1) {
      const at = row + Math.floor(x / CELL);
      const value = values[y * width + x] ?? 0;
      if (value > (most[at] ?? 0)) most[at] = value;
    }
  }
  return { values: most, ...cells };
}

/** Enlarges a smaller plane to a size by linear interpolation. Returns a function that gives the values of a row. */
function stretched({ values, width, height }: Plane, to: { width: number; height: number }) {
  const place = (at: number, own: number, all: number): [number, number, number] => {
    const exact = Math.min(own - 1, Math.max(0, ((at + 0.5) * own) / all - 0.5));
    const first = Math.floor(exact);
    return [first, Math.min(own - 1, first + 1), exact - first];
  };
  const columns = Array.from({ length: to.width }, (_, x) => place(x, width, to.width));
  return (y: number): Float32Array => {
    const [upper, lower, share] = place(y, height, to.height);
    const mixed = new Float32Array(to.width);
    columns.forEach(([left, right, part], x) => {
      const above = (values[upper * width + left] ?? 0) * (1 - part) + (values[upper * width + right] ?? 0) * part;
      const below = (values[lower * width + left] ?? 0) * (1 - part) + (values[lower * width + right] ?? 0) * part;
      mixed[x] = above * (1 - share) + below * share;
    });
    return mixed;
  };
}

/**
 * Returns the lowest and highest value of each pixel and its neighbours. A value in between is background, also at the
 * edge of a button.
 */
function rangeOf({ pixels, width, height }: GreyImage): { least: Uint8Array; most: Uint8Array } {
  const least = new Uint8Array(width * height).fill(255);
  const most = new Uint8Array(width * height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const value = pixels[y * width + x] ?? 0;
      for (let nextY = Math.max(0, y - 1); nextY <= Math.min(height - 1, y + 1); nextY += 1) {
        for (let nextX = Math.max(0, x - 1); nextX <= Math.min(width - 1, x + 1); nextX += 1) {
          const at = nextY * width + nextX;
          if (value < (least[at] ?? 0)) least[at] = value;
          if (value > (most[at] ?? 0)) most[at] = value;
        }
      }
    }
  }
  return { least, most };
}

/**
 * Turns text into dark on white, on any background and however pale it is: each pixel's distance from the background,
 * amplified by the strongest ink around it. Very large letters keep only their edges.
 */
export function reveal({ image, ground }: ReadJob): GreyImage {
  const { pixels, width, height } = image;
  const { least, most: brightest } = rangeOf(ground);
  const ink = new Uint8Array(width * height);
  for (let y = 0; y < height; y += 1) {
    const row = Math.min(ground.height - 1, Math.floor((y * ground.height) / height)) * ground.width;
    for (let x = 0; x < width; x += 1) {
      const at = row + Math.min(ground.width - 1, Math.floor((x * ground.width) / width));
      const value = pixels[y * width + x] ?? 0;
      ink[y * width + x] = Math.max(0, (least[at] ?? 0) - value, value - (brightest[at] ?? 0));
    }
  }
  const most = stretched(strongest({ values: ink, width, height }), image);
  const revealed = new Uint8Array(width * height);
  for (let y = 0; y < height; y += 1) {
    const row = most(y);
    for (let x = 0; x < width; x += 1) {
      const gain = INK / Math.max(FAINT, row[x] ?? 0);
      revealed[y * width + x] = 255 - Math.min(255, (ink[y * width + x] ?? 0) * gain);
    }
  }
  return { pixels: revealed, width, height };
}
