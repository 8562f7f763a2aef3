import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from '../api/support/sql.ts';
import { freePort } from '../support/free-port.ts';
import { startS3 } from '../support/s3.ts';
import { agentJourney, type Heard, nothingHeard } from './support/agent.ts';
import { type Member, startFleet } from './support/fleet.ts';
import { type Ground, prepareGround } from './support/ground.ts';
import { lookInside } from './support/inside.ts';
import { type Load, startLoad } from './support/load.ts';
import { lookAt } from './support/outside.ts';
import { faultsOf, inWords, verify } from './support/verify.ts';

/** What one process held at one moment; sizes in MB. */
interface Sample {
  heap: number;
  outside: number;
  rss: number;
  files: number;
  /** Seconds of processor time since it began. */
  cpu: number;
  below: number;
  rssBelow: number;
}

/** What all of them held elsewhere. */
interface Common {
  writes: number;
  connections: number;
  /** MB of the queue's tables and of the whole database. */
  queue: number;
  database: number;
  /** Files in their folder for temporary ones. */
  temporary: number;
}

const MB = 1_000_000;
/** What a steady process may seem to grow by, a minute, as a share of what it holds. */
const MOST_SLOPE = 0.01;
/** And by how much more of it may be in memory at the end than half-way. */
const MOST_RSS = 1.25;
/** A few more or less are under way at any moment. */
const FILES_SLACK = 20;
const CONNECTIONS_SLACK = 6;
/** A browser or two that are being used. */
const BELOW_SLACK = 12;
const PAUSE_MS = 400;

/** By how much the line through these values rises from one to the next, as a share of their mean. */
function slopeOf(values: readonly number[]): number {
  const n = values.length;
  const mean = values.reduce((sum, each) => sum + each, 0) / n;
  const middle = (n - 1) / 2;
  const above = values.reduce((sum, each, at) => sum + (at - middle) * (each - mean), 0);
  const below = values.reduce((sum, _, at) => sum + (at - middle) ** 2, 0);
  return below === 0 || mean === 0 ? 0 : above / below / mean;
}

const secondHalf = <Value>(values: readonly Value[]): Value[] => values.slice(Math.floor(values.length / 2));
const firstHalf = <Value>(values: readonly Value[]): Value[] => values.slice(0, Math.floor(values.length / 2));

/** What of these samples, one a minute, is not flat. */
export function growthIn(name: string, samples: readonly Sample[]): string[] {
  const [early, late] = [firstHalf(samples), secondHalf(samples)];
  const found: string[] = [];
  const slope = slopeOf(late.map(({ heap, outside }) => heap + outside));
  if (slope > MOST_SLOPE) found.push(`${name}: memory grows by ${(slope * 100).toFixed(2)} % a minute`);
  const most = (of: readonly Sample[], what: keyof Sample) => Math.max(...of.map((each) => each[what]));
  const [first] = late;
  const last = late.at(-1);
  if (first !== undefined && last !== undefined && last.rss > first.rss * MOST_RSS) {
    found.push(`${name}: ${first.rss} MB in memory became ${last.rss}`);
  }
  for (const [what, slack] of [
    ['files', FILES_SLACK],
    ['below', BELOW_SLACK],
  ] as const) {
    if (most(late, what) > most(early, what) + slack)
      found.push(`${name}: ${what} ${most(early, what)} became ${most(late, what)}`);
  }
  return found;
}

async function sampleOf(member: Member, port: number): Promise<Sample> {
  const inside = await lookInside(port);
  const { heap, outside } = await inside.memory();
  inside.close();
  const { rss, files, cpu, below, rssBelow } = await lookAt(member.running().child.pid ?? 0);
  const mb = (bytes: number): number => Math.round((bytes / MB) * 10) / 10;
  return { heap: mb(heap), outside: mb(outside), rss: mb(rss), files, cpu, below, rssBelow: mb(rssBelow) };
}

async function commonOf(ground: Ground, load: Load, folder: string): Promise<Common> {
  const [row] = await sql<{ connections: number; queue: number; database: number }>(
    ground,
    `SELECT (SELECT count(*)::int FROM pg_stat_activity WHERE datname = current_database()) AS connections,
            (SELECT sum(pg_total_relation_size(c.oid))::float8 FROM pg_class c
             WHERE relkind = 'r' AND relnamespace = 'sightline_queue'::regnamespace) AS queue,
            pg_database_size(current_database())::float8 AS database`,
  );
  const { connections = 0, queue = 0, database = 0 } = row ?? {};
  const temporary = (await readdir(folder, { recursive: true })).length;
  const mb = (bytes: number): number => Math.round(bytes / MB);
  return { writes: load.count(), connections, queue: mb(queue), database: mb(database), temporary };
}

/**
 * Two web processes behind a balancer and a worker, over one PostgreSQL and an S3 store, under a steady load of every
 * kind for so many minutes; what they hold is looked at once a minute, after their garbage is collected. Prints a table
 * of it. @returns what grew or was lost
 */
export async function soak(minutes: number): Promise<Record<string, unknown>> {
  const store = await startS3();
  const temporary = await mkdtemp(join(tmpdir(), 'sightline-soak-'));
  await chmod(temporary, 0o755);
  const ground = await prepareGround({ environment: { ...store.environment(), TMPDIR: temporary } });
  try {
    const ports = await Promise.all([freePort(), freePort(), freePort()]);
    const fleet = await startFleet(ground, { webs: 2, workers: 1 }, (_, at) => ({
      NODE_OPTIONS: `--inspect=127.0.0.1:${ports[at]}`,
    }));
    const members = [...fleet.webs, ...fleet.workers];
    const heard: Heard = nothingHeard();
    const agent = agentJourney(ground, [...fleet.webs.map(({ url }) => url), ground.url], heard);
    const load = startLoad(ground, 2, { more: [agent], pauseMs: PAUSE_MS });
    const samples = new Map<string, Sample[]>(members.map(({ name }) => [name, []]));
    const commons: Common[] = [];
    const lines: Record<string, string | number>[] = [];
    for (let minute = 1; minute <= minutes; minute += 1) {
      await new Promise((next) => setTimeout(next, 60_000));
      const common = await commonOf(ground, load, temporary);
      commons.push(common);
      const line: Record<string, string | number> = { minute, ...common };
      for (const [at, member] of members.entries()) {
        const sample = await sampleOf(member, ports[at] ?? 0);
        samples.get(member.name)?.push(sample);
        const { heap, outside, rss, files, below } = sample;
        line[member.name] = `${heap}+${outside}/${rss} MB ${files} files${below > 0 ? ` ${below} below` : ''}`;
      }
      lines.push(line);
      console.log(JSON.stringify(line));
    }
    await load.stop();
    console.table(lines);
    for (const [name, of] of samples) {
      const cpu = (of.at(-1)?.cpu ?? 0) - (of[0]?.cpu ?? 0);
      const slope = slopeOf(secondHalf(of).map(({ heap, outside }) => heap + outside));
      console.log(`${name}: memory ${(slope * 100).toFixed(2)} % a minute, ${cpu.toFixed(0)} s of processor time`);
    }
    const verdict = await verify(ground, load);
    console.log(`${minutes} minutes: ${inWords(verdict)}; ${heard.journeys} agents, ${heard.pages} pages`);
    const grew = [...samples].flatMap(([name, of]) => growthIn(name, of));
    const most = (of: readonly Common[]) => Math.max(...of.map(({ connections }) => connections));
    const [early, late] = [most(firstHalf(commons)), most(secondHalf(commons))];
    if (late > early + CONNECTIONS_SLACK) grew.push(`connections: ${early} became ${late}`);
    fleet.close();
    const { unheard, deaf } = heard;
    const lists = { grew, unheard, deaf };
    return {
      ...faultsOf(verdict),
      ...Object.fromEntries(Object.entries(lists).filter(([, found]) => found.length > 0)),
    };
  } finally {
    await ground.close();
    await store.close();
    await rm(temporary, { recursive: true, force: true });
  }
}
