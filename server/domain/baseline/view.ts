import { type Baseline, BaselineScreenshot, type BaselineSummary } from '../../contract/baseline.ts';
import { type BaselineRow, findBaseline, type listBaselineRows, NEVER } from '../base/store.ts';
import { notFound } from '../failure.ts';
import type { Ports, Tx } from '../ports.ts';
import { toShards } from '../review/rules.ts';
import { findPass } from '../review/store.ts';
import { toScreenshot } from '../review/wire-format.ts';
import { listShots, shotProgress } from '../shot/store.ts';

const baselineStatus = (
  { completedAt }: Pick<BaselineRow, 'completedAt'>,
  review: { status: string },
): Baseline['status'] => (completedAt !== null ? 'complete' : review.status === 'failed' ? 'failed' : 'preparing');

const baselineExpiry = ({ expiresAt }: { expiresAt: Date }): string | null =>
  expiresAt.getTime() === NEVER.getTime() ? null : expiresAt.toISOString();

/** Returns a baseline as lists show it. */
export const toBaselineSummary = (row: Awaited<ReturnType<typeof listBaselineRows>>[number]): BaselineSummary => ({
  id: row.reviewId,
  repository: row.repository,
  name: row.name,
  branch: row.branch,
  commit: row.commit,
  status: baselineStatus(row, row.review),
  created_at: row.review.createdAt.toISOString(),
  expires_at: baselineExpiry(row.review),
  screenshot_count: row.review._count.shots,
});

/** Returns a baseline as it is on the wire. @throws DomainError `not_found` */
export async function toBaseline(ports: Ports, tx: Tx, workspaceId: string, id: string): Promise<Baseline> {
  const row = await findBaseline(tx, { workspaceId, reviewId: id });
  const review = row === null ? null : await findPass(tx, workspaceId, id);
  if (row === null || review === null) throw notFound('baseline');
  const shots = await listShots(tx, workspaceId, [id]);
  const { problems } = await shotProgress(tx, workspaceId, id);
  const { repository, name, branch, commit } = row;
  return {
    ...{ id, repository, name, branch, commit },
    status: baselineStatus(row, review),
    created_at: review.createdAt.toISOString(),
    expires_at: baselineExpiry(review),
    shards: toShards(review),
    problems,
    screenshots: shots.map((shot) => BaselineScreenshot.parse(toScreenshot(ports, shot))),
  };
}
