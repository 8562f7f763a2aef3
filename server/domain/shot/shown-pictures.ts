import type { Pin, PixelBox, ShownPicture } from '../port-types.ts';
import type { Ports } from '../ports.ts';

/** How many are drawn at a time: a large one takes 100 MB and a thread that files and names are read with as well. */
const AT_A_TIME = 2;
/** Of the latest pictures that models were shown. */
const MOST_BYTES = 24_000_000;

interface Kept {
  pictures: Map<string, ShownPicture>;
  bytes: number;
  /** Being drawn: who asks for the same meanwhile waits for it. */
  coming: Map<string, Promise<ShownPicture>>;
  /** The ends of the queues for drawing. */
  turns: Promise<unknown>[];
}

const latest = new WeakMap<Ports, Kept>();

function keep(kept: Kept, key: string, picture: ShownPicture): void {
  kept.pictures.set(key, picture);
  kept.bytes += picture.bytes.length;
  for (const [oldest, { bytes }] of kept.pictures) {
    if (kept.bytes <= MOST_BYTES) break;
    kept.pictures.delete(oldest);
    kept.bytes -= bytes.length;
  }
}

function inTurn<Made>({ turns }: Kept, make: () => Promise<Made>): Promise<Made> {
  const before = turns.length < AT_A_TIME ? Promise.resolve() : turns.shift();
  const made = Promise.resolve(before).then(make);
  turns.push(made.catch(() => {}));
  return made;
}

/** Draws parts of one stored picture, which is read when the first one is not among the latest. */
export function shownPictures(ports: Ports, key: string, read: (key: string) => Promise<Buffer>) {
  const kept = latest.get(ports) ?? { pictures: new Map(), bytes: 0, coming: new Map(), turns: [] };
  latest.set(ports, kept);
  let file: Promise<Buffer> | null = null;
  return async (part: PixelBox, pins: readonly Pin[], maxBytes: number): Promise<ShownPicture> => {
    // A stored picture never changes; the pins are all that can.
    const name = JSON.stringify([key, part, pins, maxBytes]);
    const known = kept.pictures.get(name);
    if (known !== undefined) return known;
    const make = async (): Promise<ShownPicture> => {
      file ??= read(key);
      const made = await ports.images.show(await file, part, pins, maxBytes);
      keep(kept, name, made);
      return made;
    };
    const coming = kept.coming.get(name) ?? inTurn(kept, make).finally(() => kept.coming.delete(name));
    kept.coming.set(name, coming);
    return coming;
  };
}
