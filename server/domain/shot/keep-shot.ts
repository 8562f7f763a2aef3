import type { ShotFacts } from '../../checklist/index.ts';
import type { Notice } from '../../contract/notice.ts';
import type { Viewport } from '../../contract/source.ts';
import { newId, randomBase62 } from '../ids.ts';
import type { DifferentArea, ElementMap, SafeImage } from '../port-types.ts';
import type { Ports } from '../ports.ts';
import { encodeChangeMap } from './change-map.ts';
import { makeTiles } from './derived.ts';
import { packElements } from './element-file.ts';
import { packFacts } from './facts-file.ts';
import { filesOf } from './files.ts';
import { listShots, type NewShot, type ShotRow, shotProgress } from './store.ts';

export interface Image {
  bytes: Buffer;
  label: string;
  position: number;
  pageUrl: string | null;
  viewport: Viewport | null;
  elements: ElementMap | null;
  facts?: ShotFacts | null;
  pageNumber?: number;
  notices?: readonly Notice[];
  /** Made just now by this service, encoded for speed and not for size */
  hasty?: boolean;
}

export const fileKey = (shot: { workspaceId: string; reviewId: string; id: string }, file: string): string =>
  `${shot.workspaceId}/${shot.reviewId}/${shot.id}/${file}`;

/** The screenshots of the parent pass, with which each new screenshot is compared. Null on a first pass. */
export type Before = { shots: ReadonlyMap<string, ShotRow>; areAllMade: boolean } | null;

export async function shotsBefore(ports: Ports, workspaceId: string, parentId: string | null): Promise<Before> {
  if (parentId === null) return null;
  const shots = await listShots(ports.db, workspaceId, [parentId]);
  const { waiting } = await shotProgress(ports.db, workspaceId, parentId);
  return { shots: new Map(shots.map((shot) => [shot.label, shot])), areAllMade: waiting === 0 };
}

type Compared = Pick<SafeImage, 'bytes' | 'sha256' | 'width' | 'height'>;

/** A changed area as it is stored: fractions of the new screenshot. */
export interface StoredArea {
  x: number;
  y: number;
  width: number;
  height: number;
  kind: DifferentArea['kind'];
  share: number;
}

function toStored(area: DifferentArea, { width, height }: Compared): StoredArea {
  const inside = (value: number): number => Math.min(1, Math.max(0, value));
  return {
    x: inside(area.x / width),
    y: inside(area.y / height),
    width: inside(area.width / width),
    height: inside(area.height / height),
    kind: area.kind,
    share: inside(area.pixels / (width * height)),
  };
}

/** Compares two images, of which the newer may be a stored screenshot; areas in fractions of the newer one. */
async function differenceOf(ports: Ports, before: Buffer, after: Compared) {
  const { areas, ...found } = await ports.images.compare(before, after.bytes);
  return { ...found, areas: areas.map((area) => ({ ...toStored(area, after) })) };
}

/** Compares two stored screenshots; null when the earlier one was deleted meanwhile. */
export async function differenceBetween(ports: Ports, before: ShotRow, after: ShotRow) {
  const [earlier, later] = await Promise.all([
    ports.storage.find(before.storageKey),
    ports.storage.get(after.storageKey),
  ]);
  if (earlier === null) return null;
  return differenceOf(ports, earlier, { ...after, bytes: later });
}

/** Returns how the screenshot differs from the one of the same label in the previous pass. */
export async function change(ports: Ports, before: Before, label: string, shot: Compared) {
  const none = { changeKind: null, changeShare: null, diff: null } as const;
  if (before === null) return none;
  const earlier = before.shots.get(label);
  // A file that was deleted since counts as one that never existed.
  const bytes = earlier === undefined ? null : await ports.storage.find(earlier.storageKey);
  // While the parent's screenshot may still come, the result is unknown.
  if (earlier === undefined) return before.areAllMade ? { ...none, changeKind: 'new' as const } : none;
  if (bytes === null) return { ...none, changeKind: 'new' as const };
  if (earlier.sha256 === shot.sha256) return { ...none, changeKind: 'identical' as const, changeShare: 0 };
  const { kind, share, diff, areas, map } = await differenceOf(ports, bytes, shot);
  return {
    changeKind: kind,
    changeShare: share,
    diff,
    changeAreas: areas,
    ...(map === null ? {} : { changeMap: new Uint8Array(encodeChangeMap(map)) }),
  };
}

/**
 * Makes a screenshot of an image: checks it, re-encodes it, compares it with the parent's, and writes its files whole.
 * The caller inserts the row afterwards, because a row must never point at a missing file. `ahead` also makes the
 * thumbnail and the strips, which otherwise are made when they are first requested.
 * @throws what `images.isRefusal` knows when the image cannot be used
 */
export async function keepShot(
  ports: Ports,
  review: { id: string; workspaceId: string },
  before: Before,
  image: Image,
  { ahead = false } = {},
): Promise<NewShot> {
  const safe = await ports.images.read(image.bytes, image.hasty === true ? { hasty: true } : {});
  const id = newId(ports.clock());
  const at = { id, reviewId: review.id, workspaceId: review.workspaceId };
  const storageKey = fileKey(at, `shot.${safe.contentType.replace('image/', '')}`);
  const { diff, ...changed } = await change(ports, before, image.label, safe);
  const shot: NewShot & { thumbnailKey: string } = {
    ...at,
    position: image.position,
    label: image.label,
    capability: randomBase62(27),
    storageKey,
    thumbnailKey: fileKey(at, 'thumbnail.webp'),
    diffKey: diff === null ? null : fileKey(at, 'difference.png'),
    width: safe.width,
    height: safe.height,
    bytes: safe.bytes.length,
    sha256: safe.sha256,
    ...(image.viewport === null ? {} : { viewport: image.viewport }),
    pageUrl: image.pageUrl,
    pageNumber: image.pageNumber ?? null,
    elementsKey: image.elements === null ? null : fileKey(at, 'elements.json.gz'),
    factsKey: image.facts == null ? null : fileKey(at, 'facts.json.gz'),
    notices: (image.notices ?? []).map(({ message }) => message),
    noticeCodes: (image.notices ?? []).map(({ code }) => code),
    ...changed,
    createdAt: ports.clock(),
  };
  const files = new Map<string, Buffer>([[storageKey, safe.bytes]]);
  if (diff !== null && shot.diffKey != null) files.set(shot.diffKey, diff);
  if (image.elements !== null && shot.elementsKey != null) {
    files.set(shot.elementsKey, await packElements(image.elements));
  }
  if (image.facts != null && shot.factsKey != null) files.set(shot.factsKey, await packFacts(image.facts));
  if (ahead) {
    files.set(shot.thumbnailKey, await ports.images.thumbnail(safe.bytes));
    for (const [key, tile] of await makeTiles(ports, shot, safe.bytes)) files.set(key, tile);
  }
  try {
    await Promise.all([...files].map(([key, bytes]) => ports.storage.put(key, bytes)));
  } catch (error) {
    await Promise.allSettled([...files.keys()].map((key) => ports.storage.remove(key)));
    throw error;
  }
  return shot;
}

/** Removes the files of screenshots whose transaction did not commit. */
export async function discardShots(ports: Ports, shots: readonly NewShot[]): Promise<void> {
  const keys = filesOf(shots.map((shot) => ({ ...shot, diffKey: shot.diffKey ?? null })));
  await Promise.allSettled(keys.map((key) => ports.storage.remove(key)));
}
