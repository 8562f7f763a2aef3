import { defineJob, type Job } from './job.ts';
import { jobData } from './job-data.ts';
import type { Ports } from './ports.ts';
import { compareShot } from './review/compare-shot.ts';
import { fetchAfterImage, loseAfterImage } from './review/fetch-after-image.ts';
import { loseShot, makeShot } from './review/make-shot.ts';
import { checkShot, loseOpinion } from './second-opinion/check-shot.ts';

/** Every job of the service. `capturesPerWorkspace`: how many screenshots one workspace may have made at once. */
export const serviceJobs = (capturesPerWorkspace: number): Job<Ports>[] => [
  defineJob({
    name: 'make_shot',
    data: jobData.make_shot,
    // After about 3, 6 and 12 seconds: a store or a site that is away for a moment costs no review its screenshots.
    policy: { expireInSeconds: 180, heartbeatSeconds: 10, retryLimit: 3, retryDelay: 2, retryBackoff: true },
    // One place more than a workspace may take: its own slow captures delay no other workspace's.
    concurrency: { total: capturesPerWorkspace + 1, perGroup: capturesPerWorkspace },
    perform: makeShot,
    onDeadLetter: loseShot,
  }),
  defineJob({
    name: 'second_opinion',
    data: jobData.second_opinion,
    policy: { expireInSeconds: 180, heartbeatSeconds: 10, retryLimit: 2, retryDelay: 2 },
    concurrency: { total: 4, perGroup: 2 },
    perform: checkShot,
    onDeadLetter: loseOpinion,
  }),
  defineJob({
    name: 'fetch_after_image',
    data: jobData.fetch_after_image,
    policy: { expireInSeconds: 60, heartbeatSeconds: 10, retryLimit: 2, retryDelay: 2 },
    concurrency: { total: 4, perGroup: 2 },
    perform: fetchAfterImage,
    onDeadLetter: loseAfterImage,
  }),
  defineJob({
    name: 'compare_shot',
    data: jobData.compare_shot,
    policy: { expireInSeconds: 60, heartbeatSeconds: 10, retryLimit: 5, retryDelay: 2, retryBackoff: true },
    perform: compareShot,
    onDeadLetter: async ({ log }, { shotId }: { shotId: string }) =>
      log.error({ shotId }, 'a comparison was lost with its workers'),
  }),
];
