import { columnsExcept, Prisma, type RowKey, type Tx } from '../../db/client.ts';
import { newId, randomBase62 } from '../ids.ts';
import { type ImageFormat, imageKeys, sharesImage } from './files.ts';
import { ImageLost } from './image-lost.ts';

export type ComparedShot = Prisma.ShotGetPayload<object>;
/** Change maps take some kilobytes each, and few readers need them. */
const withoutMaps = { changeMap: true, baseMap: true } as const;
export type ShotRow = Omit<ComparedShot, keyof typeof withoutMaps>;
/** What a review shows of a screenshot. */
export const shotColumns = columnsExcept(
  Prisma.ShotScalarFieldEnum,
  ...(['workspaceId', 'storageKey', 'bytes', 'changeMap', 'baseMap', 'factsKey', 'createdAt'] as const),
  ...(['baseSha256', 'baseApproved', 'sentSha256', 'shard'] as const),
);
export type NewShot = Prisma.ShotUncheckedCreateInput;
export type ShotRequestRow = Prisma.ShotRequestGetPayload<object>;

export async function listShots(tx: Tx, workspaceId: string, reviewIds: string[]): Promise<ShotRow[]> {
  return tx.shot.findMany({
    where: { workspaceId, reviewId: { in: reviewIds } },
    orderBy: { position: 'asc' },
    omit: withoutMaps,
  });
}

/** Lists screenshots with their change maps. */
export async function listComparedShots(tx: Tx, workspaceId: string, reviewIds: string[]): Promise<ComparedShot[]> {
  return tx.shot.findMany({ where: { workspaceId, reviewId: { in: reviewIds } }, orderBy: { position: 'asc' } });
}

export async function findShotByCapability(tx: Tx, capability: string): Promise<ShotRow | null> {
  return tx.shot.findUnique({ where: { capability }, omit: withoutMaps });
}

/** Gives the screenshots of a review new addresses, so that the present ones lead nowhere. */
export async function replaceCapabilities(tx: Tx, workspaceId: string, reviewId: string): Promise<void> {
  const ids = (await tx.shot.findMany({ where: { workspaceId, reviewId }, select: { id: true } })).map(({ id }) => id);
  const capabilities = ids.map(() => randomBase62(27));
  await tx.$executeRaw`
    UPDATE shot SET capability = fresh.capability
    FROM unnest(${ids}::text[], ${capabilities}::text[]) AS fresh (id, capability)
    WHERE shot.workspace_id = ${workspaceId} AND shot.id = fresh.id`;
}

/** Returns how a screenshot differs from the previous pass or from the base, as it is stored. */
export async function findMap(tx: Tx, capability: string, side: 'changeMap' | 'baseMap'): Promise<Uint8Array | null> {
  const select = { changeMap: side === 'changeMap', baseMap: side === 'baseMap' };
  return (await tx.shot.findUnique({ where: { capability }, select }))?.[side] ?? null;
}

/**
 * Inserts screenshots. Of those whose image they share with others, keeps one from being deleted until the transaction
 * ends. @throws ImageLost when the last of them was deleted meanwhile
 */
export async function insertShots(tx: Tx, rows: readonly NewShot[]): Promise<void> {
  const [first] = rows;
  if (first === undefined) return;
  const shared = [...new Set(rows.filter(sharesImage).map(({ storageKey }) => storageKey))];
  if (shared.length > 0) {
    const held = await tx.$queryRaw<object[]>`
      SELECT 1 FROM unnest(${shared}::text[]) AS image (key) CROSS JOIN LATERAL (
        SELECT 1 FROM shot WHERE workspace_id = ${first.workspaceId} AND storage_key = image.key
        LIMIT 1 FOR KEY SHARE SKIP LOCKED) AS other`;
    if (held.length < shared.length) {
      throw new ImageLost();
    }
  }
  await tx.shot.createMany({ data: [...rows] });
}

/** Returns the labels of what a job has sent already, except what could not be made. */
export async function labelsOfShard(
  tx: Tx,
  { id: reviewId, workspaceId }: RowKey,
  shard: number,
): Promise<Set<string>> {
  const of = { workspaceId, reviewId, shard };
  const shots = await tx.shot.findMany({ where: of, select: { label: true } });
  const asked = await tx.shotRequest.findMany({
    where: { ...of, status: { not: 'given_up' } },
    select: { label: true },
  });
  return new Set([...shots, ...asked].map(({ label }) => label));
}

/** What is known of a stored image. */
export type StoredImage = Pick<ShotRow, 'storageKey' | 'width' | 'height' | 'bytes' | 'sha256'>;
const imageColumns = { storageKey: true, width: true, height: true, bytes: true, sha256: true } as const;

/** Finds an image of the workspace that has these pixels, and is stored in this format. */
export async function findSameImage(
  tx: Tx,
  { workspaceId, sha256, format }: { workspaceId: string; sha256: string; format: ImageFormat },
): Promise<StoredImage | null> {
  const where = { workspaceId, sha256, storageKey: { endsWith: `.${format}` } };
  return tx.shot.findFirst({ where, select: imageColumns });
}

/** Returns the images that clients of the workspace have sent as files with these hashes, by hash. */
export async function listSentImages(
  tx: Tx,
  workspaceId: string,
  hashes: readonly string[],
): Promise<Map<string, StoredImage>> {
  if (hashes.length === 0) return new Map();
  const rows = await tx.shot.groupBy({
    by: ['sentSha256', 'storageKey', 'width', 'height', 'bytes', 'sha256'],
    where: { workspaceId, sentSha256: { in: [...hashes] } },
  });
  return new Map(rows.map(({ sentSha256, ...image }) => [sentSha256 ?? '', image]));
}

/** Returns whether a screenshot shows this image. */
export async function isShown(tx: Tx, workspaceId: string, storageKey: string): Promise<boolean> {
  return (await tx.shot.findFirst({ where: { workspaceId, storageKey }, select: { id: true } })) !== null;
}

/** Returns those of these images that no screenshot of the workspace shows any more, each once. */
export async function notShown<Image extends { storageKey: string }>(
  tx: Tx,
  workspaceId: string,
  images: readonly Image[],
): Promise<Image[]> {
  const byKey = new Map(images.map((image) => [image.storageKey, image]));
  const rows = await tx.shot.groupBy({
    by: ['storageKey'],
    where: { workspaceId, storageKey: { in: [...byKey.keys()] } },
  });
  for (const { storageKey } of rows) byKey.delete(storageKey);
  return [...byKey.values()];
}

/** Lists the images of a pass, so that those that nothing else shows can be removed with it. */
export async function listImages(tx: Tx, workspaceId: string, reviewId: string): Promise<StoredImage[]> {
  return tx.shot.findMany({ where: { workspaceId, reviewId }, select: imageColumns });
}

/** Locks the screenshots of a pass until the transaction ends: no other screenshot can rely on their images then. */
export async function lockShots(tx: Tx, workspaceId: string, reviewId: string): Promise<void> {
  await tx.$queryRaw`SELECT 1 FROM shot WHERE workspace_id = ${workspaceId} AND review_id = ${reviewId} FOR UPDATE`;
}

export async function findComparedShot(tx: Tx, workspaceId: string, id: string): Promise<ComparedShot | null> {
  return tx.shot.findFirst({ where: { id, workspaceId } });
}

/** Returns whether it is open how a screenshot differs from the previous pass: its counterpart may still come. */
export const isUncompared = ({ changeKind }: Pick<ShotRow, 'changeKind'>): boolean =>
  changeKind === null || changeKind === 'new';

/** What a screenshot has that was compared with nothing. */
export const noChange = {
  changeKind: null,
  changeShare: null,
  changeAreas: Prisma.DbNull,
  changeMap: null,
  labelBefore: null,
  diffKey: null,
} as const;

/**
 * Forgets how the screenshots of a pass, or those with these ids, differ from the previous one. The sweep of files finds
 * the images.
 */
export async function forgetChanges(tx: Tx, workspaceId: string, reviewId: string, ids?: string[]): Promise<void> {
  const some = ids === undefined ? {} : { id: { in: ids } };
  await tx.shot.updateMany({ where: { workspaceId, reviewId, ...some }, data: noChange });
}

/** Stores how a screenshot differs from the previous pass; false when that is known already, or the row is deleted. */
export async function putChange(
  tx: Tx,
  { id, workspaceId }: Pick<ShotRow, 'id' | 'workspaceId'>,
  change: Pick<
    Prisma.ShotUncheckedUpdateManyInput,
    'changeKind' | 'changeShare' | 'changeAreas' | 'changeMap' | 'diffKey'
  >,
): Promise<boolean> {
  const changed = await tx.shot.updateMany({
    where: { id, workspaceId, OR: [{ changeKind: null }, { changeKind: 'new' }] },
    data: change,
  });
  return changed.count === 1;
}

/** Stores the label that a screenshot had in the previous pass. */
export async function putLabelBefore(
  tx: Tx,
  { id, workspaceId }: Pick<ShotRow, 'id' | 'workspaceId'>,
  labelBefore: string,
): Promise<void> {
  await tx.shot.updateMany({ where: { id, workspaceId }, data: { labelBefore } });
}

/** Stores how a screenshot differs from the base of its pass. */
export async function putBaseChange(
  tx: Tx,
  { id, workspaceId }: Pick<ShotRow, 'id' | 'workspaceId'>,
  change: Pick<
    Prisma.ShotUncheckedUpdateManyInput,
    'baseKind' | 'baseShare' | 'baseAreas' | 'baseMap' | 'baseLabel' | 'baseDiffKey' | 'baseSha256'
  >,
): Promise<void> {
  await tx.shot.updateMany({ where: { id, workspaceId }, data: change });
}

/** Notes the screenshots of a pass, by position, whose changes its last decision approves. */
export async function noteApproved(
  tx: Tx,
  { workspaceId, id: reviewId }: RowKey,
  positions: readonly number[],
): Promise<void> {
  const note = (baseApproved: boolean, position: Prisma.IntFilter) =>
    tx.shot.updateMany({
      where: { workspaceId, reviewId, baseApproved: !baseApproved, position },
      data: { baseApproved },
    });
  await note(true, { in: [...positions] });
  await note(false, { notIn: [...positions] });
}

/** Lists the screenshots of a pass, by position, whose changes its last decision approves. */
export async function listApproved(tx: Tx, { workspaceId, id: reviewId }: RowKey) {
  const where = { workspaceId, reviewId, baseApproved: true };
  return (await tx.shot.findMany({ where, select: { position: true } })).map(({ position }) => position);
}

/** Forgets how the screenshots of a pass differ from a base that is replaced. @returns the difference images */
export async function forgetBaseChanges(tx: Tx, workspaceId: string, reviewId: string): Promise<string[]> {
  const kept = await tx.shot.findMany({
    where: { workspaceId, reviewId, baseDiffKey: { not: null } },
    select: { baseDiffKey: true },
  });
  const none = { baseKind: null, baseShare: null, baseAreas: Prisma.DbNull, baseMap: null, baseLabel: null };
  const files = { baseDiffKey: null, baseSha256: null };
  await tx.shot.updateMany({ where: { workspaceId, reviewId }, data: { ...none, ...files } });
  return kept.flatMap(({ baseDiffKey }) => baseDiffKey ?? []);
}

export async function insertShotRequest(tx: Tx, row: Prisma.ShotRequestUncheckedCreateInput): Promise<void> {
  await tx.shotRequest.create({ data: row });
}

export async function findShotRequest(tx: Tx, workspaceId: string, id: string): Promise<ShotRequestRow | null> {
  return tx.shotRequest.findFirst({ where: { id, workspaceId } });
}

/** Ends a request once; false when another worker was first. Its input, secrets included, is erased. */
export async function finishShotRequest(
  tx: Tx,
  request: {
    id: string;
    workspaceId: string;
    status: 'made' | 'given_up';
    problem: string | null;
    /** How many screenshots it became; places beyond that are free again */
    places: number;
    at: Date;
  },
): Promise<boolean> {
  const changed = await tx.shotRequest.updateMany({
    where: { id: request.id, workspaceId: request.workspaceId, status: 'waiting' },
    data: {
      status: request.status,
      problem: request.problem,
      places: Math.max(1, request.places),
      finishedAt: request.at,
      input: null,
    },
  });
  return changed.count === 1;
}

/** Clears the key of a request's document after the document was removed from the storage. */
export async function forgetDocument(tx: Tx, workspaceId: string, id: string): Promise<void> {
  await tx.shotRequest.updateMany({ where: { id, workspaceId }, data: { fileKey: null } });
}

/** Lists ended requests whose document is still in the storage. */
export async function listLeftDocuments(
  tx: Tx,
  size: number,
): Promise<{ id: string; workspaceId: string; fileKey: string | null }[]> {
  return tx.shotRequest.findMany({
    where: { status: { not: 'waiting' }, fileKey: { not: null } },
    select: { id: true, workspaceId: true, fileKey: true },
    take: size,
  });
}

/** Ids of one kind that were found in the storage, and the workspaces they may belong to. */
export interface Whose {
  workspaceIds: string[];
  ids: string[];
}

/** Returns the files that these screenshots' rows name beside their images. */
export async function listShotFiles(tx: Tx, { workspaceIds, ids }: Whose) {
  if (ids.length === 0) return [];
  return tx.shot.findMany({
    where: { workspaceId: { in: workspaceIds }, id: { in: ids } },
    select: { diffKey: true, baseDiffKey: true, elementsKey: true, factsKey: true },
  });
}

/** Returns those of the images with these ids that a screenshot shows. */
export async function listShownImages(tx: Tx, images: readonly RowKey[]) {
  if (images.length === 0) return [];
  const workspaceIds = [...new Set(images.map(({ workspaceId }) => workspaceId))];
  return tx.shot.groupBy({
    by: ['storageKey', 'height'],
    where: { workspaceId: { in: workspaceIds }, storageKey: { in: images.flatMap(imageKeys) } },
  });
}

/** Inserts a screenshot that could not be made while others of its request were. */
export async function insertMissing(
  tx: Tx,
  { workspaceId, reviewId, kind }: ShotRequestRow,
  missing: { label: string; position: number; problem: string; at: Date },
): Promise<void> {
  const { at, ...what } = missing;
  const times = { createdAt: at, finishedAt: at };
  await tx.shotRequest.create({
    data: { id: newId(at), workspaceId, reviewId, kind, ...what, status: 'given_up', ...times },
  });
}

/** Returns the highest position taken, by a screenshot or by one that is still awaited; -1 when there is none. */
export async function lastPosition(tx: Tx, workspaceId: string, reviewId: string): Promise<number> {
  const made = await tx.shot.aggregate({ where: { workspaceId, reviewId }, _max: { position: true } });
  const asked = await tx.shotRequest.findMany({
    where: { workspaceId, reviewId },
    select: { position: true, places: true },
  });
  return Math.max(made._max.position ?? -1, ...asked.map(({ position, places }) => position + places - 1));
}

export interface Progress {
  waiting: number;
  problems: { label: string; message: string }[];
}

/** `shots`: how many screenshots a request is expected to give. */
export const toProgress = (
  requests: readonly { status: string; label: string; problem: string | null; shots: number }[],
): Progress => ({
  waiting: requests.filter((each) => each.status === 'waiting').reduce((sum, each) => sum + each.shots, 0),
  problems: requests
    .filter((each) => each.status === 'given_up')
    .map(({ label, problem }) => ({ label, message: problem ?? 'It could not be made.' })),
});

export async function shotProgress(tx: Tx, workspaceId: string, reviewId: string): Promise<Progress> {
  const rows = await tx.shotRequest.findMany({
    where: { workspaceId, reviewId, status: { not: 'made' } },
    select: { status: true, label: true, problem: true, fileKey: true, places: true },
    orderBy: { position: 'asc' },
  });
  return toProgress(rows.map((row) => ({ ...row, shots: row.fileKey === null ? 1 : row.places })));
}

/** @returns how many there were */
export async function deleteShots(tx: Tx, workspaceId: string, reviewId: string): Promise<number> {
  return (await tx.shot.deleteMany({ where: { workspaceId, reviewId } })).count;
}
