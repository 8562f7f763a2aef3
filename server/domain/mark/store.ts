import type { Element } from '../../contract/element.ts';
import type { MarkKind, MarkPosition, MarkStatus } from '../../contract/mark.ts';
import { Prisma, type Tx } from '../../db/client.ts';
import type { Place } from './rules.ts';

export interface PlacedMark {
  number: number;
  kind: MarkKind;
  body: string;
  mustFix: boolean;
  status: MarkStatus;
  formerStatus: MarkStatus | null;
  author: string | null;
  note: string | null;
  afterImage: string | null;
  afterImageKey: string | null;
  afterImageCapability: string | null;
  afterImageProblem: string | null;
  reopenReason: string | null;
  source: 'reviewer' | 'accepted_suggestion' | 'finding';
  pass: number;
  createdAt: Date;
  updatedAt: Date;
  shotId: string | null;
  place: Place;
  position: MarkPosition;
  element: Element | null;
  sameElement: SameElement[] | null;
  changeShare: number | null;
}

/** Where the element under a mark is on another shot of the pass, in that shot's pixels. */
export interface SameElement {
  shotId: string;
  box: { x: number; y: number; width: number; height: number };
}

/** What lies under a mark, and how it differs from the pass before. */
export interface Under {
  position: MarkPosition;
  element: Element | null;
  sameElement: SameElement[];
  changeShare: number | null;
}

type Columns = Omit<PlacedMark, 'place'> & { x: number; y: number; width: number | null; height: number | null };

/** The marks that lie on one pass, in the order of their numbers. */
export async function listMarks(tx: Tx, workspaceId: string, reviewId: string): Promise<PlacedMark[]> {
  const rows = await tx.$queryRaw<Columns[]>`
    SELECT m.number, m.kind, m.body, m.must_fix AS "mustFix", m.status, m.former_status AS "formerStatus", m.author,
           m.note, m.after_image AS "afterImage", m.after_image_key AS "afterImageKey",
           m.after_image_capability AS "afterImageCapability", m.after_image_problem AS "afterImageProblem", m.reopen_reason AS "reopenReason", m.source, m.pass,
           m.created_at AS "createdAt", m.updated_at AS "updatedAt", p.shot_id AS "shotId", p.x, p.y, p.width, p.height,
           p.position, p.element, p.same_element AS "sameElement", p.change_share AS "changeShare"
    FROM mark_place p
    JOIN review r ON r.id = p.review_id AND r.workspace_id = p.workspace_id
    JOIN mark m ON m.chain_id = r.chain_id AND m.number = p.number AND m.workspace_id = p.workspace_id
    WHERE p.review_id = ${reviewId} AND p.workspace_id = ${workspaceId}
    ORDER BY m.number`;
  return rows.map(({ x, y, width, height, ...mark }) => ({ ...mark, place: { x, y, width, height } }));
}

/** What a decision asks of a mark. */
export interface StandingMark {
  number: number;
  status: MarkStatus;
  mustFix: boolean;
  /** Whether it lies on the pass that is decided. */
  here: boolean;
}

/** Every mark of a chain, seen from one pass, in the order of their numbers. */
export async function listStanding(tx: Tx, chain: ChainKey, reviewId: string): Promise<StandingMark[]> {
  return tx.$queryRaw`
    SELECT m.number, m.status, m.must_fix AS "mustFix", p.number IS NOT NULL AS here
    FROM mark m LEFT JOIN mark_place p
      ON p.review_id = ${reviewId} AND p.number = m.number AND p.workspace_id = m.workspace_id
    WHERE m.chain_id = ${chain.chainId} AND m.workspace_id = ${chain.workspaceId}
    ORDER BY m.number`;
}

export async function findNumberByClientId(tx: Tx, chain: ChainKey, clientMarkId: string): Promise<number | null> {
  const row = await tx.mark.findFirst({ where: { ...chain, clientMarkId }, select: { number: true } });
  return row?.number ?? null;
}

export interface ChainKey {
  workspaceId: string;
  chainId: string;
}

/** The next number of the chain; the caller holds the chain's lock. */
export async function nextNumber(tx: Tx, chain: ChainKey): Promise<number> {
  const rows = await tx.$queryRaw<{ number: number }[]>`
    UPDATE chain SET last_mark = last_mark + 1 WHERE id = ${chain.chainId} AND workspace_id = ${chain.workspaceId}
    RETURNING last_mark AS number`;
  const [row] = rows;
  if (row === undefined) throw new Error('The chain of a review is missing');
  return row.number;
}

export async function insertMark(tx: Tx, row: Prisma.MarkUncheckedCreateInput): Promise<void> {
  await tx.mark.create({ data: row });
}

export async function updateMark(
  tx: Tx,
  chain: ChainKey,
  number: number,
  data: Prisma.MarkUncheckedUpdateManyInput,
): Promise<void> {
  await tx.mark.updateMany({ where: { ...chain, number }, data });
}

/** What a page or a document says may hold characters that PostgreSQL takes in no JSON: NUL, and half surrogate pairs. */
function storable(element: Element): Element {
  return JSON.parse(JSON.stringify(element), (_, value: unknown) =>
    typeof value === 'string' ? value.toWellFormed().replaceAll('\u0000', '\ufffd') : value,
  ) as Element;
}

export async function putPlace(
  tx: Tx,
  at: { reviewId: string; workspaceId: string; number: number; shotId: string | null },
  place: Place,
  under: Under,
): Promise<void> {
  const element = under.element === null ? null : JSON.stringify(storable(under.element));
  // By the name of the key, which has one column more where the tables are sharded.
  await tx.$executeRaw`
    INSERT INTO mark_place (review_id, number, workspace_id, shot_id, x, y, width, height, element, same_element,
                            change_share, position)
    VALUES (${at.reviewId}, ${at.number}, ${at.workspaceId}, ${at.shotId}, ${place.x}, ${place.y}, ${place.width},
            ${place.height}, ${element}::jsonb, ${JSON.stringify(toJson(under.sameElement))}::jsonb, ${under.changeShare},
            ${under.position})
    ON CONFLICT ON CONSTRAINT mark_place_pkey DO UPDATE
      SET shot_id = EXCLUDED.shot_id, x = EXCLUDED.x, y = EXCLUDED.y, width = EXCLUDED.width, height = EXCLUDED.height,
          element = EXCLUDED.element, same_element = EXCLUDED.same_element, change_share = EXCLUDED.change_share,
          position = EXCLUDED.position`;
}

/** Where a mark's element was last seen for certain, from the pass `before` down. */
export async function findLastSeen(
  tx: Tx,
  chain: ChainKey,
  number: number,
  before: number,
): Promise<{ reviewId: string; shotId: string; place: Place; element: Element } | null> {
  const [row] = await tx.$queryRaw<(Columns & { reviewId: string })[]>`
    SELECT p.review_id AS "reviewId", p.shot_id AS "shotId", p.x, p.y, p.width, p.height, p.element
    FROM mark_place p
    JOIN review r ON r.id = p.review_id AND r.workspace_id = p.workspace_id
    WHERE r.chain_id = ${chain.chainId} AND r.workspace_id = ${chain.workspaceId} AND r.pass <= ${before}
      AND p.number = ${number} AND p.position = 'exact' AND p.element IS NOT NULL AND p.shot_id IS NOT NULL
    ORDER BY r.pass DESC LIMIT 1`;
  if (row === undefined || row.shotId === null || row.element === null) return null;
  const { reviewId, shotId, element, x, y, width, height } = row;
  return { reviewId, shotId, element, place: { x, y, width, height } };
}

export async function putSameElement(
  tx: Tx,
  at: { reviewId: string; workspaceId: string; number: number },
  found: readonly SameElement[],
): Promise<void> {
  await tx.markPlace.updateMany({ where: at, data: { sameElement: toJson(found) } });
}

/** What lay under the marks of a pass whose shots are deleted goes with them: it is the page's own text. */
export async function forgetElements(tx: Tx, workspaceId: string, reviewId: string): Promise<void> {
  await tx.markPlace.updateMany({
    where: { workspaceId, reviewId },
    data: { element: Prisma.DbNull, sameElement: Prisma.DbNull },
  });
}

const toJson = (found: readonly SameElement[]) => found.map(({ shotId, box }) => ({ shotId, box: { ...box } }));

/** On approval: everything awaiting verification is verified by that decision. */
export async function verifyAwaiting(tx: Tx, chain: ChainKey, decisionId: string, at: Date): Promise<void> {
  await tx.mark.updateMany({
    where: { ...chain, status: 'resolved' },
    data: { status: 'verified', formerStatus: 'resolved', settledByDecision: decisionId, updatedAt: at },
  });
}

/** When an approval is taken back: what it verified or withdrew gets its former status again. */
export async function unsettle(tx: Tx, chain: ChainKey, decisionId: string, at: Date): Promise<void> {
  await tx.$executeRaw`
    UPDATE mark SET status = COALESCE(former_status, 'resolved'), former_status = NULL, settled_by_decision = NULL,
                    updated_at = ${at}
    WHERE chain_id = ${chain.chainId} AND workspace_id = ${chain.workspaceId}
      AND settled_by_decision = ${decisionId} AND status IN ('verified', 'withdrawn')`;
}

/** The same outcome once more: what the decision before settled is taken back with the new one. */
export async function handOnSettled(tx: Tx, chain: ChainKey, from: string, to: string): Promise<void> {
  await tx.mark.updateMany({ where: { ...chain, settledByDecision: from }, data: { settledByDecision: to } });
}

export async function findPlace(
  tx: Tx,
  workspaceId: string,
  reviewId: string,
  number: number,
): Promise<(Place & { shotId: string | null }) | null> {
  return tx.markPlace.findFirst({ where: { workspaceId, reviewId, number } });
}

/** Where marks lie on one pass. */
export async function listPlaces(tx: Tx, workspaceId: string, reviewId: string) {
  return tx.markPlace.findMany({
    where: { workspaceId, reviewId },
    select: { number: true, shotId: true, x: true, y: true, width: true, height: true },
  });
}

export async function deletePlaces(tx: Tx, workspaceId: string, reviewId: string): Promise<void> {
  await tx.markPlace.deleteMany({ where: { workspaceId, reviewId } });
}

/** Marks that lie on no pass any more, now that one of the chain's passes is deleted. @returns their files */
export async function deleteUnplacedMarks(tx: Tx, chain: ChainKey): Promise<string[]> {
  const gone = await tx.$queryRaw<{ key: string | null }[]>`
    DELETE FROM mark m WHERE m.chain_id = ${chain.chainId} AND m.workspace_id = ${chain.workspaceId}
      AND NOT EXISTS (SELECT 1 FROM mark_place p JOIN review r ON r.id = p.review_id AND r.workspace_id = p.workspace_id
                      WHERE r.chain_id = m.chain_id AND p.workspace_id = m.workspace_id AND p.number = m.number)
    RETURNING after_image_key AS key`;
  return gone.flatMap(({ key }) => (key === null ? [] : [key]));
}

export async function deleteMarks(tx: Tx, chain: ChainKey): Promise<void> {
  await tx.mark.deleteMany({ where: chain });
}

/** The file behind the address of our copy of an after-image. */
export async function findAfterImage(tx: Tx, capability: string): Promise<string | null> {
  const row = await tx.mark.findUnique({
    where: { afterImageCapability: capability },
    select: { afterImageKey: true },
  });
  return row?.afterImageKey ?? null;
}

/** An after-image that is still to be fetched. */
export async function findWantedAfterImage(tx: Tx, chain: ChainKey, number: number): Promise<string | null> {
  const { workspaceId, chainId } = chain;
  const row = await tx.mark.findFirst({
    where: { workspaceId, chainId, number, afterImageKey: null, afterImageProblem: null },
    select: { afterImage: true },
  });
  return row?.afterImage ?? null;
}

export type AfterImageOutcome =
  | { afterImageKey: string; afterImageCapability: string; afterImageProblem: null }
  | { afterImageProblem: string };

/** Keeps what became of an after-image; false when another one was reported meanwhile. */
export async function settleAfterImage(
  tx: Tx,
  chain: ChainKey,
  number: number,
  url: string,
  outcome: AfterImageOutcome,
): Promise<boolean> {
  const where = { ...chain, number, afterImage: url, afterImageKey: null };
  return (await tx.mark.updateMany({ where, data: outcome })).count === 1;
}

/** Chains that hold copies of after-images though all their passes expired before `before`. */
export async function listWithOldAfterImages(tx: Tx, before: Date, size: number): Promise<ChainKey[]> {
  return tx.$queryRaw<ChainKey[]>`
    SELECT DISTINCT m.workspace_id AS "workspaceId", m.chain_id AS "chainId" FROM mark m
    WHERE m.after_image_capability IS NOT NULL
      AND NOT EXISTS (SELECT 1 FROM review r WHERE r.chain_id = m.chain_id AND r.workspace_id = m.workspace_id
                      AND r.expires_at >= ${before})
    LIMIT ${size}`;
}

/** The copies of after-images that these chains hold. */
export async function listAfterImageKeys(
  tx: Tx,
  { workspaceIds, ids }: { workspaceIds: string[]; ids: string[] },
): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await tx.mark.findMany({
    where: { workspaceId: { in: workspaceIds }, chainId: { in: ids }, afterImageKey: { not: null } },
    select: { afterImageKey: true },
  });
  return rows.flatMap(({ afterImageKey }) => (afterImageKey === null ? [] : [afterImageKey]));
}

/** Gives up the copies that a chain holds, once none of its passes ended after `before`. @returns their files */
export async function forgetAfterImages(tx: Tx, chain: ChainKey, before: Date): Promise<string[]> {
  const gone = await tx.$queryRaw<{ key: string }[]>`
    WITH held AS (
      SELECT number, after_image_key AS key FROM mark
      WHERE chain_id = ${chain.chainId} AND workspace_id = ${chain.workspaceId} AND after_image_key IS NOT NULL
        AND NOT EXISTS (SELECT 1 FROM review r WHERE r.chain_id = ${chain.chainId}
                        AND r.workspace_id = ${chain.workspaceId} AND r.expires_at >= ${before})
      FOR UPDATE)
    UPDATE mark m SET after_image_key = NULL, after_image_capability = NULL,
                      after_image_problem = 'The picture was deleted with the review’s shots.'
    FROM held
    WHERE m.chain_id = ${chain.chainId} AND m.workspace_id = ${chain.workspaceId} AND m.number = held.number
    RETURNING held.key AS key`;
  return gone.map(({ key }) => key);
}
