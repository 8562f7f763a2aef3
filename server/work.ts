import { forgetOldWindows } from './adapters/limits/index.ts';
import type { Config } from './config.ts';
import { describeFault } from './domain/describe-fault.ts';
import { startBeating } from './domain/health/beat.ts';
import { fetchAfterImage, loseAfterImage } from './domain/mark/fetch-after-image.ts';
import { runChecklist } from './domain/second-opinion/run-checklist.ts';
import { cleanUpShots } from './domain/shot/clean-up-shots.ts';
import { loseShot, makeShot } from './domain/shot/make-shot.ts';
import { startDispatching } from './domain/webhook/dispatch.ts';
import type { Service } from './wire.ts';

const HOUR_MS = 3_600_000;

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
      second_opinion: (job) => plainly(runChecklist(ports, job)),
      fetch_after_image: (job, lastTry) => plainly(fetchAfterImage(ports, job, lastTry)),
      lost_shot: (job) => plainly(loseShot(ports, job)),
      lost_after_image: (job) => plainly(loseAfterImage(ports, job)),
    },
    { make_shot: config.captureConcurrency },
  );
  const endBeats = startBeating(ports.db, ports.log);
  const dispatcher = startDispatching(ports);
  const keepHouse = async (): Promise<void> => {
    const shots = await cleanUpShots(ports);
    if (shots > 0) ports.log.info({ shots }, 'shots of long expired reviews deleted');
    await forgetOldWindows(ports.db);
  };
  const tidy = (): void => {
    keepHouse().catch((error: unknown) => ports.log.warn({ error: describeFault(error) }, 'housekeeping'));
  };
  tidy();
  const housekeeping = setInterval(tidy, HOUR_MS);
  housekeeping.unref();
  return async (withinMs) => {
    clearInterval(housekeeping);
    endBeats();
    await dispatcher.stop(withinMs);
  };
}
