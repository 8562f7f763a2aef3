import { z } from 'zod';
import type { AppContext } from '../context.ts';
import { onCheckAction, onCheckRunRerequested } from './check-run.ts';
import { onCheckSuiteRerequested } from './check-suite.ts';
import { onAppRemoved, onAppRestored, onRepositoriesAdded, onRepositoriesRemoved } from './installation.ts';
import { onMergeGroup } from './merge-group.ts';
import type { Handler } from './payload.ts';
import { onPullRequest } from './pull-request.ts';
import { onRepository, onRepositoryArchived, onRepositoryPublicized } from './repository.ts';

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
