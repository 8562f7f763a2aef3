import { readdir, stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { createClient } from '../../server/contract/client.ts';
import { pageNames, servePages } from '../capture/pages/serve-pages.ts';
import { openedPage } from '../support/on-page.ts';
import { type Result, told } from './support/measure.ts';
import { dataUrlOf } from './support/page-like.ts';
import { cpuMsOf } from './support/process-tree.ts';
import { seedWorkspace } from './support/seed.ts';
import { createWorld, type World } from './support/world.ts';

const DATA_URL_LENGTH = 500_000;
/** The queue polls every second: during two seconds, one poll more or less would be half of what is subtracted. */
const IDLE_MS = 10_000;
/** Matches the bench’s own statements, which do not count. */
const OURS = 'pg_stat_statements|bench';
const statusOf = { name: 'bench_status', text: 'SELECT /* bench */ status FROM review WHERE id = $1' };

/** The cost since the world was started. */
interface Spent {
  service: number;
  postgres: number;
  /** Blocks of 8 KB that statements read or wrote. */
  blocks: number;
  rows: number;
  files: number;
}

/** Returns the bytes below a folder. */
async function bytesBelow(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  let bytes = 0;
  for (const entry of entries) if (entry.isFile()) bytes += (await stat(join(entry.parentPath, entry.name))).size;
  return bytes;
}

async function spent(world: World): Promise<Spent> {
  const { rows } = await world.pool.query<{ blocks: string; rows: string }>(
    `SELECT (SELECT sum(shared_blks_hit + shared_blks_read) FROM pg_stat_statements WHERE query !~ '${OURS}') AS blocks,
            (SELECT sum(pg_total_relation_size(oid)) FROM pg_class
             WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace) AS rows`,
  );
  const [row] = rows;
  return {
    service: await cpuMsOf(world.servicePid),
    postgres: await cpuMsOf(world.postgresPid),
    blocks: Number(row?.blocks),
    rows: Number(row?.rows),
    files: await bytesBelow(join(world.folder, 'shots')),
  };
}

/** Waits until the queue has no work left that is due. */
async function untilIdle(world: World): Promise<void> {
  const due = `SELECT /* bench */ 1 FROM sightline_queue.job WHERE state = 'active' OR (state < 'active' AND start_after <= now()) LIMIT 1`;
  while ((await world.pool.query({ name: 'bench_due', text: due })).rows.length > 0) await wait(100);
}

/** Runs the deed `times` times after two warm-up runs. Subtracts what the idle service uses in the same time. */
async function costOf(world: World, name: string, times: number, deed: () => Promise<unknown>): Promise<Result[]> {
  console.error(`bench: cost, ${name}`);
  for (let at = 0; at < 2; at += 1) await deed();
  await untilIdle(world);
  const idleBegan = performance.now();
  const idleBefore = await spent(world);
  await wait(IDLE_MS);
  const idleAfter = await spent(world);
  const idleMs = performance.now() - idleBegan;
  const before = await spent(world);
  const began = performance.now();
  for (let at = 0; at < times; at += 1) await deed();
  await untilIdle(world);
  const tookMs = performance.now() - began;
  const after = await spent(world);
  const each = (what: keyof Spent): number => {
    const byItself = ((idleAfter[what] - idleBefore[what]) * tookMs) / idleMs;
    return Math.max(0, (after[what] - before[what] - byItself) / times);
  };
  return [
    told(`${name}: processor, service`, 'ms', each('service')),
    told(`${name}: processor, database`, 'ms', each('postgres')),
    told(`${name}: database blocks touched`, '', Math.round(each('blocks'))),
    told(`${name}: rows and indexes`, 'B', each('rows')),
    told(`${name}: files`, 'B', each('files')),
  ];
}

/** Measures processor time, database blocks and bytes of a review, a capture and a delivery, for planning capacity. */
export async function benchCost(): Promise<Result[]> {
  const pages = await servePages();
  let arrived = (): void => {};
  const receiver = createServer((incoming, answer) => {
    incoming.resume().on('end', () => {
      answer.writeHead(204).end();
      arrived();
    });
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  const hook = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
  const world = await createWorld('all', {
    settings: { shared_preload_libraries: 'pg_stat_statements', 'pg_stat_statements.track': 'top' },
    environment: { OUTBOUND_ALLOW: `webhook=127.0.0.1/32,${pages.allow}` },
  });
  try {
    await world.pool.query('CREATE EXTENSION pg_stat_statements');
    // Each review has a workspace that has no images yet: files are shared within a workspace.
    const seeded = await Promise.all(Array.from({ length: 200 }, () => seedWorkspace(world, 1)));
    const clients = seeded.map(({ bearers: [bearer = ''] }) => createClient({ baseUrl: world.service, bearer }));
    let used = 0;
    const client = () => clients[used++ % clients.length] ?? createClient({ baseUrl: world.service });
    const image = await dataUrlOf(DATA_URL_LENGTH);
    const settled = async (id: string): Promise<void> => {
      for (;;) {
        const { rows } = await world.pool.query<{ status: string }>({ ...statusOf, values: [id] });
        if (rows[0]?.status === 'failed') throw new Error('No screenshot could be made');
        if (rows[0]?.status === 'open') return;
        await wait(100);
      }
    };
    const results = await costOf(world, 'a review of one 500 KB image', 40, () =>
      client().call('create_review', { title: 'A page with a photograph', images: [image] }),
    );
    const readers = clients.slice(0, used);
    let read = 0;
    results.push(
      ...(await costOf(world, 'reading it', 100, async () => {
        const reader = readers[read++ % readers.length] ?? client();
        const { reviews } = await reader.call('list_reviews', {});
        await reader.call('get_review', { id: reviews[0]?.id ?? '' });
      })),
    );
    const small = { title: 'To decide', images: [await dataUrlOf(20_000)], webhook_url: hook };
    const waiting = await Promise.all(
      Array.from({ length: 42 }, async () => openedPage((await client().call('create_review', small)).review_url)),
    );
    results.push(
      ...(await costOf(world, 'a decision and its delivery', 40, async () => {
        const reviewer = waiting.pop();
        if (reviewer === undefined) throw new Error('Nothing is left to decide');
        const there = new Promise<void>((resolve) => {
          arrived = resolve;
        });
        await reviewer.call('decide', { outcome: 'approved', after_decision: 0 });
        await there;
      })),
    );
    let page = 0;
    results.push(
      ...(await costOf(world, 'a capture on two screens', pageNames.length, async () => {
        const page_url = `${pages.origin}/${pageNames[page++ % pageNames.length]}`;
        const { id } = await client().call('create_review', { title: 'A page', capture_url: true, page_url });
        await settled(id);
      })),
    );
    return results;
  } finally {
    await world.close();
    await pages.close();
    receiver.closeAllConnections();
    receiver.close();
  }
}
