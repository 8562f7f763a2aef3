import { setTimeout as wait } from 'node:timers/promises';
import { forgetOldWindows } from './adapters/limits/index.ts';
import type { Service } from './bootstrap.ts';
import type { Config } from './config.ts';
import { describeFault } from './domain/describe-fault.ts';
import { startBeating } from './domain/health/health.ts';
import { serviceJobs } from './domain/jobs.ts';
import { cleanUpConnections } from './domain/retention/clean-up-connections.ts';
import { cleanUpExpired, cleanUpShots } from './domain/retention/clean-up-shots.ts';
import { startDispatching } from './domain/webhook/dispatch.ts';

const HOUR_MS = 3_600_000;
/** How long running maintenance tasks may take to end; the next run does the rest. */
const TIDY_END_MS = 1_000;

/**
 * Starts working on the queue and sending due deliveries.
 * @returns a function that stops the maintenance and the sending, and waits up to `withinMs` for what is under way
 */
export async function startWork(service: Service, config: Config): Promise<(withinMs: number) => Promise<void>> {
  const { ports, queue, app } = service;
  await queue.work(serviceJobs(config.captureConcurrency), ports);
  await app?.work();
  const endBeats = startBeating(ports.db, ports.log);
  const dispatcher = startDispatching(ports);
  // Each runs on its own, so that an error in one does not stop the others.
  const chores: (() => Promise<void>)[] = [
    async () => {
      const uploads = await cleanUpExpired(ports, 'upload');
      if (uploads > 0) ports.log.info({ uploads }, 'uploads whose hour is over deleted');
    },
    async () => {
      const printouts = await cleanUpExpired(ports, 'printout');
      if (printouts > 0) ports.log.info({ printouts }, 'printouts whose day is over deleted');
    },
    async () => {
      const shots = await cleanUpShots(ports);
      if (shots > 0) ports.log.info({ shots }, 'screenshots of long expired reviews deleted');
    },
    async () => {
      const deleted = await cleanUpConnections(ports);
      if (Object.keys(deleted).length > 0) ports.log.info(deleted, 'ended tokens and unused clients deleted');
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
    app?.close();
    const late = wait(Math.min(withinMs, TIDY_END_MS), undefined, { ref: false });
    await Promise.all([dispatcher.stop(withinMs), Promise.race([tidying, late])]);
  };
}
