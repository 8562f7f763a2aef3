import type { z } from 'zod';
import type { Job, JobPolicy } from '../server/domain/job.ts';
import type { AppContext } from './context.ts';
import { syncReview } from './decisions/sync-review.ts';
import { describeError } from './describe-error.ts';
import { readRetryAfter } from './github.ts';
import { publishMergeGroup } from './pull-requests/publish-merge-group.ts';
import { refreshPullRequest } from './pull-requests/refresh-pull-request.ts';
import { rerunWorkflow } from './pull-requests/rerun-workflow.ts';
import { sweep } from './pull-requests/sweep.ts';
import { withdrawLinks } from './pull-requests/withdraw-links.ts';
import {
  groupKey,
  MergeGroupJob,
  RefreshJob,
  RerunJob,
  refreshKey,
  rerunKey,
  SyncReviewJob,
  send,
  syncKey,
  WithdrawLinksJob,
  withdrawKey,
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
function defineAppJob<Schema extends z.ZodType<object>>(definition: {
  name: string;
  data: Schema;
  concurrency: number;
  keyOf(data: z.infer<Schema>): string;
  perform(app: AppContext, data: z.infer<Schema>): Promise<void>;
}): Job<AppContext> {
  const { name, data: schema, concurrency, keyOf, perform } = definition;
  return {
    name,
    policy,
    concurrency: { total: concurrency },
    async perform(app, given) {
      try {
        const data = schema.parse(given);
        await perform(app, data).catch(async (error: unknown) => {
          const afterSeconds = readRetryAfter(error);
          if (afterSeconds === null) throw error;
          app.log.warn({ ...describeError(error), afterSeconds, job: data }, 'GitHub asks for a pause');
          await send(app.queue, name, keyOf(data), data, { afterSeconds });
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
  defineAppJob({ name: 'sync_review', data: SyncReviewJob, concurrency: 4, keyOf: syncKey, perform: syncReview }),
  defineAppJob({
    name: 'refresh_pull_request',
    data: RefreshJob,
    concurrency: 2,
    keyOf: refreshKey,
    perform: refreshPullRequest,
  }),
  defineAppJob({ name: 'rerun_workflow', data: RerunJob, concurrency: 1, keyOf: rerunKey, perform: rerunWorkflow }),
  defineAppJob({
    name: 'check_merge_group',
    data: MergeGroupJob,
    concurrency: 1,
    keyOf: groupKey,
    perform: publishMergeGroup,
  }),
  defineAppJob({
    name: 'withdraw_links',
    data: WithdrawLinksJob,
    concurrency: 1,
    keyOf: withdrawKey,
    perform: withdrawLinks,
  }),
  {
    name: 'sweep_pull_requests',
    // No retry is needed: the next one is scheduled anyway.
    policy: { retryLimit: 0, deleteAfterSeconds: 3600 },
    perform: (app) => sweep(app),
  },
];
