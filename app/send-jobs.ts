import { z } from 'zod';
import type { Tx } from '../server/db/client.ts';
import type { Job } from '../server/domain/job.ts';
import type { RegistrationKey } from './store/registrations.ts';

export const SyncReviewJob = z.object({ repositoryId: z.int(), reviewId: z.string() });
export const RefreshJob = z.object({
  repositoryId: z.int(),
  number: z.int(),
  /** Where the repository is, as a webhook reported it. Default: the place that the App has stored. */
  installationId: z.int().optional(),
  fullName: z.string().optional(),
});
export const RerunJob = z.object({ repositoryId: z.int(), name: z.string(), headSha: z.string() });
export const WithdrawLinksJob = z.object({ repositoryId: z.int(), installationId: z.int(), fullName: z.string() });
export const MergeGroupJob = z.object({
  repositoryId: z.int(),
  installationId: z.int(),
  fullName: z.string(),
  headSha: z.string(),
  baseRef: z.string(),
});
export type RefreshJob = z.infer<typeof RefreshJob>;
export type RerunJob = z.infer<typeof RerunJob>;
export type WithdrawLinksJob = z.infer<typeof WithdrawLinksJob>;
export type MergeGroupJob = z.infer<typeof MergeGroupJob>;

/** The functions of the service's queue that the App uses. */
export interface AppQueue {
  work<Context>(jobs: readonly Job<Context>[], context: Context): Promise<void>;
  enqueue(
    name: string,
    data: object,
    options?: { tx?: Tx; key?: string; afterSeconds?: number; everySeconds?: number },
  ): Promise<void>;
}

interface SendOptions {
  tx?: Tx;
  afterSeconds?: number;
}

/** Sends work that must not be lost: the queue keeps it in PostgreSQL and retries it until it succeeds. */
export interface AppJobs {
  /** Reads a review again and updates GitHub with it. */
  syncReview(key: RegistrationKey, options?: SendOptions): Promise<void>;
  /** Reads a pull request again at GitHub and updates the checks on its head. */
  refreshPullRequest(job: RefreshJob, options?: SendOptions): Promise<void>;
  /** Runs the workflow again that registers a check's review. */
  rerunWorkflow(job: RerunJob): Promise<void>;
  /** Withdraws the links to the reviews of a repository that became public. */
  withdrawLinks(job: WithdrawLinksJob): Promise<void>;
  /** Gives a merge group the checks of its pull requests. */
  checkMergeGroup(job: MergeGroupJob): Promise<void>;
  /** Reads everything that may have changed; at most once in a period, however many processes there are. */
  sweep(everySeconds: number): Promise<void>;
}

export const syncKey = (job: RegistrationKey): string => `${job.repositoryId}:${job.reviewId}`;
/**
 * Returns the key of a job. It contains the place, so that a job with a new place is not dropped in favour of a waiting
 * one with the old place.
 */
export const refreshKey = (job: RefreshJob): string =>
  [job.repositoryId, job.number, job.installationId ?? '', job.fullName ?? ''].join(':');
export const rerunKey = (job: RerunJob): string => `${job.repositoryId}:${job.headSha}:${job.name}`;
export const withdrawKey = ({ repositoryId, installationId, fullName }: WithdrawLinksJob): string =>
  [repositoryId, installationId, fullName].join(':');
export const groupKey = (job: MergeGroupJob): string => `${job.repositoryId}:${job.headSha}`;

/** Under each key one job waits for now and one for later, so that neither delays the other. */
export const send = (
  queue: AppQueue,
  name: string,
  key: string,
  data: object,
  { tx, afterSeconds }: SendOptions = {},
) =>
  queue.enqueue(name, data, {
    key: afterSeconds === undefined ? key : `${key}:later`,
    ...(afterSeconds === undefined ? {} : { afterSeconds }),
    ...(tx === undefined ? {} : { tx }),
  });

export const createJobs = (queue: AppQueue): AppJobs => ({
  syncReview({ repositoryId, reviewId }, options) {
    const job = { repositoryId, reviewId };
    return send(queue, 'sync_review', syncKey(job), job, options);
  },
  refreshPullRequest: (job, options) => send(queue, 'refresh_pull_request', refreshKey(job), job, options),
  rerunWorkflow: (job) => send(queue, 'rerun_workflow', rerunKey(job), job),
  withdrawLinks: ({ repositoryId, installationId, fullName }) => {
    const job = { repositoryId, installationId, fullName };
    return send(queue, 'withdraw_links', withdrawKey(job), job);
  },
  checkMergeGroup: (job) => send(queue, 'check_merge_group', groupKey(job), job),
  sweep: (everySeconds) => queue.enqueue('sweep_pull_requests', {}, { everySeconds }),
});
