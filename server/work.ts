import { forgetOldWindows } from './adapters/limits/index.ts';
import type { Config } from './config.ts';
import { startBeating } from './domain/health/beat.ts';
import { fetchAfterImage, loseAfterImage } from './domain/mark/fetch-after-image.ts';
import { runChecklist } from './domain/second-opinion/run-checklist.ts';
import { cleanUpShots } from './domain/shot/clean-up-shots.ts';
import { loseShot, makeShot } from './domain/shot/make-shot.ts';
import { deliver, loseDelivery } from './domain/webhook/deliver.ts';
import type { Service } from './wire.ts';

const HOUR_MS = 3_600_000;

/** Begins to work on the queue. @returns what ends the housekeeping */
export async function startWork(service: Service, config: Config): Promise<() => void> {
  const { ports, queue } = service;
  await queue.work(
    {
      make_shot: (job, lastTry) => makeShot(ports, job, lastTry),
      deliver: (job) => deliver(ports, job),
      second_opinion: (job) => runChecklist(ports, job),
      fetch_after_image: (job, lastTry) => fetchAfterImage(ports, job, lastTry),
      lost_shot: (job) => loseShot(ports, job),
      lost_delivery: (job) => loseDelivery(ports, job),
      lost_after_image: (job) => loseAfterImage(ports, job),
    },
    { make_shot: config.captureConcurrency, deliver: 8 },
  );
  const endBeats = startBeating(ports.db, ports.log);
  const keepHouse = async (): Promise<void> => {
    const shots = await cleanUpShots(ports);
    if (shots > 0) ports.log.info({ shots }, 'shots of long expired reviews deleted');
    await forgetOldWindows(ports.db);
  };
  const tidy = (): void => {
    keepHouse().catch((error: unknown) => ports.log.warn({ error: String(error) }, 'housekeeping'));
  };
  tidy();
  const housekeeping = setInterval(tidy, HOUR_MS);
  housekeeping.unref();
  return () => {
    clearInterval(housekeeping);
    endBeats();
  };
}
