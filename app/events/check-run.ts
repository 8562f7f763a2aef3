import { z } from 'zod';
import type { AppContext } from '../context.ts';
import { type CheckKey, findCheckKey, renewCheckRuns } from '../store/check-runs.ts';
import { resetHandOffs } from '../store/hand-offs.ts';
import { listByHead } from '../store/pull-requests.ts';
import { listNewestOn, markUnsynced, type Registration } from '../store/registrations.ts';
import { Repository, readPayload } from './payload.ts';

const Payload = z.object({
  repository: Repository,
  check_run: z.object({ id: z.int().positive() }),
  requested_action: z.object({ identifier: z.string() }).optional(),
  sender: z.object({ type: z.string() }).optional(),
});

/** Reviews that ended without a decision: only the workflow can open a new one. */
const ended: ReadonlyArray<Registration['status']> = ['expired', 'failed', 'cancelled', 'superseded', 'deleted'];

/**
 * Handles “Re-run” on one of our checks: creates a new run of the same name with the current state, or runs the
 * workflow again.
 */
export async function onCheckRunRerequested(app: AppContext, payload: unknown): Promise<void> {
  const key = await readKey(app, payload);
  if (key === null) return;
  const reviews = await listNewestOn(app.db, key);
  if (isPerson(app, payload)) {
    for (const { pullRequest } of reviews) await resetHandOffs(app.db, key.repositoryId, pullRequest);
  }
  if (reviews.length > 0 && reviews.every(({ status }) => ended.includes(status)))
    return await app.jobs.rerunWorkflow(key);
  await republish(app, key);
}

/** Handles one of the buttons on our checks. */
export async function onCheckAction(app: AppContext, payload: unknown): Promise<void> {
  const key = await readKey(app, payload);
  const identifier = readPayload(app, Payload, payload)?.requested_action?.identifier;
  if (key === null) return;
  if (identifier === 'try_again') await app.jobs.rerunWorkflow(key);
  if (identifier === 'keep_waiting') await republish(app, key);
}

/**
 * Returns whether a person sent the event. An agent may request a check again, but does not count as the person whose
 * action lets fixing agents start again.
 */
function isPerson(app: AppContext, payload: unknown): boolean {
  return readPayload(app, Payload, payload)?.sender?.type === 'User';
}

async function readKey(app: AppContext, payload: unknown): Promise<CheckKey | null> {
  const read = readPayload(app, Payload, payload);
  return read === null ? null : await findCheckKey(app.db, read.repository.id, read.check_run.id);
}

async function republish(app: AppContext, key: CheckKey): Promise<void> {
  await renewCheckRuns(app.db, key);
  for (const registration of await markUnsynced(app.db, key)) await app.jobs.syncReview(registration);
  await refreshHeads(app, key);
}

/** Queues a read of every pull request that has the commit as its head. */
export async function refreshHeads(app: AppContext, commit: { repositoryId: number; headSha: string }): Promise<void> {
  for (const { repositoryId, number } of await listByHead(app.db, commit)) {
    await app.jobs.refreshPullRequest({ repositoryId, number });
  }
}
