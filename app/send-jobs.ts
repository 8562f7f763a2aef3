import { z } from 'zod';
import type { Tx } from '../server/db/client.ts';
import type { Job } from '../server/domain/job.ts';

/** A kind of job. Of the same kind and key, one is queued at a time. */
export interface JobKind<Data extends object> {
  name: string;
  data: z.ZodType<Data>;
  keyOf(data: Data): string;
}

const defineKind = <Data extends object>(
  name: string,
  data: z.ZodType<Data>,
  keyOf: (data: Data) => string,
): JobKind<Data> => ({ name, data, keyOf });

const place = { repositoryId: z.int(), installationId: z.int(), fullName: z.string() };

export const syncReviewKind = defineKind(
  'sync_review',
  z.object({ repositoryId: z.int(), reviewId: z.string() }),
  ({ repositoryId, reviewId }) => `${repositoryId}:${reviewId}`,
);
/**
 * The place is where the repository is, as a webhook reported it; by default the place that the App has stored. It
 * belongs to the key, so that a job with a new place is not dropped in favour of a waiting one with the old place.
 */
export const refreshKind = defineKind(
  'refresh_pull_request',
  z.object({ ...z.object(place).partial().shape, repositoryId: z.int(), number: z.int() }),
  ({ repositoryId, number, installationId = '', fullName = '' }) =>
    [repositoryId, number, installationId, fullName].join(':'),
);
export const rerunKind = defineKind(
  'rerun_workflow',
  z.object({ repositoryId: z.int(), name: z.string(), headSha: z.string() }),
  ({ repositoryId, headSha, name }) => `${repositoryId}:${headSha}:${name}`,
);
export const withdrawLinksKind = defineKind('withdraw_links', z.object(place), (of) =>
  [of.repositoryId, of.installationId, of.fullName].join(':'),
);
export const lostEventsKind = defineKind('find_lost_events', z.object(place), (of) =>
  [of.repositoryId, of.installationId, of.fullName].join(':'),
);
export const mergeGroupKind = defineKind(
  'check_merge_group',
  z.object({ ...place, headSha: z.string(), baseRef: z.string() }),
  ({ repositoryId, headSha }) => `${repositoryId}:${headSha}`,
);
export const recheckGroupsKind = defineKind('recheck_merge_groups', z.object(place), ({ repositoryId }) =>
  String(repositoryId),
);
export type RefreshJob = z.infer<typeof refreshKind.data>;
export type RerunJob = z.infer<typeof rerunKind.data>;
export type MergeGroupJob = z.infer<typeof mergeGroupKind.data>;
export type RecheckGroupsJob = z.infer<typeof recheckGroupsKind.data>;

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

/** Under each key one job waits for now and one for later, so that neither delays the other. */
export function send<Data extends object>(
  queue: AppQueue,
  { name, data, keyOf }: JobKind<Data>,
  job: Data,
  options: SendOptions = {},
): Promise<void> {
  const key = options.afterSeconds === undefined ? keyOf(job) : `${keyOf(job)}:later`;
  return queue.enqueue(name, data.parse(job), { key, ...options });
}

/** Sends work that must not be lost: the queue keeps it in PostgreSQL and retries it until it succeeds. */
export function createJobs(queue: AppQueue) {
  const sender =
    <Data extends object>(kind: JobKind<Data>) =>
    (job: Data, options?: SendOptions) =>
      send(queue, kind, job, options);
  return {
    /** Reads a review again and updates GitHub with it. */
    syncReview: sender(syncReviewKind),
    /** Reads a pull request again at GitHub and updates the checks on its head. */
    refreshPullRequest: sender(refreshKind),
    /** Runs the workflow again that registers a check's review. */
    rerunWorkflow: sender(rerunKind),
    /** Withdraws the links to the reviews of a repository that became public. */
    withdrawLinks: sender(withdrawLinksKind),
    /** Finds the pull requests of a repository of which no event arrived, for instance while the App was away. */
    findLostEvents: sender(lostEventsKind),
    /** Gives a merge group the checks of its pull requests. */
    checkMergeGroup: sender(mergeGroupKind),
    /** Updates the checks of every merge group in a repository's queue. */
    recheckMergeGroups: sender(recheckGroupsKind),
    /** Reads everything that may have changed; at most once in a period, however many processes there are. */
    sweep: (everySeconds: number) => queue.enqueue('sweep_pull_requests', {}, { everySeconds }),
  };
}

export type AppJobs = ReturnType<typeof createJobs>;
