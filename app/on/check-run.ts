import { z } from 'zod';
import type { Parts } from '../parts.ts';
import { type CheckKey, findCheckKey, renewCheckRuns } from '../store/check-runs.ts';
import { resetHandOffs } from '../store/hand-offs.ts';
import { listByHead } from '../store/pull-requests.ts';
import { forgetFollowed, listNewestOn, type Registration } from '../store/registrations.ts';
import { Repository, readPayload } from './payload.ts';

const Payload = z.object({
  repository: Repository,
  check_run: z.object({ id: z.int().positive() }),
  requested_action: z.object({ identifier: z.string() }).optional(),
  sender: z.object({ type: z.string() }).optional(),
});

/** Reviews that ended without a decision: only the workflow can ask once more. */
const ended: ReadonlyArray<Registration['status']> = ['expired', 'failed', 'cancelled', 'superseded', 'deleted'];

/** "Re-run" on one of our checks: a fresh run of the same name says what is so now, or the workflow runs again. */
export async function onCheckRunAgain(parts: Parts, payload: unknown): Promise<void> {
  const key = await readKey(parts, payload);
  if (key === null) return;
  const reviews = await listNewestOn(parts.database, key);
  if (isPerson(parts, payload)) {
    for (const { pullRequest } of reviews) await resetHandOffs(parts.database, key.repositoryId, pullRequest);
  }
  if (reviews.length > 0 && reviews.every(({ status }) => ended.includes(status))) return await parts.queue.again(key);
  await tellAgain(parts, key);
}

/** One of the buttons on our checks. */
export async function onCheckRequested(parts: Parts, payload: unknown): Promise<void> {
  const key = await readKey(parts, payload);
  const identifier = readPayload(parts, Payload, payload)?.requested_action?.identifier;
  if (key === null) return;
  if (identifier === 'try_again') await parts.queue.again(key);
  if (identifier === 'keep_waiting') await tellAgain(parts, key);
}

/** An agent that asks for a check again may have it, but does not count as the person who lets agents start anew. */
function isPerson(parts: Parts, payload: unknown): boolean {
  return readPayload(parts, Payload, payload)?.sender?.type === 'User';
}

async function readKey(parts: Parts, payload: unknown): Promise<CheckKey | null> {
  const read = readPayload(parts, Payload, payload);
  return read === null ? null : await findCheckKey(parts.database, read.repository.id, read.check_run.id);
}

async function tellAgain(parts: Parts, key: CheckKey): Promise<void> {
  await renewCheckRuns(parts.database, key);
  for (const registration of await forgetFollowed(parts.database, key)) await parts.queue.follow(registration);
  await refreshHeads(parts, key);
}

/** Has every pull request read again that has a commit as its head. */
export async function refreshHeads(parts: Parts, commit: { repositoryId: number; headSha: string }): Promise<void> {
  for (const { repositoryId, number } of await listByHead(parts.database, commit)) {
    await parts.queue.refresh({ repositoryId, number });
  }
}
