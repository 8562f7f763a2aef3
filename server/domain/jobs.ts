import { defineJob, type Job } from './job.ts';
import { jobData } from './job-data.ts';
import type { Ports } from './ports.ts';
import { losePrintout, makePrintout } from './printout/make-printout.ts';
import { compareBase } from './review/compare-base.ts';
import { compareShot } from './review/compare-shot.ts';
import { fetchAfterImage, loseAfterImage } from './review/fetch-after-image.ts';
import { loseShot, makeShot } from './review/make-shot.ts';
import { checkShot, loseOpinion } from './second-opinion/check-shot.ts';

/**
 * Returns every job of the service. `capturesPerWorkspace`: how many screenshots of one workspace are made at the same
 * time.
 */
export const serviceJobs = (capturesPerWorkspace: number): Job<Ports>[] => [
  defineJob({
    name: 'make_shot',
    data: jobData.make_shot,
    // Retries after about 3, 6 and 12 seconds, so a review keeps its screenshots when a store or a site fails briefly.
    policy: { expireInSeconds: 180, heartbeatSeconds: 10, retryLimit: 3, retryDelay: 2, retryBackoff: true },
    // One more than a workspace may have, so that its slow captures delay no other workspace's.
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
    name: 'print_review',
    data: jobData.print_review,
    policy: { expireInSeconds: 300, heartbeatSeconds: 10, retryLimit: 2, retryDelay: 2 },
    // Each takes a browser and the images of a whole review.
    concurrency: { total: 2, perGroup: 1 },
    perform: makePrintout,
    onDeadLetter: losePrintout,
  }),
  defineJob({
    name: 'compare_shot',
    data: jobData.compare_shot,
    policy: { expireInSeconds: 60, heartbeatSeconds: 10, retryLimit: 5, retryDelay: 2, retryBackoff: true },
    perform: compareShot,
    onDeadLetter: async ({ log }, { shotId }: { shotId: string }) =>
      log.error({ shotId }, 'a comparison was lost with its workers'),
  }),
  defineJob({
    name: 'compare_base',
    data: jobData.compare_base,
    policy: { expireInSeconds: 300, heartbeatSeconds: 10, retryLimit: 5, retryDelay: 2, retryBackoff: true },
    perform: compareBase,
    onDeadLetter: async ({ log }, { reviewId }: { reviewId: string }) =>
      log.error({ reviewId }, 'a comparison with a base was lost with its workers'),
  }),
];
