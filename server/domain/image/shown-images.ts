import type { MarkShape, PixelBox, ShownImage } from '../port-types.ts';
import type { Ports } from '../ports.ts';

/**
 * How many images are drawn at a time. A large one takes 100 MB and one of the threads that files and host names need
 * too.
 */
const AT_A_TIME = 2;
/** The size of the cache of the images that models were shown last. */
const MAX_BYTES = 24_000_000;

interface Kept {
  images: Map<string, ShownImage>;
  bytes: number;
  /** Images that are being drawn: further requests for the same wait for it. */
  coming: Map<string, Promise<ShownImage>>;
  /** The ends of the drawing queues. */
  turns: Promise<unknown>[];
}

const latest = new WeakMap<Ports, Kept>();

function keep(kept: Kept, key: string, image: ShownImage): void {
  kept.images.set(key, image);
  kept.bytes += image.bytes.length;
  for (const [oldest, { bytes }] of kept.images) {
    if (kept.bytes <= MAX_BYTES) break;
    kept.images.delete(oldest);
    kept.bytes -= bytes.length;
  }
}

function inTurn<Made>({ turns }: Kept, make: () => Promise<Made>): Promise<Made> {
  const before = turns.length < AT_A_TIME ? Promise.resolve() : turns.shift();
  const made = Promise.resolve(before).then(make);
  turns.push(made.catch(() => {}));
  return made;
}

/** Draws parts of one stored image, which is read when the first requested part is not cached. */
export function shownImages(ports: Ports, key: string, read: (key: string) => Promise<Buffer>) {
  const kept = latest.get(ports) ?? { images: new Map(), bytes: 0, coming: new Map(), turns: [] };
  latest.set(ports, kept);
  let file: Promise<Buffer> | null = null;
  return async (part: PixelBox, marks: readonly MarkShape[], maxBytes: number): Promise<ShownImage> => {
    // A stored image never changes; only the marks can.
    const name = JSON.stringify([key, part, marks, maxBytes]);
    const known = kept.images.get(name);
    if (known !== undefined) return known;
    const make = async (): Promise<ShownImage> => {
      file ??= read(key);
      const made = await ports.images.show(await file, part, marks, maxBytes);
      keep(kept, name, made);
      return made;
    };
    const coming = kept.coming.get(name) ?? inTurn(kept, make).finally(() => kept.coming.delete(name));
    kept.coming.set(name, coming);
    return coming;
  };
}
