import { type ChildProcess, spawn } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { startEmbeddedPostgres } from '../../server/adapters/embedded-postgres/index.ts';
import { createClient } from '../../server/contract/client.ts';
import { servePages } from '../capture/pages/serve-pages.ts';
import { freePort } from '../support/free-port.ts';
import { serviceFlags } from '../support/service-flags.ts';
import { median, type Result, timed, told } from './support/measure.ts';
import { memoryOf } from './support/process-tree.ts';
import { SECRET_KEY } from './support/world.ts';

const ROUNDS = 3;
const IDLE_MS = 4_000;
const MEGA = 2 ** 20;
const serve = join(import.meta.dirname, '../../server/serve.ts');

interface Started {
  url: string;
  child: ChildProcess;
  /** Milliseconds from the start of the process to the first 200 of /readyz, or to a worker’s first output. */
  readyMs: number;
  stop(): Promise<void>;
}

async function start(folder: string, environment: Record<string, string>): Promise<Started> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const began = performance.now();
  const child = spawn(process.execPath, [...serviceFlags, serve], {
    env: {
      ...process.env,
      PORT: String(port),
      BASE_URL: url,
      DATA_DIR: folder,
      LOG_LEVEL: 'error',
      CREDITS_PER_MONTH: 'unlimited',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const said = new Promise<void>((resolve) => child.stdout.once('data', () => resolve()));
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const answers = async (): Promise<boolean> => (await fetch(`${url}/readyz`).catch(() => null))?.ok === true;
  if (environment.ROLE === 'worker') await said;
  else while (child.exitCode === null && !(await answers())) await wait(5);
  if (child.exitCode !== null) throw new Error(`The service ended with ${child.exitCode}`);
  const readyMs = performance.now() - began;
  return {
    url,
    child,
    readyMs,
    stop: () => {
      child.kill('SIGTERM');
      return ended;
    },
  };
}

/** Returns the memory after some seconds without requests. */
async function idleMegabytes({ child }: Started): Promise<number> {
  await wait(IDLE_MS);
  return (await memoryOf(child.pid ?? 0)) / MEGA;
}

function appEnvironment(): Record<string, string> {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return {
    GITHUB_APP_ID: '1',
    GITHUB_PRIVATE_KEY: privateKey.export({ type: 'pkcs1', format: 'pem' }).toString(),
    GITHUB_WEBHOOK_SECRET: 'of no worth',
    GITHUB_API_URL: 'http://127.0.0.1:9',
  };
}

/** Captures a page on two screens, and waits until both are there. */
async function captureOnce(url: string, page: string): Promise<void> {
  const { token } = await createClient({ baseUrl: url }).call('create_try_token', {});
  const client = createClient({ baseUrl: url, bearer: token });
  const { id } = await client.call('create_review', { title: 'A page', capture_url: true, page_url: page });
  for (;;) {
    const review = await client.call('get_review', { id });
    if (review.status === 'failed') throw new Error(`The page was not captured: ${JSON.stringify(review.problems)}`);
    if (review.status === 'open') return;
    await wait(100);
  }
}

async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'sightline-bench-'));
  await chmod(folder, 0o755);
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Measures a start with its own database: on an empty folder, and again on the same one. */
async function ownDatabase(): Promise<Result[]> {
  const first: number[] = [];
  const again: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    await inFolder(async (folder) => {
      for (const times of [first, again]) {
        const service = await start(folder, {});
        times.push(service.readyMs);
        await service.stop();
      }
    });
  }
  return [
    told(
      'ready with its own database, first start',
      'ms',
      median(first),
      'from the process to /readyz: makes the database',
    ),
    told('ready with its own database, again', 'ms', median(again)),
  ];
}

/** Measures each role over an existing database, with the App and after captures. */
async function overDatabase(databaseUrl: string, folder: string): Promise<Result[]> {
  const pages = await servePages();
  const common = { DATABASE_URL: databaseUrl, SECRET_KEY, OUTBOUND_ALLOW: pages.allow };
  const results: Result[] = [];
  try {
    const ready: number[] = [];
    const firstRequest: number[] = [];
    for (let round = 0; round <= ROUNDS; round += 1) {
      const service = await start(folder, { ...common, ROLE: 'web' });
      // The first start creates the tables, so it does not count.
      if (round > 0) ready.push(service.readyMs);
      if (round > 0)
        firstRequest.push(await timed(() => createClient({ baseUrl: service.url }).call('create_try_token', {})));
      await service.stop();
    }
    results.push(
      told('ready over a database that is there, web', 'ms', median(ready)),
      told('first request', 'ms', median(firstRequest), 'a try token and its workspace, right after the start'),
    );
    const roles: [string, Record<string, string>][] = [
      ['web', { ROLE: 'web' }],
      ['worker', { ROLE: 'worker' }],
      ['all', { ROLE: 'all' }],
      ['all with the App', { ROLE: 'all', ...appEnvironment() }],
    ];
    for (const [name, environment] of roles) {
      const service = await start(folder, { ...common, ...environment });
      const megabytes = await idleMegabytes(service);
      results.push(
        told(`idle memory, ${name}`, 'MB', megabytes, 'what processes share counted once; the database is another'),
      );
      if (name === 'all') {
        await captureOnce(service.url, `${pages.origin}/article`);
        const after = await idleMegabytes(service);
        results.push(told('idle memory, all, after captures', 'MB', after, 'the browser is kept for the next one'));
      }
      await service.stop();
    }
    return results;
  } finally {
    await pages.close();
  }
}

/** Measures how long a start takes, and the memory of an idle process. */
export async function benchStart(): Promise<Result[]> {
  const own = await ownDatabase();
  const over = await inFolder(async (folder) => {
    const postgres = await startEmbeddedPostgres({ folder: join(folder, 'postgres') });
    try {
      return await overDatabase(postgres.url, folder);
    } finally {
      await postgres.stop();
    }
  });
  return [...own, ...over];
}
