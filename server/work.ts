import { setTimeout as wait } from 'node:timers/promises';
import { forgetOldWindows } from './adapters/limits/index.ts';
import type { Config } from './config.ts';
import { cleanUpConnections } from './domain/connection/clean-up.ts';
import { describeFault } from './domain/describe-fault.ts';
import { startBeating } from './domain/health/beat.ts';
import { fetchAfterImage, loseAfterImage } from './domain/mark/fetch-after-image.ts';
import { lookAtShot, loseOpinion } from './domain/second-opinion/look-at-shot.ts';
import { cleanUpShots } from './domain/shot/clean-up-shots.ts';
import { compareShot } from './domain/shot/compare-shot.ts';
import { loseShot, makeShot } from './domain/shot/make-shot.ts';
import { sweepUploads } from './domain/upload/sweep-uploads.ts';
import { startDispatching } from './domain/webhook/dispatch.ts';
import type { Service } from './wire.ts';

const HOUR_MS = 3_600_000;
/** What housekeeping that is under way is given to end; what it leaves is done the next time. */
const TIDY_END_MS = 1_000;

/** The queue keeps what a job failed with, beside the job: nothing that may quote a row. */
async function plainly<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    const { type, message, code, stack } = describeFault(error);
    const plain = new Error(message);
    plain.name = type;
    plain.stack = stack;
    throw code === undefined ? plain : Object.assign(plain, { code });
  }
}

/**
 * Begins to work on the queue and to send what is due.
 * @returns what ends the housekeeping and the sending, which is given up to `withinMs` for what is under way
 */
export async function startWork(service: Service, config: Config): Promise<(withinMs: number) => Promise<void>> {
  const { ports, queue } = service;
  await queue.work(
    {
      make_shot: (job, lastTry) => plainly(makeShot(ports, job, lastTry)),
      second_opinion: (job, lastTry) => plainly(lookAtShot(ports, job, lastTry)),
      fetch_after_image: (job, lastTry) => plainly(fetchAfterImage(ports, job, lastTry)),
      compare_shot: (job) => plainly(compareShot(ports, job)),
      lost_shot: (job) => plainly(loseShot(ports, job)),
      lost_after_image: (job) => plainly(loseAfterImage(ports, job)),
      lost_opinion: (job) => plainly(loseOpinion(ports, job)),
      lost_comparison: async ({ shotId }) => ports.log.error({ shotId }, 'a comparison was lost with its workers'),
    },
    { make_shot: config.captureConcurrency },
  );
  const endBeats = startBeating(ports.db, ports.log);
  const dispatcher = startDispatching(ports);
  // Each on its own: what one stumbles over keeps no other from its work.
  const chores: (() => Promise<void>)[] = [
    async () => {
      const uploads = await sweepUploads(ports);
      if (uploads > 0) ports.log.info({ uploads }, 'uploads whose hour is over deleted');
    },
    async () => {
      const shots = await cleanUpShots(ports);
      if (shots > 0) ports.log.info({ shots }, 'shots of long expired reviews deleted');
    },
    async () => {
      const gone = await cleanUpConnections(ports);
      if (Object.keys(gone).length > 0) ports.log.info(gone, 'dead tokens and unused clients deleted');
    },
    () => forgetOldWindows(ports.db),
  ];
  let ended = false;
  const tidy = async (): Promise<void> => {
    for (const chore of chores) {
      if (ended) return;
      await chore().catch((error: unknown) => ports.log.warn({ error: describeFault(error) }, 'housekeeping'));
    }
  };
  let tidying = tidy();
  const housekeeping = setInterval(() => {
    tidying = tidy();
  }, HOUR_MS);
  housekeeping.unref();
  return async (withinMs) => {
    clearInterval(housekeeping);
    ended = true;
    endBeats();
    const late = wait(Math.min(withinMs, TIDY_END_MS), undefined, { ref: false });
    await Promise.all([dispatcher.stop(withinMs), Promise.race([tidying, late])]);
  };
}
