import { type ChildProcess, spawn } from 'node:child_process';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startEmbeddedPostgres } from '../../../server/adapters/embedded-postgres/index.ts';
import { freePort } from '../../support/free-port.ts';
import { serviceFlags } from '../../support/service-flags.ts';

const root = join(import.meta.dirname, '../../..');
export const SECRET_KEY = 'a key for the bench only of no worth';

export interface World {
  databaseUrl: string;
  pool: pg.Pool;
  /** The address of the service, which has its own process. */
  service: string;
  /** The address of the baseline, which has its own process. */
  bare: string;
  /** The processes whose processor time and memory are measured. */
  servicePid: number;
  postgresPid: number;
  /** The folder of the database, the screenshots and the baseline’s files. */
  folder: string;
  close(): Promise<void>;
}

export interface WorldOptions {
  /** Settings of PostgreSQL. */
  settings?: Record<string, string>;
  /** Environment of the service. */
  environment?: Record<string, string>;
}

/** Waits until the address answers. */
async function untilItAnswers(url: string, child: ChildProcess): Promise<void> {
  for (let tries = 0; tries < 600; tries += 1) {
    if (child.exitCode !== null) throw new Error(`The process behind ${url} ended with ${child.exitCode}`);
    const answer = await fetch(`${url}/healthz`).catch(() => null);
    if (answer?.ok === true) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`${url} does not answer`);
}

async function start(
  script: string,
  environment: Record<string, string>,
): Promise<{ url: string; child: ChildProcess }> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const flags = script.startsWith('server/') ? serviceFlags : [];
  const child = spawn(process.execPath, [...flags, join(root, script)], {
    env: { ...process.env, PORT: String(port), BASE_URL: url, ...environment },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  await untilItAnswers(url, child);
  return { url, child };
}

function stop(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null) return resolve();
    child.once('exit', () => resolve());
    child.kill('SIGTERM');
  });
}

/** Starts a PostgreSQL with its usual durability, the service and the baseline, each in its own process. */
export async function createWorld(role: 'web' | 'all', options: WorldOptions = {}): Promise<World> {
  const folder = await mkdtemp(join(tmpdir(), 'sightline-bench-'));
  await chmod(folder, 0o755);
  const postgres = await startEmbeddedPostgres({ folder: join(folder, 'postgres'), settings: options.settings ?? {} });
  const common = { DATABASE_URL: postgres.url, DATA_DIR: folder };
  const service = await start('server/serve.ts', {
    ...common,
    SECRET_KEY,
    ROLE: role,
    LOG_LEVEL: 'warn',
    CREDITS_PER_MONTH: 'unlimited',
    OUTBOUND_ALLOW: 'webhook=127.0.0.1/32',
    ...options.environment,
  });
  const pool = new pg.Pool({ connectionString: postgres.url, max: 4 });
  await pool.query(`
    CREATE TABLE bench_answer (id text PRIMARY KEY, type text NOT NULL, body text NOT NULL);
    CREATE TABLE bench_created (id uuid PRIMARY KEY, title text, path text, sha256 text, width int, height int)`);
  const bare = await start('test/bench/support/bare.ts', common);
  return {
    databaseUrl: postgres.url,
    pool,
    service: service.url,
    bare: bare.url,
    servicePid: service.child.pid ?? 0,
    postgresPid: Number((await readFile(join(postgres.folder, 'pgdata/postmaster.pid'), 'utf8')).split('\n')[0]),
    folder,
    async close() {
      await Promise.all([stop(service.child), stop(bare.child), pool.end()]);
      await postgres.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Stores an answer of the service so that the baseline can return the same. @returns the baseline’s address of it */
export async function keepAnswer(world: World, id: string, answer: Response): Promise<string> {
  const type = answer.headers.get('content-type');
  const body = await answer.text();
  if (!answer.ok) throw new Error(`The service answered ${answer.status}: ${body.slice(0, 300)}`);
  await world.pool.query('INSERT INTO bench_answer VALUES ($1, $2, $3)', [id, type, body]);
  return `${world.bare}/answer/${id}`;
}
