import type { Job, JobPolicy } from '../server/domain/job.ts';
import type { AppContext } from './context.ts';
import { syncReview } from './decisions/sync-review.ts';
import { describeError } from './describe-error.ts';
import { readRetryAfter } from './github.ts';
import { publishMergeGroup, recheckMergeGroups } from './pull-requests/publish-merge-group.ts';
import { refreshPullRequest } from './pull-requests/refresh-pull-request.ts';
import { rerunWorkflow } from './pull-requests/rerun-workflow.ts';
import { findLostEvents, sweep } from './pull-requests/sweep.ts';
import { withdrawLinks } from './pull-requests/withdraw-links.ts';
import {
  type JobKind,
  lostEventsKind,
  mergeGroupKind,
  recheckGroupsKind,
  refreshKind,
  rerunKind,
  send,
  syncReviewKind,
  withdrawLinksKind,
} from './send-jobs.ts';

/** An outage may last for days: in the end a job is retried every five minutes. */
const policy: JobPolicy = {
  expireInSeconds: 120,
  heartbeatSeconds: 10,
  retryLimit: 1500,
  retryDelay: 1,
  retryBackoff: true,
  retryDelayMax: 300,
  deleteAfterSeconds: 86_400,
  policy: 'short',
};

/**
 * Defines a job of the App. When GitHub asks for a pause, the job is sent again for after it, because a retry would
 * prolong the pause.
 */
function defineAppJob<Data extends object>(
  kind: JobKind<Data>,
  concurrency: number,
  work: (app: AppContext, data: Data) => Promise<void>,
): Job<AppContext> {
  const { name } = kind;
  return {
    name,
    policy,
    concurrency: { total: concurrency },
    async perform(app, given) {
      try {
        const data = kind.data.parse(given);
        await work(app, data).catch(async (error: unknown) => {
          const afterSeconds = readRetryAfter(error);
          if (afterSeconds === null) throw error;
          app.log.warn({ ...describeError(error), afterSeconds, job: data }, 'GitHub asks for a pause');
          await send(app.queue, kind, data, { afterSeconds });
        });
      } catch (error) {
        // The queue stores what a job throws, and an error of a GitHub call carries the whole request.
        const described = describeError(error);
        app.log.warn({ ...described, job: given }, 'a job failed and will be retried');
        throw new Error(described.error);
      }
    },
  };
}

export const appJobs: readonly Job<AppContext>[] = [
  defineAppJob(syncReviewKind, 4, syncReview),
  defineAppJob(refreshKind, 2, refreshPullRequest),
  defineAppJob(rerunKind, 1, rerunWorkflow),
  defineAppJob(lostEventsKind, 1, findLostEvents),
  defineAppJob(mergeGroupKind, 1, publishMergeGroup),
  defineAppJob(recheckGroupsKind, 1, recheckMergeGroups),
  defineAppJob(withdrawLinksKind, 1, withdrawLinks),
  {
    name: 'sweep_pull_requests',
    // No retry is needed: the next one is scheduled anyway.
    policy: { retryLimit: 0, deleteAfterSeconds: 3600 },
    perform: (app) => sweep(app),
  },
];
