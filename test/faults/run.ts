import { deliverFaults } from './deliver.ts';
import { diskFaults } from './disk.ts';
import { killFaults } from './kill.ts';
import { restartFaults } from './restart.ts';
import { shutdownFaults } from './shutdown.ts';
import { faultsOf } from './support/verify.ts';
import { workerFaults } from './worker.ts';

/** Every fault in full, one after another, and one table of what was found; ends with 1 when anything was. */
const KILLS = 200;
const RESTARTS = 20;
const STOPS = 10;

const parts: [string, () => Promise<object>][] = [
  [`${KILLS} × kill -9`, async () => faultsOf(await killFaults(KILLS))],
  [`${RESTARTS} PostgreSQL restarts`, async () => faultsOf(await restartFaults(RESTARTS))],
  [
    `${STOPS} × SIGTERM`,
    async () => {
      const { seconds, codes, ...verdict } = await shutdownFaults(STOPS);
      const late = seconds.filter((each) => each > 10);
      return { ...faultsOf(verdict), ...(late.length > 0 ? { late } : {}), ...(codes.some(Boolean) ? { codes } : {}) };
    },
  ],
  [
    'disk full',
    async () => {
      const { refused, rowsWhileFull, recovered, jobRetried, jobEnded } = await diskFaults(20);
      const good =
        refused.every(({ status }) => status === 503) &&
        rowsWhileFull === 0 &&
        recovered &&
        jobRetried &&
        jobEnded === 'open';
      return good ? {} : { refused, rowsWhileFull, recovered, jobRetried, jobEnded };
    },
  ],
  [
    'dead worker',
    async () => {
      const seconds = await workerFaults();
      const late = Object.entries(seconds).filter(([, each]) => each > 30);
      return late.length > 0 ? { late } : {};
    },
  ],
  [
    'deliveries',
    async () => {
      for (const line of await deliverFaults(true)) console.log(line);
      return {};
    },
  ],
];

const table: { fault: string; minutes: string; found: string }[] = [];
for (const [fault, work] of parts) {
  const began = performance.now();
  const found = await work().catch((error: unknown) => ({ error: String(error) }));
  const minutes = ((performance.now() - began) / 60_000).toFixed(1);
  table.push({
    fault,
    minutes,
    found: Object.keys(found).length === 0 ? 'nothing' : JSON.stringify(found).slice(0, 400),
  });
}
console.table(table);
process.exitCode = table.every(({ found }) => found === 'nothing') ? 0 : 1;
