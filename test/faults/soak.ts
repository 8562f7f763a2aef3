import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from '../api/support/sql.ts';
import { freePort } from '../support/free-port.ts';
import { startS3 } from '../support/s3.ts';
import { agentJourney, type Heard, nothingHeard } from './support/agent.ts';
import { type Member, startFleet } from './support/fleet.ts';
import { type Ground, prepareGround } from './support/ground.ts';
import { firstHalf, growthIn, type Sample, secondHalf, slopeOf } from './support/growth.ts';
import { lookInside } from './support/inside.ts';
import { type Load, startLoad } from './support/load.ts';
import { lookAt } from './support/outside.ts';
import { faultsOf, inWords, verify } from './support/verify.ts';

/** What all processes together held elsewhere. */
interface Common {
  writes: number;
  connections: number;
  /** The MB of the queue’s tables and of the whole database. */
  queue: number;
  database: number;
  /** The number of files in their temporary folder. */
  temporary: number;
}

const MB = 1_000_000;
/** The number of open connections varies by a few. */
const CONNECTIONS_SLACK = 6;
const PAUSE_MS = 400;

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
 * Runs two web processes behind a balancer and a worker, over one PostgreSQL and an S3 store, under a steady load of
 * every kind for this many minutes. Samples what they hold once a minute, after a garbage collection, and prints a
 * table of it. @returns what grew or was lost
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
    await fleet.close();
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
