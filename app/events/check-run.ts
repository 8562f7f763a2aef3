import { z } from 'zod';
import type { AppContext } from '../context.ts';
import { type CheckKey, findCheckKey, renewCheckRuns, summaryName } from '../store/check-runs.ts';
import { forgetRefusals, resetHandOffs } from '../store/hand-offs.ts';
import { type Commit, listByHead, type OnCommit } from '../store/pull-requests.ts';
import { listNewestOn, markUnsynced, type Registration } from '../store/registrations.ts';
import { Repository, Sha, withPayload } from './payload.ts';

/** Who caused an event. */
export const Sender = z.object({ type: z.string() }).optional();

const Payload = z.object({
  repository: Repository,
  check_run: z.object({ id: z.int().positive() }),
  requested_action: z.object({ identifier: z.string() }).optional(),
  sender: Sender,
});

/** Reviews that ended without a decision: only the workflow can open a new one. */
const ended: ReadonlyArray<Registration['status']> = ['expired', 'failed', 'cancelled', 'superseded', 'deleted'];

/** Finds the check that the event is about; null when it is not one of ours. */
const keyOf = (app: AppContext, { repository, check_run }: z.infer<typeof Payload>): Promise<CheckKey | null> =>
  findCheckKey(app.db, repository.id, check_run.id);

/**
 * Handles “Re-run” on one of our checks: creates a new run of the same name with the current state, or runs the
 * workflow again. On the check of all reviews it is like “Re-run all checks”.
 */
export const onCheckRunRerequested = withPayload(Payload, async (app, payload) => {
  const key = await keyOf(app, payload);
  if (key === null) return;
  const { name, ...commit } = key;
  if (name === summaryName) return await rerunAll(app, commit, payload.sender);
  const reviews = await restartAgents(app, key, payload.sender);
  if (reviews.length > 0 && reviews.every(({ status }) => ended.includes(status)))
    return await app.jobs.rerunWorkflow(key);
  await republish(app, key);
});

/** Creates new runs of every check on a commit. */
export async function rerunAll(app: AppContext, commit: Commit, sender: z.infer<typeof Sender>): Promise<void> {
  await restartAgents(app, commit, sender);
  await republish(app, commit);
}

/**
 * Lets fixing agents start again for the reviews of a commit, or of one name on it, if a person asks for it. An agent may
 * request a check again, but does not count as that person. Returns the reviews.
 */
async function restartAgents(
  app: AppContext,
  commit: OnCommit,
  sender: z.infer<typeof Sender>,
): Promise<Registration[]> {
  const reviews = await listNewestOn(app.db, commit);
  if (sender?.type !== 'User') return reviews;
  for (const review of reviews) {
    await resetHandOffs(app.db, review.repositoryId, review.pullRequest);
    await forgetRefusals(app.db, review);
  }
  return reviews;
}

/** Handles one of the buttons on our checks. */
export const onCheckAction = withPayload(Payload, async (app, payload) => {
  const key = await keyOf(app, payload);
  if (key === null) return;
  const identifier = payload.requested_action?.identifier;
  if (identifier === 'try_again') await app.jobs.rerunWorkflow(key);
  if (identifier === 'keep_waiting') await republish(app, key);
});

/** Renews the checks on a commit, or the one of a `name`, and queues a read of what they show. */
async function republish(app: AppContext, commit: OnCommit): Promise<void> {
  await renewCheckRuns(app.db, commit);
  for (const registration of await markUnsynced(app.db, commit)) await app.jobs.syncReview(registration);
  for (const { repositoryId, number } of await listByHead(app.db, commit)) {
    await app.jobs.refreshPullRequest({ repositoryId, number });
  }
}

const Suite = z.object({
  repository: Repository,
  check_suite: z.object({ head_sha: Sha, app: z.object({ id: z.int() }) }),
  sender: Sender,
});

/** Handles “Re-run all checks”: creates new runs of every name on that commit. */
export const onCheckSuiteRerequested = withPayload(Suite, async (app, { repository, check_suite, sender }) => {
  if (check_suite.app.id !== app.github.appId) return;
  await rerunAll(app, { repositoryId: repository.id, headSha: check_suite.head_sha }, sender);
});
