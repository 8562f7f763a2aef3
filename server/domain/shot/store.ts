import { columnsExcept, Prisma, type Tx } from '../../db/client.ts';
import { newId } from '../ids.ts';

export type ComparedShot = Prisma.ShotGetPayload<object>;
export type ShotRow = Omit<ComparedShot, 'changeMap'>;
/** What a review shows of a screenshot. */
export const shotColumns = columnsExcept(
  Prisma.ShotScalarFieldEnum,
  ...(['workspaceId', 'storageKey', 'thumbnailKey', 'bytes', 'changeMap', 'factsKey', 'createdAt'] as const),
  'baseSha256',
);
export type NewShot = Prisma.ShotUncheckedCreateInput;
export type ShotRequestRow = Prisma.ShotRequestGetPayload<object>;

export async function listShots(tx: Tx, workspaceId: string, reviewIds: string[]): Promise<ShotRow[]> {
  return tx.shot.findMany({
    where: { workspaceId, reviewId: { in: reviewIds } },
    orderBy: { position: 'asc' },
    omit: { changeMap: true },
  });
}

/** Lists screenshots with their change maps, which take some kilobytes each. */
export async function listComparedShots(tx: Tx, workspaceId: string, reviewIds: string[]): Promise<ComparedShot[]> {
  return tx.shot.findMany({ where: { workspaceId, reviewId: { in: reviewIds } }, orderBy: { position: 'asc' } });
}

export async function findShotByCapability(tx: Tx, capability: string): Promise<ShotRow | null> {
  return tx.shot.findUnique({ where: { capability }, omit: { changeMap: true } });
}

export async function insertShot(tx: Tx, row: NewShot): Promise<void> {
  await tx.shot.create({ data: row });
}

export async function findComparedShot(tx: Tx, workspaceId: string, id: string): Promise<ComparedShot | null> {
  return tx.shot.findFirst({ where: { id, workspaceId } });
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

/** Stores how a screenshot differs from the base of its pass. */
export async function putBaseChange(
  tx: Tx,
  { id, workspaceId }: Pick<ShotRow, 'id' | 'workspaceId'>,
  change: Pick<
    Prisma.ShotUncheckedUpdateManyInput,
    'baseKind' | 'baseShare' | 'baseAreas' | 'baseDiffKey' | 'baseSha256'
  >,
): Promise<void> {
  await tx.shot.updateMany({ where: { id, workspaceId }, data: change });
}

/** Forgets how the screenshots of a pass differ from a base that is replaced. @returns the difference images */
export async function forgetBaseChanges(tx: Tx, workspaceId: string, reviewId: string): Promise<string[]> {
  const kept = await tx.shot.findMany({
    where: { workspaceId, reviewId, baseDiffKey: { not: null } },
    select: { baseDiffKey: true },
  });
  const none = { baseKind: null, baseShare: null, baseAreas: Prisma.DbNull, baseDiffKey: null, baseSha256: null };
  await tx.shot.updateMany({ where: { workspaceId, reviewId }, data: none });
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

/** Returns the files that these screenshots' rows name. */
export async function listShotFiles(tx: Tx, { workspaceIds, ids }: Whose) {
  if (ids.length === 0) return [];
  return tx.shot.findMany({
    where: { workspaceId: { in: workspaceIds }, id: { in: ids } },
    select: {
      storageKey: true,
      thumbnailKey: true,
      diffKey: true,
      baseDiffKey: true,
      elementsKey: true,
      factsKey: true,
      height: true,
    },
  });
}

/** Returns the documents that these reviews' requests still have. */
export async function listDocumentKeys(tx: Tx, { workspaceIds, ids }: Whose): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await tx.shotRequest.findMany({
    where: { workspaceId: { in: workspaceIds }, reviewId: { in: ids }, fileKey: { not: null } },
    select: { fileKey: true },
  });
  return rows.flatMap(({ fileKey }) => (fileKey === null ? [] : [fileKey]));
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

export async function shotProgress(tx: Tx, workspaceId: string, reviewId: string): Promise<Progress> {
  const rows = await tx.shotRequest.findMany({
    where: { workspaceId, reviewId, status: { not: 'made' } },
    select: { status: true, label: true, problem: true, fileKey: true, places: true },
    orderBy: { position: 'asc' },
  });
  return {
    waiting: rows
      .filter((row) => row.status === 'waiting')
      .reduce((sum, row) => sum + (row.fileKey === null ? 1 : row.places), 0),
    problems: rows
      .filter((row) => row.status === 'given_up')
      .map((row) => ({ label: row.label, message: row.problem ?? 'It could not be made.' })),
  };
}

/** @returns how many there were */
export async function deleteShots(tx: Tx, workspaceId: string, reviewId: string): Promise<number> {
  return (await tx.shot.deleteMany({ where: { workspaceId, reviewId } })).count;
}
