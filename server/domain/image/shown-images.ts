import type { MarkShape, PixelBox, ShownImage } from '../port-types.ts';
import type { Ports } from '../ports.ts';
import { inTurn } from './in-turn.ts';

/** The size of the cache of the images that models were shown last. */
const MAX_BYTES = 24_000_000;

interface Kept {
  images: Map<string, ShownImage>;
  bytes: number;
  /** Images that are being drawn: further requests for the same wait for it. */
  coming: Map<string, Promise<ShownImage>>;
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

/** Draws parts of one stored image, which is read when the first requested part is not cached. */
export function shownImages(
  ports: Ports,
  { workspaceId, key }: { workspaceId: string; key: string },
  read: () => Promise<Buffer>,
) {
  const kept = latest.get(ports) ?? { images: new Map(), bytes: 0, coming: new Map() };
  latest.set(ports, kept);
  let file: Promise<Buffer> | null = null;
  return async (part: PixelBox, marks: readonly MarkShape[], maxBytes: number): Promise<ShownImage> => {
    // A stored image never changes; only the marks can.
    const name = JSON.stringify([key, part, marks, maxBytes]);
    const known = kept.images.get(name);
    if (known !== undefined) return known;
    const make = async (): Promise<ShownImage> => {
      file ??= read();
      const made = await ports.images.show(await file, part, marks, maxBytes);
      keep(kept, name, made);
      return made;
    };
    const coming = kept.coming.get(name) ?? inTurn(workspaceId, make).finally(() => kept.coming.delete(name));
    kept.coming.set(name, coming);
    return coming;
  };
}
