import type { Severity } from '../../contract/review.ts';
import { columnsExcept, Prisma, type Tx } from '../../db/client.ts';
import { canBeNumber } from '../ids.ts';
import { isFoundAgain } from './rules.ts';

export type FindingRow = Prisma.FindingGetPayload<object>;
/** What a review shows of a finding. */
export const findingColumns = columnsExcept(Prisma.FindingScalarFieldEnum, 'reviewId', 'workspaceId');

/** Reserves `count` numbers of a review's findings and returns the first. */
export async function reserveNumbers(tx: Tx, workspaceId: string, reviewId: string, count: number): Promise<number> {
  const row = await tx.review.update({
    where: { workspaceId_id: { workspaceId, id: reviewId } },
    data: { lastFinding: { increment: count } },
    select: { lastFinding: true },
  });
  return row.lastFinding - count + 1;
}

export async function insertFindings(tx: Tx, rows: Prisma.FindingCreateManyInput[]): Promise<void> {
  await tx.finding.createMany({ data: rows });
}

export async function findFinding(
  tx: Tx,
  workspaceId: string,
  reviewId: string,
  number: number,
): Promise<FindingRow | null> {
  return canBeNumber(number) ? tx.finding.findFirst({ where: { workspaceId, reviewId, number } }) : null;
}

export async function updateFinding(
  tx: Tx,
  review: { id: string; workspaceId: string },
  number: number,
  data: { status: 'shown' | 'hidden' | 'accepted'; markNumber: number | null },
): Promise<void> {
  await tx.finding.updateMany({ where: { workspaceId: review.workspaceId, reviewId: review.id, number }, data });
}

export interface FoundRow {
  rule: string;
  severity: Severity;
  body: string;
  area: { x: number; y: number; width: number; height: number } | null;
  foundBy: 'rule' | 'model';
}

/** Whether two findings say the same. */
const isSaid = (one: Pick<FindingRow, 'rule' | 'body'>, { rule, body }: FoundRow): boolean =>
  one.rule === rule && one.body === body;

/**
 * Leaves out findings that another view of the same page has in the same words: only the one on the first screenshot
 * stays. `earlier` and `later` are the positions of the other views. @returns the rest, and what later views repeat of it
 */
export async function withoutRepeats<Found extends FoundRow>(
  tx: Tx,
  review: { workspaceId: string; reviewId: string },
  views: { earlier: readonly number[]; later: readonly number[] },
  found: readonly Found[],
): Promise<{ own: Found[]; repeats: FindingRow[] }> {
  const position = { in: [...views.earlier, ...views.later] };
  if (position.in.length === 0 || found.length === 0) return { own: [...found], repeats: [] };
  const same = found.map(({ rule, body }) => ({ rule, body }));
  const rows = await tx.finding.findMany({ where: { ...review, source: 'second_opinion', position, OR: same } });
  const isLater = (row: FindingRow) => row.position !== null && views.later.includes(row.position);
  const repeats = rows.filter((row) => isLater(row) && row.status === 'shown');
  const said = rows.filter((row) => !repeats.includes(row));
  return { own: found.filter((each) => !said.some((row) => isSaid(row, each))), repeats };
}

/** Deletes those of the findings that say the same as one that is shown now. */
export async function deleteRepeats(
  tx: Tx,
  review: { workspaceId: string; reviewId: string },
  repeats: readonly FindingRow[],
  shown: readonly FoundRow[],
): Promise<void> {
  const numbers = repeats.filter((row) => shown.some((each) => isSaid(row, each))).map(({ number }) => number);
  await tx.finding.deleteMany({ where: { ...review, number: { in: numbers } } });
}

/**
 * Replaces the findings of the last second opinion on one screenshot. A finding that was found again keeps its number.
 * Findings that the reviewer has hidden or made a mark stay, and do not appear a second time. `keep`: whose findings
 * stay, because this run did not look for them.
 */
export async function replaceFindings(
  tx: Tx,
  at: { workspaceId: string; reviewId: string; position: number },
  found: readonly FoundRow[],
  keep: 'model' | null = null,
): Promise<void> {
  const { workspaceId, reviewId, position } = at;
  const before = await tx.finding.findMany({ where: { ...at, source: 'second_opinion' }, orderBy: { number: 'asc' } });
  const again = new Set<number>();
  const fresh: FoundRow[] = [];
  for (const each of found) {
    const known = before.find((row) => !again.has(row.number) && isFoundAgain(each, row));
    if (known === undefined) fresh.push(each);
    else again.add(known.number);
    if (known?.status !== 'shown') continue;
    const { severity, body, area, foundBy } = each;
    const data = { severity, body, foundBy, ...(area === null ? {} : { area: { ...area } }) };
    await tx.finding.updateMany({ where: { workspaceId, reviewId, number: known.number }, data });
  }
  const gone = before.filter(
    ({ number, status, foundBy }) => status === 'shown' && !again.has(number) && (keep === null || foundBy !== keep),
  );
  await tx.finding.deleteMany({ where: { ...at, number: { in: gone.map(({ number }) => number) } } });
  if (fresh.length === 0) return;
  const first = await reserveNumbers(tx, workspaceId, reviewId, fresh.length);
  await insertFindings(
    tx,
    fresh.map(({ rule, severity, body, area, foundBy }, index) => ({
      workspaceId,
      reviewId,
      number: first + index,
      position,
      rule,
      severity,
      body,
      foundBy,
      ...(area === null ? {} : { area: { ...area } }),
      source: 'second_opinion',
    })),
  );
}
