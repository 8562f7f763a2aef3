import { type ChildProcess, spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { startEmbeddedPostgres } from '../../server/adapters/embedded-postgres/index.ts';
import { createClient } from '../../server/contract/client.ts';
import { compiled } from '../support/compiled.ts';
import { freePort } from '../support/free-port.ts';
import { gitHubEnvironment } from '../support/local-github/environment.ts';
import { startLocalGitHub } from '../support/local-github/index.ts';
import type { LocalGitHub } from '../support/local-github/types.ts';
import { serviceFlags } from '../support/service-flags.ts';

const root = join(import.meta.dirname, '../..');

/** Everything the loop needs on one machine. */
export interface World {
  folder: string;
  /** The address of the service, with the GitHub App in its process. */
  serviceUrl: string;
  /** A try token, as a repository’s secret would contain it. */
  token: string;
  github: LocalGitHub;
  /** Adds what `close` closes first. */
  atClose(step: () => Promise<void>): void;
  close(): Promise<void>;
}

async function untilHealthy(
  name: string,
  url: string,
  child: ChildProcess,
  log: string,
  signal: AbortSignal | undefined,
): Promise<void> {
  for (let tries = 0; tries < 3_000; tries += 1) {
    signal?.throwIfAborted();
    if (child.exitCode !== null) break;
    const healthy = await fetch(`${url}/healthz`).then(
      (response) => response.ok,
      () => false,
    );
    if (healthy) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`${name} did not start. Its log is in ${log}`);
}

function run(
  name: string,
  script: string,
  env: Record<string, string>,
  logs: string,
): { child: ChildProcess; log: string } {
  const log = join(logs, `${name}.log`);
  const child = spawn(process.execPath, [...serviceFlags, join(root, script)], {
    cwd: root,
    env: { ...compiled, PATH: process.env.PATH ?? '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const file = createWriteStream(log);
  child.stdout?.pipe(file, { end: false });
  child.stderr?.pipe(file, { end: false });
  return { child, log };
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  child.kill('SIGTERM');
  const force = setTimeout(() => child.kill('SIGKILL'), 12_000);
  await ended;
  clearTimeout(force);
}

/** Creates an empty database. The local GitHub starts empty each time, but an old database may still exist. */
async function freshDatabase(url: string): Promise<string> {
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  await admin.query('DROP DATABASE IF EXISTS demo WITH (FORCE)');
  await admin.query('CREATE DATABASE demo');
  await admin.end();
  const fresh = new URL(url);
  fresh.pathname = '/demo';
  return fresh.toString();
}

/** Starts PostgreSQL in the folder. Returns the address of an empty database. */
async function startDatabase(
  folder: string,
  say: (line: string) => void,
  closing: (() => Promise<void>)[],
): Promise<string> {
  say('Starting PostgreSQL (embedded)');
  const postgres = await startEmbeddedPostgres({ folder: join(folder, 'postgres') });
  closing.push(() => postgres.stop());
  return freshDatabase(postgres.url);
}

/** Claims the folder. Throws when another process uses it and would lose its database. @returns a release function */
async function claim(folder: string): Promise<() => Promise<void>> {
  const file = join(folder, 'process-id');
  const id = Number(await readFile(file, 'utf8').catch(() => '0'));
  if (id > 0 && id !== process.pid && isRunning(id)) {
    throw new Error(
      `It is running already, as process ${id}. Stop that first, or delete ${file} if it is something else.`,
    );
  }
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await writeFile(file, String(process.pid));
  return () => rm(file, { force: true });
}

function isRunning(id: number): boolean {
  try {
    return process.kill(id, 0);
  } catch {
    return false;
  }
}

/**
 * Starts database, service with its worker, App and local GitHub on loopback, with fresh data in `folder`. With `given`,
 * uses that empty database.
 */
export async function startWorld(
  folder: string,
  say: (line: string) => void,
  { signal, databaseUrl: given }: { signal?: AbortSignal; databaseUrl?: string } = {},
): Promise<World> {
  const closing = [await claim(folder)];
  const logs = join(folder, 'logs');
  await mkdir(logs);
  const close = async (): Promise<void> => {
    for (const step of closing.splice(0).reverse()) await step().catch(() => {});
  };
  try {
    const databaseUrl = given ?? (await startDatabase(folder, say, closing));
    signal?.throwIfAborted();
    say('Starting a local GitHub');
    const github = await startLocalGitHub();
    closing.push(() => github.close());

    const port = await freePort();
    const serviceUrl = `http://127.0.0.1:${port}`;
    say('Starting the service with its worker, and the GitHub App');
    const service = run(
      'service',
      'server/serve.ts',
      {
        DATABASE_URL: databaseUrl,
        SECRET_KEY: 'a key for the demo only of no worth',
        HOST: '127.0.0.1',
        PORT: String(port),
        BASE_URL: serviceUrl,
        DATA_DIR: join(folder, 'data'),
        // Previews are on this machine, which outbound requests may reach only if it is allowed.
        OUTBOUND_ALLOW: 'capture=127.0.0.1/32',
        ...gitHubEnvironment(github),
        SWEEP_SECONDS: '1',
        PREPARING_SECONDS: '1',
        ...(process.env.BROWSER_PATH === undefined ? {} : { BROWSER_PATH: process.env.BROWSER_PATH }),
      },
      logs,
    );
    closing.push(() => end(service.child));
    await untilHealthy('The service', serviceUrl, service.child, service.log, signal);
    const { token } = await createClient({ baseUrl: serviceUrl }).call('create_try_token', {});
    return { folder, serviceUrl, token, github, atClose: (step) => void closing.push(step), close };
  } catch (error) {
    await close();
    throw error;
  }
}
