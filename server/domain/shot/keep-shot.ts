import type { Viewport } from '../../contract/source.ts';
import { newId, randomBase62 } from '../ids.ts';
import type { Ports } from '../ports.ts';
import { listShots, type NewShot, type ShotRow } from './store.ts';

export interface Picture {
  bytes: Buffer;
  label: string;
  position: number;
  pageUrl: string | null;
  viewport: Viewport | null;
}

export const fileKey = (shot: { workspaceId: string; reviewId: string; id: string }, file: string): string =>
  `${shot.workspaceId}/${shot.reviewId}/${shot.id}/${file}`;

/** The pictures of a pass's parent, by label: what each new shot is compared with. Null on a first pass. */
export type Before = ReadonlyMap<string, ShotRow> | null;

export async function shotsBefore(ports: Ports, workspaceId: string, parentId: string | null): Promise<Before> {
  if (parentId === null) return null;
  const shots = await listShots(ports.db, workspaceId, [parentId]);
  return new Map(shots.map((shot) => [shot.label, shot]));
}

async function change(ports: Ports, before: Before, label: string, shot: { bytes: Buffer; sha256: string }) {
  if (before === null) return { changeKind: null, changeShare: null, diff: null };
  const earlier = before.get(label);
  if (earlier === undefined) return { changeKind: 'new', changeShare: null, diff: null };
  if (earlier.sha256 === shot.sha256) return { changeKind: 'identical', changeShare: 0, diff: null };
  const { kind, share, diff } = await ports.images.compare(await ports.storage.get(earlier.storageKey), shot.bytes);
  return { changeKind: kind, changeShare: share, diff };
}

/**
 * Makes a shot of a picture: checked, re-encoded, compared with the parent's, its files written whole.
 * The row is the caller's to insert, so that no row ever points at a file that is not there.
 * @throws what `images.isRefusal` knows when the picture is not fit
 */
export async function keepShot(
  ports: Ports,
  review: { id: string; workspaceId: string },
  before: Before,
  picture: Picture,
): Promise<NewShot> {
  const safe = await ports.images.read(picture.bytes);
  const id = newId(ports.clock());
  const at = { id, reviewId: review.id, workspaceId: review.workspaceId };
  const extension = safe.contentType.replace('image/', '');
  const keys = {
    storageKey: fileKey(at, `shot.${extension}`),
    thumbnailKey: fileKey(at, 'thumbnail.webp'),
    diffKey: fileKey(at, 'difference.png'),
  };
  const { diff, ...changed } = await change(ports, before, picture.label, safe);
  await Promise.all([
    ports.storage.put(keys.storageKey, safe.bytes),
    ports.storage.put(keys.thumbnailKey, await ports.images.thumbnail(safe.bytes)),
    diff === null ? null : ports.storage.put(keys.diffKey, diff),
  ]);
  return {
    ...at,
    position: picture.position,
    label: picture.label,
    capability: randomBase62(27),
    ...keys,
    diffKey: diff === null ? null : keys.diffKey,
    width: safe.width,
    height: safe.height,
    bytes: safe.bytes.length,
    sha256: safe.sha256,
    ...(picture.viewport === null ? {} : { viewport: picture.viewport }),
    pageUrl: picture.pageUrl,
    ...changed,
    createdAt: ports.clock(),
  };
}

/** For shots whose transaction did not commit. */
export async function discardShots(ports: Ports, shots: readonly NewShot[]): Promise<void> {
  const keys = shots.flatMap((shot) => [shot.storageKey, shot.thumbnailKey, shot.diffKey ?? null]);
  await Promise.allSettled(keys.map((key) => (key === null ? null : ports.storage.remove(key))));
}
