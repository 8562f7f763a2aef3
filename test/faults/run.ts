import startDatabases from '../support/global-setup.ts';
import { clockFaults } from './clock.ts';
import { deliverFaults } from './deliver.ts';
import { diskFaults } from './disk.ts';
import { fleetFaults, fleetUnderLoad } from './fleet.ts';
import { hostileFaults } from './hostile.ts';
import { killFaults } from './kill.ts';
import { pauseFaults } from './pause.ts';
import { restartFaults } from './restart.ts';
import { rollingUpgrade } from './rolling.ts';
import { shutdownFaults } from './shutdown.ts';
import { soak } from './soak.ts';
import { faultsOf } from './support/verify.ts';
import { workerFaults } from './worker.ts';

/**
 * Runs every fault in full, one after another, and prints one table of the results. The exit code is 1 when anything
 * was found. Names on the command line choose faults, and a word after a name is its option:
 * `npm run faults -- kill worker`, `rolling COMMIT` for the version to upgrade from, `soak 20` for the minutes.
 */
const KILLS = 200;
const RESTARTS = 20;
const STOPS = 10;
const ROUNDS = 4;
const DRAIN_SECONDS = 2;
const DELIVERIES = 10_000;
const ADDRESSES = 50;
const SOAK_MINUTES = 20;

/** Runs the work with the databases that tests use. */
async function beside<T>(work: () => Promise<T>): Promise<T> {
  const end = await startDatabases();
  try {
    return await work();
  } finally {
    await end();
  }
}

const parts: [name: string, fault: string, work: (more: string | undefined) => Promise<object>][] = [
  ['kill', `${KILLS} × kill -9`, async () => faultsOf(await killFaults(KILLS))],
  ['restart', `${RESTARTS} PostgreSQL restarts`, async () => faultsOf(await restartFaults(RESTARTS))],
  [
    'stop',
    `${STOPS} × SIGTERM`,
    async () => {
      const { seconds, codes, ...verdict } = await shutdownFaults(STOPS);
      const late = seconds.filter((each) => each > 10);
      return { ...faultsOf(verdict), ...(late.length > 0 ? { late } : {}), ...(codes.some(Boolean) ? { codes } : {}) };
    },
  ],
  [
    'disk',
    'disk full',
    async () => {
      const { refused, rowsWhileFull, recovered, jobRetried, jobEnded } = await beside(() => diskFaults(20));
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
    'worker',
    'dead and frozen worker',
    async () => {
      const killed = Object.entries(await workerFaults('SIGKILL'));
      const frozen = Object.entries(await workerFaults('SIGSTOP'));
      const late = [...killed, ...frozen].filter(([, each]) => each > 30);
      return late.length > 0 ? { late } : {};
    },
  ],
  [
    'hostile',
    'hostile receivers',
    async () => {
      const { wrong } = await beside(() => hostileFaults(200));
      return wrong.length > 0 ? { wrong } : {};
    },
  ],
  [
    'clock',
    'clocks an hour off',
    async () => {
      const wrong = [...(await clockFaults(3_600_000)).wrong, ...(await clockFaults(-3_600_000)).wrong];
      return wrong.length > 0 ? { wrong } : {};
    },
  ],
  [
    'pause',
    'pause with 8 worker processes',
    async () => {
      const { wrong } = await pauseFaults(8, 40);
      return wrong.length > 0 ? { wrong } : {};
    },
  ],
  [
    'fleet',
    `3 web, 2 workers, ${ROUNDS} × each ended`,
    async () => fleetFaults(await fleetUnderLoad(ROUNDS, DRAIN_SECONDS)),
  ],
  ['rolling', 'upgrade from the version before, in both orders', (commit) => rollingUpgrade(commit)],
  [
    'deliver',
    'deliveries',
    async () => {
      console.log(await beside(() => deliverFaults(DELIVERIES, ADDRESSES)));
      return {};
    },
  ],
  ['soak', 'a steady load', (minutes) => soak(Number(minutes ?? SOAK_MINUTES))],
];

const table: { fault: string; minutes: string; found: string }[] = [];
const given = process.argv.slice(2);
const isName = (each: string | undefined): boolean => parts.some(([name]) => name === each);
/** Returns the word after a fault’s name, unless it is a fault’s name itself. */
const moreFor = (name: string): string | undefined => {
  const next = given[given.indexOf(name) + 1];
  return given.includes(name) && !isName(next) ? next : undefined;
};
const unknown = given.filter((each, at) => !isName(each) && !['rolling', 'soak'].includes(given[at - 1] ?? ''));
if (unknown.length > 0) {
  console.error(`There is no fault ${unknown.join(', ')}. Choose from: ${parts.map(([name]) => name).join(' ')}`);
  process.exit(1);
}
for (const [name, fault, work] of parts.filter(([name]) => given.length === 0 || given.includes(name))) {
  const began = performance.now();
  const found = await work(moreFor(name)).catch((error: unknown) => ({ error: String(error) }));
  const minutes = ((performance.now() - began) / 60_000).toFixed(1);
  table.push({
    fault,
    minutes,
    found: Object.keys(found).length === 0 ? 'nothing' : JSON.stringify(found).slice(0, 400),
  });
}
console.table(table);
// A process left running by a fault must not keep this one alive.
process.exit(table.every(({ found }) => found === 'nothing') ? 0 : 1);
