import type { FileStream, Ports } from '../ports.ts';
import { overviewKey, thumbnailKey, tileHeight, tileKeys } from './files.ts';
import { isShown, type ShotRow } from './store.ts';

// Thumbnails and strips are derived from the screenshot alone. A screenshot made in the background gets them at once;
// otherwise they are made when they are first requested, so that the request that submits an image does not wait for
// them. A lost one is made again.

type Source = Pick<ShotRow, 'workspaceId' | 'storageKey' | 'height'>;

const underWay = new WeakMap<Ports, Map<string, Promise<unknown>>>();

/** Does `work` once for all concurrent callers with the same key. */
async function once<T>(ports: Ports, key: string, work: () => Promise<T>): Promise<T> {
  const running = underWay.get(ports) ?? new Map<string, Promise<unknown>>();
  underWay.set(ports, running);
  const known = running.get(key);
  if (known !== undefined) return known as Promise<T>;
  const started = work().finally(() => running.delete(key));
  running.set(key, started);
  return started;
}

/** Writes files of an image. If its last screenshot was deleted meanwhile, removes them again. */
async function put(ports: Ports, shot: Source, files: ReadonlyMap<string, Buffer>): Promise<void> {
  for (const [key, bytes] of files) await ports.storage.put(key, bytes);
  if (await isShown(ports.db, shot.workspaceId, shot.storageKey)) return;
  await Promise.allSettled([...files.keys()].map((key) => ports.storage.remove(key)));
}

export async function makeTiles(ports: Ports, shot: Pick<Source, 'storageKey' | 'height'>, bytes: Buffer) {
  const height = tileHeight(shot);
  if (height === null) return new Map<string, Buffer>();
  const tiles = await ports.images.tiles(bytes, height);
  const keys = tileKeys(shot);
  return new Map(tiles.map((tile, at) => [keys[at] ?? '', tile.bytes]));
}

/** Returns a small image of the screenshot, of its top or of all of it, and makes it if there is none yet. */
export async function readSmall(
  ports: Ports,
  shot: Source,
  kind: 'thumbnail' | 'overview',
): Promise<FileStream | Buffer> {
  const key = kind === 'thumbnail' ? thumbnailKey(shot) : overviewKey(shot);
  const known = await ports.storage.stream(key);
  if (known !== null) return known;
  return once(ports, key, async () => {
    const bytes = await ports.images[kind](await ports.storage.get(shot.storageKey));
    await put(ports, shot, new Map([[key, bytes]]));
    return bytes;
  });
}

/** Returns the strip of a tall screenshot stored at `key`. The first request for a strip makes all of them. */
export async function readTile(ports: Ports, shot: Source, key: string): Promise<FileStream | Buffer> {
  const known = await ports.storage.stream(key);
  if (known !== null) return known;
  const made = await once(ports, `${shot.storageKey}#tiles`, async () => {
    const files = await makeTiles(ports, shot, await ports.storage.get(shot.storageKey));
    await put(ports, shot, files);
    return files;
  });
  const bytes = made.get(key);
  if (bytes === undefined) throw new Error('A screenshot has fewer strips than its height requires');
  return bytes;
}
