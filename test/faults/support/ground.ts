import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import pino from 'pino';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../../server/adapters/embedded-postgres/index.ts';
import { bootstrap } from '../../../server/bootstrap.ts';
import { readConfig } from '../../../server/config.ts';
import type { Ports } from '../../../server/domain/ports.ts';
import { compiled } from '../../support/compiled.ts';
import { freePort } from '../../support/free-port.ts';
import { PATIENCE_MS } from '../../support/patience.ts';
import { startHttpServer } from '../../support/servers.ts';

const root = resolve(import.meta.dirname, '../../..');
const SECRET_KEY = 'a key for tests only of no worth';

export interface Received {
  delivery: string;
  reviewId: string;
  decision: number;
}

/** Returns a page with a different colour for each number, to be captured. */
function aPage(number: number): string {
  const colour = `hsl(${(number * 47) % 360} 60% 50%)`;
  return `<!doctype html><html lang="en"><title>Page</title><body style="margin:0;height:700px;background:${colour}"><h1>Here</h1><button>Buy</button>`;
}

/** Starts a receiver that accepts and keeps every delivery. A GET request returns a small page. */
async function startReceiver() {
  const received: Received[] = [];
  let pages = 0;
  const { origin, close } = await startHttpServer(async (request, response) => {
    if (request.method === 'GET') {
      pages += 1;
      response.setHeader('content-type', 'text/html').end(aPage(pages));
      return;
    }
    const body = JSON.parse(await text(request));
    received.push({
      delivery: String(request.headers['x-service-delivery']),
      reviewId: String(request.headers['x-service-review']),
      decision: body.review?.decision?.number ?? body.decision?.number ?? 0,
    });
    response.end('ok');
  });
  return { received, origin, close };
}

export interface ServiceProcess {
  child: ChildProcess;
  /** Resolves when the process has ended. */
  ended: Promise<unknown>;
}

export interface Ground {
  url: string;
  databaseUrl: string;
  dataDir: string;
  received: Received[];
  receiverUrl: string;
  /** A page that looks different each time. */
  pageUrl: string;
  postgres: { restart(): Promise<void> };
  logged(): string;
  /**
   * Starts a service process and waits until it works. `from` is the tree of its version when that is not this one. The
   * ground’s own `environment` applies to all processes.
   */
  start(environment?: Record<string, string>, from?: string): Promise<ServiceProcess>;
  /** Runs work as one more process of the same installation, whose logs are discarded. */
  asProcess<T>(work: (ports: Ports) => Promise<T>): Promise<T>;
  /** Stops every worker at once, including frozen ones. */
  stopWorkers(): Promise<void>;
  close(): Promise<void>;
}

/** Repeats the running server’s command after a fast shutdown, so that its address stays the same. */
async function restartPostgres(postgres: EmbeddedPostgres): Promise<void> {
  const pidFile = join(postgres.folder, 'pgdata/postmaster.pid');
  const pid = Number((await readFile(pidFile, 'utf8')).split('\n')[0]);
  const [program = '', ...args] = (await readFile(`/proc/${pid}/cmdline`, 'utf8')).split('\0').slice(0, -1);
  process.kill(pid, 'SIGINT');
  await until(async () => (await readFile(pidFile).catch(() => null)) === null, 'PostgreSQL stops');
  const identity = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
  const env = { PATH: process.env.PATH ?? '', LC_ALL: 'C', TZ: 'UTC' };
  spawn(program, args, { ...identity, cwd: '/', env, detached: true, stdio: 'ignore' }).unref();
  await until(async () => (await readFile(pidFile, 'utf8').catch(() => '')).includes('ready'), 'PostgreSQL starts');
}

/** Polls until `done`, for `limitMs` at most. */
export async function until(done: () => Promise<boolean>, what: string, limitMs = PATIENCE_MS): Promise<void> {
  const end = Date.now() + limitMs;
  while (!(await done())) {
    if (Date.now() > end) throw new Error(`Waited ${limitMs / 1000} s in vain until ${what}`);
    await new Promise((again) => setTimeout(again, 50));
  }
}

/**
 * Prepares a database that may be restarted (unless one is given), a receiver, a data folder and one address for
 * processes that start and stop.
 */
export async function prepareGround(
  options: { dataDir?: string; databaseUrl?: string; environment?: Record<string, string> } = {},
): Promise<Ground> {
  const folder = await mkdtemp(join(tmpdir(), 'sightline-faults-'));
  await chmod(folder, 0o755);
  const isGiven = options.databaseUrl !== undefined;
  const postgres = isGiven ? null : await startEmbeddedPostgres({ folder: join(folder, 'database') });
  const databaseUrl = postgres?.url ?? options.databaseUrl ?? '';
  const receiver = await startReceiver();
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const dataDir = options.dataDir ?? join(folder, 'data');
  const running = new Set<ChildProcess>();
  const workers = new Set<ChildProcess>();
  async function end(children: Iterable<ChildProcess>): Promise<void> {
    for (const child of children) {
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    }
  }
  let log = '';
  return {
    url,
    databaseUrl,
    dataDir,
    received: receiver.received,
    receiverUrl: `${receiver.origin}/hook`,
    pageUrl: `${receiver.origin}/page`,
    postgres: {
      async restart() {
        if (postgres === null) throw new Error('The database is not this ground’s own.');
        await restartPostgres(postgres);
      },
    },
    logged: () => log,
    async start(environment = {}, from = root) {
      const child = spawn(process.execPath, [join(from, 'server/serve.ts')], {
        cwd: from,
        env: {
          ...compiled,
          PATH: process.env.PATH,
          PORT: String(port),
          BASE_URL: url,
          DATABASE_URL: databaseUrl,
          SECRET_KEY,
          DATA_DIR: dataDir,
          OUTBOUND_ALLOW: `127.0.0.1/32`,
          CREDITS_PER_MONTH: '100000',
          TRY_TOKENS_PER_HOUR: '100000',
          TRY_TOKENS_PER_DAY: '100000',
          LOG_LEVEL: 'warn',
          ...options.environment,
          ...environment,
        },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      running.add(child);
      if (environment.ROLE === 'worker') workers.add(child);
      const ended = once(child, 'exit').finally(() => {
        running.delete(child);
        workers.delete(child);
      });
      let said = '';
      child.stderr.setEncoding('utf8').on('data', (text: string) => {
        log += text;
      });
      await new Promise<void>((fulfil, reject) => {
        child.stdout.setEncoding('utf8').on('data', (text: string) => {
          said += text;
          if (/Sightline (is at|works on)/.test(said)) fulfil();
        });
        child.once('exit', (code) => reject(new Error(`The service ended with ${code}: ${said}${log.slice(-2000)}`)));
      });
      return { child, ended };
    },
    async asProcess(work) {
      const environment = {
        PORT: String(await freePort()),
        BASE_URL: url,
        DATABASE_URL: databaseUrl,
        SECRET_KEY,
        DATA_DIR: dataDir,
        ROLE: 'web',
        ...options.environment,
      };
      const log = pino({ level: 'silent' });
      const other = await bootstrap({ config: readConfig(environment), databaseUrl, secretKey: SECRET_KEY, log });
      try {
        return await work(other.ports);
      } finally {
        await other.server.close();
        await other.queue.stop(1000);
        await other.close();
      }
    },
    stopWorkers: () => end([...workers]),
    async close() {
      await end(running);
      await receiver.close();
      await postgres?.stop();
      if (postgres !== null) await stopOf(postgres);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Stops a server. After a restart its pid differs from the one that `stop` knows. */
async function stopOf(postgres: EmbeddedPostgres): Promise<void> {
  const pidFile = join(postgres.folder, 'pgdata/postmaster.pid');
  const pid = Number((await readFile(pidFile, 'utf8').catch(() => '')).split('\n')[0]);
  if (pid > 0) process.kill(pid, 'SIGINT');
  await until(async () => (await readFile(pidFile).catch(() => null)) === null, 'PostgreSQL stops');
}
