import type { IncomingHttpHeaders } from 'node:http';
import { z } from 'zod';
import type { AppContext } from '../context.ts';
import { parseJson, Refusal, readHeader } from '../http/request.ts';
import { onCheckAction, onCheckRunRerequested, onCheckSuiteRerequested } from './check-run.ts';
import type { Handler } from './payload.ts';
import { onMergeGroup, onPullRequest } from './pull-request.ts';
import {
  onAppRemoved,
  onAppRestored,
  onRepositoriesAdded,
  onRepositoriesRemoved,
  onRepository,
  onRepositoryArchived,
  onRepositoryPublicized,
} from './repository.ts';

/** The handlers of GitHub's events, by name and action. All other events are ignored. */
export const handlers: Readonly<Record<string, Handler>> = {
  'check_run.requested_action': onCheckAction,
  'check_run.rerequested': onCheckRunRerequested,
  'check_suite.rerequested': onCheckSuiteRerequested,
  'installation.created': onRepositoriesAdded,
  'installation.deleted': onAppRemoved,
  'installation.new_permissions_accepted': onAppRestored,
  'installation.suspend': onAppRemoved,
  'installation.unsuspend': onAppRestored,
  'installation_repositories.added': onRepositoriesAdded,
  'installation_repositories.removed': onRepositoriesRemoved,
  'merge_group.checks_requested': onMergeGroup,
  'pull_request.closed': onPullRequest,
  'pull_request.converted_to_draft': onPullRequest,
  'pull_request.edited': onPullRequest,
  'pull_request.opened': onPullRequest,
  'pull_request.ready_for_review': onPullRequest,
  'pull_request.reopened': onPullRequest,
  'pull_request.synchronize': onPullRequest,
  'repository.archived': onRepositoryArchived,
  'repository.edited': onRepository,
  'repository.privatized': onRepository,
  'repository.publicized': onRepositoryPublicized,
  'repository.renamed': onRepository,
  'repository.transferred': onRepository,
  'repository.unarchived': onRepository,
};

const Action = z.object({ action: z.string() });

/** Handles a verified event. Never calls GitHub; the work goes into the queue. */
export async function handleEvent(app: AppContext, name: string, payload: unknown): Promise<void> {
  const read = Action.safeParse(payload);
  const kind = read.success ? `${name}.${read.data.action}` : name;
  const handler = Object.hasOwn(handlers, kind) ? handlers[kind] : undefined;
  if (handler === undefined) return;
  await handler(app, payload);
}

/** `POST /api/github/webhooks`: receives an event from GitHub. Throws a {@link Refusal} when it is not signed. */
export async function receiveEvent(app: AppContext, headers: IncomingHttpHeaders, body: Buffer): Promise<void> {
  const { webhooks } = await app.github.probot.ready();
  const signature = readHeader(headers, 'x-hub-signature-256');
  // Probot's own route would log the whole body of an unsigned event, and its emitter that of a failed one.
  if (signature === '' || !(await webhooks.verify(body.toString('utf8'), signature))) {
    throw new Refusal(401, 'unauthenticated', 'The signature does not fit the body.');
  }
  await handleEvent(app, readHeader(headers, 'x-github-event'), parseJson(body));
}
