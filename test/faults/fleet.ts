import { startS3 } from '../support/s3.ts';
import { agentJourney, type Heard, nothingHeard } from './support/agent.ts';
import { type Fleet, type Member, startFleet } from './support/fleet.ts';
import { type Ground, prepareGround } from './support/ground.ts';
import { type Admitted, askTooMuch } from './support/limits.ts';
import { type Load, progress, startLoad } from './support/load.ts';
import { faultsOf, type Verdict, verify } from './support/verify.ts';

/** What was done to the processes, and the results. */
interface FaultCounts {
  kills: number;
  stops: number;
  /** The seconds from each SIGTERM to the end of the process, and the exit codes other than 0. */
  stopSeconds: number[];
  badCodes: number[];
  /** Requests that failed during a rolling restart without kills. */
  failedWhileRolling: string[];
  /** The number of requests answered during the rolling restart. */
  answeredWhileRolling: number;
}

export interface FleetReport extends FaultCounts {
  verdict: Verdict;
  heard: Heard;
  limits: Admitted;
}

const WEBS = 3;
const WORKERS = 2;
const CREATES_A_MINUTE = 30;
const TOOLS_A_MINUTE = 120;
const WRITES_BETWEEN = 12;

/** Stops each member in turn, alternately by SIGKILL and SIGTERM, and starts it again before the next one stops. */
async function endEach(members: readonly Member[], load: Load, report: FaultCounts, turn: number): Promise<void> {
  for (const [at, member] of members.entries()) {
    await progress(load, 1 + Math.floor(Math.random() * WRITES_BETWEEN));
    const signal = (at + turn) % 2 === 0 ? 'SIGKILL' : 'SIGTERM';
    const { seconds, code } = await member.end(signal);
    if (signal === 'SIGKILL') report.kills += 1;
    else {
      report.stops += 1;
      report.stopSeconds.push(seconds);
      if (code !== 0) report.badCodes.push(code ?? -1);
    }
    // The others work without it for a while.
    await progress(load, 2);
    await member.begin();
  }
}

/** Restarts every process in order, the web processes one at a time, which no client may notice. */
async function roll({ webs, workers, balancer }: Fleet, load: Load, report: FaultCounts): Promise<void> {
  const before = { failures: balancer.failures.length, refusals: new Map(load.refusals), writes: load.count() };
  for (const member of [...webs, ...workers]) {
    const { seconds, code } = await member.end('SIGTERM');
    report.stops += 1;
    report.stopSeconds.push(seconds);
    if (code !== 0) report.badCodes.push(code ?? -1);
    await member.begin();
    await progress(load, WRITES_BETWEEN);
  }
  report.failedWhileRolling.push(...balancer.failures.slice(before.failures));
  for (const [status, times] of load.refusals) {
    const more = times - (before.refusals.get(status) ?? 0);
    // Rate-limited requests were answered, so they do not count.
    const said = status === 0 ? `: ${[...load.silences].join('; ')}` : '';
    if (more > 0 && (status === 0 || status >= 500)) report.failedWhileRolling.push(`${more} × ${status}${said}`);
  }
  report.answeredWhileRolling += load.count() - before.writes;
}

function show({ verdict, heard, limits, ...report }: FleetReport): void {
  const rows: [string, string | number][] = [
    ['processes killed, stopped', `${report.kills}, ${report.stops}`],
    ['slowest stop', `${Math.max(0, ...report.stopSeconds).toFixed(1)} s`],
    ['acknowledged writes', verdict.acknowledged],
    ['of them missing', verdict.missing.length],
    ['decisions, lost', `${verdict.decisions}, ${verdict.lostDecisions.length}`],
    ['deliveries twice, of them with another id', `${verdict.duplicates}, ${verdict.changedIds.length}`],
    ['workspaces with wrong credits', verdict.wrongCredits.length],
    ['keys that made two reviews', verdict.doubledKeys.length],
    ['files named by rows, of them missing', `${verdict.files}, ${verdict.brokenFiles.length}`],
    ['reviews, screenshots stuck', `${verdict.stuck}, ${verdict.unendedShots}`],
    ['agents’ journeys, uploads, waits ended', `${heard.journeys}, ${heard.uploads}, ${heard.waits}`],
    ['decisions no wait told of', heard.unheard.length],
    ['pages open, told, come back', `${heard.pages}, ${heard.told}, ${heard.returned}`],
    ['pages that missed something', heard.deaf.length],
    [`creates let in, of ${CREATES_A_MINUTE} a minute`, limits.creates],
    [`MCP requests let in, of ${TOOLS_A_MINUTE} a minute`, limits.tools],
    ['writes while all were replaced, failed', `${report.answeredWhileRolling}, ${report.failedWhileRolling.length}`],
  ];
  console.table(rows.map(([what, count]) => ({ what, count })));
}

/** Returns everything that must not have happened. */
export function fleetFaults({ verdict, heard, limits, ...report }: FleetReport): Record<string, unknown> {
  const { unheard, deaf } = heard;
  const late = report.stopSeconds.filter((each) => each > 10);
  const lists = { unheard, deaf, late, badCodes: report.badCodes, failedWhileRolling: report.failedWhileRolling };
  return {
    ...faultsOf(verdict),
    ...Object.fromEntries(Object.entries(lists).filter(([, found]) => found.length > 0)),
    ...(limits.creates === CREATES_A_MINUTE && limits.tools === TOOLS_A_MINUTE ? {} : { limits }),
  };
}

async function work(
  ground: Ground,
  fleet: Fleet,
  rounds: number,
  restartStore: () => Promise<void>,
): Promise<FleetReport> {
  const bases = fleet.webs.map(({ url }) => url);
  const heard = nothingHeard();
  const agent = agentJourney(ground, [...bases, ground.url], heard);
  const load = startLoad(ground, 3, { more: [agent, agent] });
  const counts: FaultCounts = {
    ...{ kills: 0, stops: 0, stopSeconds: [], badCodes: [] },
    ...{ failedWhileRolling: [], answeredWhileRolling: 0 },
  };
  for (let round = 0; round < rounds; round += 1) {
    await endEach([...fleet.webs, ...fleet.workers], load, counts, round);
    await restartStore();
    await progress(load, WRITES_BETWEEN);
    await ground.postgres.restart();
    await progress(load, WRITES_BETWEEN);
  }
  await roll(fleet, load, counts);
  await load.stop();
  const verdict = await verify(ground, load);
  return { ...counts, heard, verdict, limits: await askTooMuch(ground, bases) };
}

/**
 * Runs three web processes behind a balancer and two workers, over one PostgreSQL and an S3 store, under load. Each is
 * killed or stopped in turn and restarted, `rounds` times, and so are the store and the database. Then a rolling
 * restart follows, which no client may notice. A stopping replica still accepts requests for
 * `drainSeconds`, longer than the balancer needs to notice.
 */
export async function fleetUnderLoad(rounds: number, drainSeconds: number): Promise<FleetReport> {
  const store = await startS3();
  const ground = await prepareGround({ environment: { ...store.environment(), DRAIN_SECONDS: String(drainSeconds) } });
  try {
    const fleet = await startFleet(ground, { webs: WEBS, workers: WORKERS });
    try {
      const report = await work(ground, fleet, rounds, () => store.restart());
      show(report);
      return report;
    } finally {
      await fleet.close();
    }
  } finally {
    await ground.close();
    await store.close();
  }
}
