import type { MarkPosition, MarkStatus } from '../../contract/mark.ts';
import type { Stroke } from '../../contract/strokes.ts';
import { columnsExcept, Prisma, type Tx } from '../../db/client.ts';
import { randomBase62 } from '../ids.ts';
import type { MarkedElement } from '../port-types.ts';
import type { Place } from './rules.ts';

type PlaceRow = Prisma.MarkPlaceGetPayload<object>;
/** A mark with its place on one pass. */
export type PlacedMark = Omit<Prisma.MarkGetPayload<object>, 'strokes'> &
  Pick<PlaceRow, 'shotId' | 'position' | 'elementChanged' | 'changeShare'> & {
    strokes: Stroke[];
    place: Place;
    element: MarkedElement | null;
    sameElement: SameElement[] | null;
  };

/** The columns of a mark and of where it lies that a review shows, apart from its place. */
export const markColumns = columnsExcept(
  Prisma.MarkScalarFieldEnum,
  ...(['chainId', 'workspaceId', 'clientMarkId', 'formerStatus', 'settledByDecision'] as const),
);
export const placeColumns = ['shotId', 'position', 'element', 'elementChanged', 'sameElement', 'changeShare'] as const;

/** Where the element under a mark is on another screenshot of the pass, in that screenshot's pixels. */
export interface SameElement {
  shotId: string;
  box: { x: number; y: number; width: number; height: number };
}

/** The element under a mark, and how it differs from the previous pass. */
export interface Under {
  position: MarkPosition;
  element: MarkedElement | null;
  /** Whether its words, role, target or styles differ from the previous pass */
  elementChanged: boolean;
  sameElement: SameElement[];
  changeShare: number | null;
}

const placeOf = ({ x, y, width, height }: PlaceRow): Place => ({ x, y, width, height });
/** Reads what `putPlace` stored. */
const underOf = ({ element, sameElement }: PlaceRow) => ({
  element: element as MarkedElement | null,
  sameElement: sameElement as SameElement[] | null,
});

/** Lists the marks that lie on one pass, in the order of their numbers. */
export async function listMarks(tx: Tx, workspaceId: string, reviewId: string): Promise<PlacedMark[]> {
  const rows = await tx.markPlace.findMany({
    where: { workspaceId, reviewId },
    include: { mark: true },
    orderBy: { number: 'asc' },
  });
  return rows.map(({ mark, ...row }) => {
    const { shotId, position, elementChanged, changeShare } = row;
    const strokes = mark.strokes as Stroke[];
    return { ...mark, strokes, shotId, position, elementChanged, changeShare, place: placeOf(row), ...underOf(row) };
  });
}

/** What a decision needs to know about a mark. */
export interface StandingMark {
  number: number;
  status: MarkStatus;
  mustFix: boolean;
  /** Whether it lies on the pass that the decision is about. */
  here: boolean;
}

/** Lists every mark of a chain, seen from one pass, in the order of their numbers. */
export async function listStanding(
  tx: Tx,
  { workspaceId, chainId }: ChainKey,
  reviewId: string,
): Promise<StandingMark[]> {
  const places = { where: { reviewId }, select: { number: true } };
  const rows = await tx.mark.findMany({
    where: { workspaceId, chainId },
    select: { number: true, status: true, mustFix: true, places },
    orderBy: { number: 'asc' },
  });
  return rows.map(({ places, ...mark }) => ({ ...mark, here: places.length > 0 }));
}

export async function findNumberByClientId(tx: Tx, chain: ChainKey, clientMarkId: string): Promise<number | null> {
  const row = await tx.mark.findFirst({ where: { ...chain, clientMarkId }, select: { number: true } });
  return row?.number ?? null;
}

export interface ChainKey {
  workspaceId: string;
  chainId: string;
}
interface ReviewKey extends ChainKey {
  id: string;
}

/** Takes the next number of the chain. The caller holds the chain's lock. */
export async function nextNumber(tx: Tx, chain: ChainKey): Promise<number> {
  const { workspaceId, chainId: id } = chain;
  const { lastMark } = await tx.chain.update({
    where: { workspaceId_id: { workspaceId, id } },
    data: { lastMark: { increment: 1 } },
    select: { lastMark: true },
  });
  return lastMark;
}

/** Adds a mark at its place on a pass. */
export async function insertMark(tx: Tx, review: ReviewKey, mark: PlacedMark): Promise<void> {
  const { shotId, place, position, element, elementChanged, sameElement, changeShare, ...row } = mark;
  await tx.mark.create({ data: row });
  await putPlacedMark(tx, review, mark);
}

export async function updateMark(
  tx: Tx,
  chain: ChainKey,
  number: number,
  data: Prisma.MarkUncheckedUpdateManyInput,
): Promise<void> {
  await tx.mark.updateMany({ where: { ...chain, number }, data });
}

/** Stores what a person changed about a mark. */
export async function saveMark(tx: Tx, review: ReviewKey, mark: PlacedMark): Promise<void> {
  const { kind, body, mustFix, strokes, referenceImage } = mark;
  const { status, formerStatus, settledByDecision, reopenReason, updatedAt } = mark;
  const fields = { kind, body, mustFix, strokes, referenceImage };
  const data = { ...fields, status, formerStatus, settledByDecision, reopenReason, updatedAt };
  await updateMark(tx, { workspaceId: review.workspaceId, chainId: review.chainId }, mark.number, data);
  await putPlacedMark(tx, review, mark);
}

async function putPlacedMark(tx: Tx, review: ReviewKey, mark: PlacedMark): Promise<void> {
  const { position, element, elementChanged, sameElement, changeShare } = mark;
  const under = { position, element, elementChanged, changeShare, sameElement: sameElement ?? [] };
  await putPlace(tx, review, mark, mark.place, under);
}

/**
 * Removes characters that PostgreSQL accepts in no JSON: NUL and unpaired surrogates. The text of a page or document
 * may contain them.
 */
export function storable(value: object): Prisma.InputJsonObject {
  return JSON.parse(JSON.stringify(value), (_, each: unknown) =>
    typeof each === 'string' ? each.toWellFormed().replaceAll('\u0000', '\ufffd') : each,
  ) as Prisma.InputJsonObject;
}

/** Puts a mark at a place on a pass of its chain, or moves it there. */
export async function putPlace(
  tx: Tx,
  { id: reviewId, workspaceId, chainId }: ReviewKey,
  { number, shotId }: { number: number; shotId: string | null },
  { x, y, width, height }: Place,
  { position, element, elementChanged, sameElement, changeShare }: Under,
): Promise<void> {
  const data = {
    ...{ shotId, x, y, width, height, position, elementChanged, changeShare },
    element: element === null ? Prisma.DbNull : storable(element),
    sameElement: toJson(sameElement),
  };
  await tx.markPlace.upsert({
    where: { reviewId_number: { reviewId, number } },
    create: { reviewId, number, workspaceId, chainId, ...data },
    update: data,
  });
}

/**
 * Finds where a mark was last certain to be, from the pass `before` backwards. Leaves out passes that failed or were
 * cancelled, which have left the chain.
 */
export async function findLastSeen(
  tx: Tx,
  { workspaceId, chainId }: ChainKey,
  number: number,
  before: number,
): Promise<{ reviewId: string; shotId: string; place: Place; element: MarkedElement | null } | null> {
  const seen = { position: 'exact' as const, shotId: { not: null } };
  const row = await tx.markPlace.findFirst({
    where: {
      ...{ workspaceId, chainId, number, ...seen },
      review: { pass: { lte: before }, status: { notIn: ['failed', 'cancelled'] } },
    },
    orderBy: { review: { pass: 'desc' } },
  });
  if (row === null || row.shotId === null) return null;
  return { reviewId: row.reviewId, shotId: row.shotId, element: underOf(row).element, place: placeOf(row) };
}

export async function putSameElement(
  tx: Tx,
  at: { reviewId: string; workspaceId: string; number: number },
  found: readonly SameElement[],
): Promise<void> {
  await tx.markPlace.updateMany({ where: at, data: { sameElement: toJson(found) } });
}

/**
 * Deletes the elements under the marks of a pass whose screenshots are deleted, because they hold the page's own text.
 */
export async function forgetElements(tx: Tx, workspaceId: string, reviewId: string): Promise<void> {
  await tx.$executeRaw`
    UPDATE review SET unsent_marks = (
      SELECT jsonb_agg(jsonb_set(each, '{under}', each -> 'under' || '{"element": null, "sameElement": []}'))
      FROM jsonb_array_elements(unsent_marks) each)
    WHERE id = ${reviewId} AND workspace_id = ${workspaceId} AND unsent_marks <> '[]'`;
  await tx.markPlace.updateMany({
    where: { workspaceId, reviewId },
    data: { element: Prisma.DbNull, sameElement: Prisma.DbNull },
  });
}

const toJson = (found: readonly SameElement[]) => found.map(({ shotId, box }) => ({ shotId, box: { ...box } }));

/** Verifies, on approval, every mark that awaits verification, as part of that decision. */
export async function verifyAwaiting(tx: Tx, chain: ChainKey, decisionId: string, at: Date): Promise<void> {
  await tx.mark.updateMany({
    where: { ...chain, status: 'resolved' },
    data: { status: 'verified', formerStatus: 'resolved', settledByDecision: decisionId, updatedAt: at },
  });
}

/** Restores the former status of the marks that a revoked approval verified or withdrew. */
export async function unsettle(tx: Tx, chain: ChainKey, decisionId: string, at: Date): Promise<void> {
  await tx.$executeRaw`
    UPDATE mark SET status = COALESCE(former_status, 'resolved'), former_status = NULL, settled_by_decision = NULL,
                    updated_at = ${at}
    WHERE chain_id = ${chain.chainId} AND workspace_id = ${chain.workspaceId}
      AND settled_by_decision = ${decisionId} AND status IN ('verified', 'withdrawn')`;
}

/**
 * Hands on what the previous decision settled to a new decision with the same outcome, so that both are reverted
 * together.
 */
export async function handOnSettled(tx: Tx, chain: ChainKey, from: string, to: string): Promise<void> {
  await tx.mark.updateMany({ where: { ...chain, settledByDecision: from }, data: { settledByDecision: to } });
}

/** Finds where a mark lies on a pass, and what is drawn on it. */
export async function findPlace(
  tx: Tx,
  workspaceId: string,
  reviewId: string,
  number: number,
): Promise<(Place & { shotId: string | null; strokes: Stroke[] }) | null> {
  const mark = { select: { strokes: true } };
  const row = await tx.markPlace.findFirst({ where: { workspaceId, reviewId, number }, include: { mark } });
  return row === null ? null : { ...placeOf(row), shotId: row.shotId, strokes: row.mark.strokes as Stroke[] };
}

/** Lists where marks lie on one pass. */
export async function listPlaces(tx: Tx, workspaceId: string, reviewId: string) {
  return tx.markPlace.findMany({
    where: { workspaceId, reviewId },
    select: { number: true, shotId: true, x: true, y: true, width: true, height: true },
  });
}

/** Deletes marks that lie on no pass any more, after one of the chain's passes was deleted. @returns their files */
export async function deleteUnplacedMarks(tx: Tx, chain: ChainKey): Promise<string[]> {
  const where = { ...chain, places: { none: {} } };
  const gone = await tx.mark.findMany({ where, select: { afterImageCapability: true } });
  await tx.mark.deleteMany({ where });
  return deleteMarkImages(
    tx,
    chain,
    gone.map(({ afterImageCapability }) => afterImageCapability),
  );
}

/** Finds an after-image that is not fetched yet. */
export async function findWantedAfterImage(tx: Tx, chain: ChainKey, number: number): Promise<string | null> {
  const { workspaceId, chainId } = chain;
  const row = await tx.mark.findFirst({
    where: { workspaceId, chainId, number, afterImageCapability: null, afterImageProblem: null },
    select: { afterImage: true },
  });
  return row?.afterImage ?? null;
}

export interface NewMarkImage {
  capability: string;
  key: string;
  createdAt: Date;
}
export type AfterImageOutcome = NewMarkImage | { problem: string };

/** Stores the outcome of fetching an after-image; false when another one was reported meanwhile. */
export async function settleAfterImage(
  tx: Tx,
  chain: ChainKey,
  number: number,
  url: string,
  outcome: AfterImageOutcome,
): Promise<boolean> {
  const where = { ...chain, number, afterImage: url, afterImageCapability: null };
  const isCopy = 'capability' in outcome;
  const data = isCopy
    ? { afterImageCapability: outcome.capability, afterImageProblem: null }
    : { afterImageProblem: outcome.problem };
  if ((await tx.mark.updateMany({ where, data })).count !== 1) return false;
  if (isCopy) await insertMarkImage(tx, chain, outcome);
  return true;
}

export async function insertMarkImage(tx: Tx, { workspaceId, chainId }: ChainKey, image: NewMarkImage): Promise<void> {
  await tx.markImage.create({ data: { workspaceId, chainId, ...image } });
}

export const countMarkImages = (tx: Tx, { workspaceId, chainId }: ChainKey): Promise<number> =>
  tx.markImage.count({ where: { workspaceId, chainId } });

export async function hasMarkImage(tx: Tx, { workspaceId, chainId }: ChainKey, capability: string): Promise<boolean> {
  return (await tx.markImage.count({ where: { workspaceId, chainId, capability } })) > 0;
}

/**
 * Gives the images of a chain's marks new addresses, so that the present ones lead nowhere. Returns the new capabilities
 * by the present ones.
 */
export async function replaceImageCapabilities(
  tx: Tx,
  { workspaceId, chainId }: ChainKey,
): Promise<Map<string, string>> {
  const images = await tx.markImage.findMany({ where: { workspaceId, chainId }, select: { capability: true } });
  const replaced = new Map(images.map(({ capability }) => [capability, randomBase62(27)]));
  const [known, fresh] = [[...replaced.keys()], [...replaced.values()]];
  await tx.$executeRaw`
    WITH fresh AS (SELECT * FROM unnest(${known}::text[], ${fresh}::text[]) AS pair (known, capability)),
    image AS (UPDATE mark_image i SET capability = fresh.capability FROM fresh WHERE i.capability = fresh.known)
    UPDATE mark m SET
      reference_image = COALESCE((SELECT capability FROM fresh WHERE known = m.reference_image), m.reference_image),
      after_image_capability =
        COALESCE((SELECT capability FROM fresh WHERE known = m.after_image_capability), m.after_image_capability)
    WHERE m.chain_id = ${chainId} AND m.workspace_id = ${workspaceId}`;
  return replaced;
}

/** Finds the file of a mark's image by its address. */
export async function findMarkImage(tx: Tx, capability: string): Promise<string | null> {
  const row = await tx.markImage.findUnique({ where: { capability }, select: { key: true } });
  return row?.key ?? null;
}

/** Deletes the rows of images. @returns their files */
export async function deleteMarkImages(
  tx: Tx,
  { workspaceId, chainId }: ChainKey,
  capabilities: readonly (string | null)[],
): Promise<string[]> {
  const wanted = capabilities.filter((each) => each !== null);
  if (wanted.length === 0) return [];
  const where = { workspaceId, chainId, capability: { in: wanted } };
  const gone = await tx.markImage.findMany({ where, select: { key: true } });
  await tx.markImage.deleteMany({ where });
  return gone.map(({ key }) => key);
}

/** Deletes images from before `before` that no mark refers to, sent or not. @returns their files */
export async function deleteUnusedImages(tx: Tx, before: Date): Promise<string[]> {
  const gone = await tx.$queryRaw<{ key: string }[]>`
    DELETE FROM mark_image i
    WHERE i.created_at < ${before}
      AND NOT EXISTS (SELECT 1 FROM mark m WHERE m.chain_id = i.chain_id AND m.workspace_id = i.workspace_id
                      AND i.capability IN (m.after_image_capability, m.reference_image))
      AND NOT EXISTS (SELECT 1 FROM review r WHERE r.chain_id = i.chain_id AND r.workspace_id = i.workspace_id
                      AND strpos(r.unsent_marks::text, i.capability) > 0)
    RETURNING i.key AS key`;
  return gone.map(({ key }) => key);
}

/** Finds chains that hold images of marks though all their passes expired before `before`. */
export async function listWithOldImages(tx: Tx, before: Date, size: number): Promise<ChainKey[]> {
  return tx.$queryRaw<ChainKey[]>`
    SELECT DISTINCT i.workspace_id AS "workspaceId", i.chain_id AS "chainId" FROM mark_image i
    WHERE NOT EXISTS (SELECT 1 FROM review r WHERE r.chain_id = i.chain_id AND r.workspace_id = i.workspace_id
                      AND r.expires_at >= ${before})
    LIMIT ${size}`;
}

/** Drops the images of a chain's marks, if none of its passes ended after `before`. @returns their files */
export async function forgetMarkImages(tx: Tx, { workspaceId, chainId }: ChainKey, before: Date): Promise<string[]> {
  const gone = await tx.$queryRaw<{ key: string }[]>`
    WITH gone AS (
      DELETE FROM mark_image i
      WHERE i.chain_id = ${chainId} AND i.workspace_id = ${workspaceId}
        AND NOT EXISTS (SELECT 1 FROM review r WHERE r.chain_id = ${chainId} AND r.workspace_id = ${workspaceId}
                        AND r.expires_at >= ${before})
      RETURNING i.capability, i.key),
    forgotten AS (
      UPDATE mark m SET
        after_image_problem = CASE WHEN m.after_image_capability IS NULL THEN m.after_image_problem
                                   ELSE 'The image was deleted with the review’s screenshots.' END,
        after_image_capability = NULL, reference_image = NULL
      WHERE m.chain_id = ${chainId} AND m.workspace_id = ${workspaceId} AND EXISTS (SELECT 1 FROM gone))
    SELECT key FROM gone`;
  return gone.map(({ key }) => key);
}
