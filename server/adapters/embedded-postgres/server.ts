import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import type { Programs } from './data.ts';
import { isAlive, readPid } from './processes.ts';

async function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => (typeof address === 'object' && address !== null ? resolve(address.port) : reject()));
    });
  });
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000 });
  client.on('error', () => {});
  try {
    await client.connect();
    await client.end();
    return true;
  } catch {
    return false;
  }
}

/**
 * Returns the server that still runs on the data; null if none answers. Waits for one that is starting or stopping,
 * because two servers must never share the data.
 */
export async function findRunning(pidFile: string, url: (port: number) => string) {
  for (let tries = 0; tries < 200; tries += 1) {
    const found = await readPid(pidFile);
    if (found === null || !isAlive(found.pid)) return null;
    if (await answers(url(found.port))) return found;
    await wait(50);
  }
  return null;
}

/** How often a server that is not a child of this process is checked. */
const CHECK_MS = 1_000;
/** How long what a server printed last may take to arrive after its exit. */
const OUTPUT_MS = 1_000;

export interface Server {
  pid: number;
  port: number;
  /** Resolves when the server exits, with what it printed last; never rejects. */
  exited: Promise<string>;
}

/** Watches a server that another process started, so its output is not known. */
export function watchServer({ pid, port }: { pid: number; port: number }): Server {
  const exited = new Promise<string>((resolve) => {
    const checking = setInterval(() => {
      if (isAlive(pid)) return;
      clearInterval(checking);
      resolve('');
    }, CHECK_MS).unref();
  });
  return { pid, port, exited };
}

/** Starts a server that outlives this process, and waits until it accepts connections. */
export async function startServer(
  data: string,
  { bin, options }: Programs,
  settings: Record<string, string>,
  address: (port: number) => string,
): Promise<Server> {
  const port = await freePort();
  // The output goes into the service's log, which must not contain statements or values of rows.
  const quiet = { log_min_messages: 'log', log_min_error_statement: 'panic' };
  const local = { listen_addresses: '127.0.0.1', unix_socket_directories: '' };
  const all = { ...local, ...quiet, max_connections: '200', ...settings };
  const set = Object.entries(all).flatMap(([key, value]) => ['-c', `${key}=${value}`]);
  const server = spawn(join(bin, 'postgres'), ['-D', data, '-p', String(port), ...set], {
    ...options,
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let output = '';
  server.stderr.setEncoding('utf8').on('data', (text: string) => {
    output = (output + text).slice(-4000);
  });
  server.unref();
  let ended: string | null = null;
  const exited = new Promise<string>((resolve) => {
    server.once('exit', async (code, signal) => {
      ended = `exit ${code ?? signal}`;
      await Promise.race([once(server, 'close'), wait(OUTPUT_MS)]);
      resolve(`${output}${ended}`);
    });
  });
  for (let tries = 0; !(await answers(address(port))); tries += 1) {
    if (ended !== null || tries > 300)
      throw new Error(`PostgreSQL did not start (${ended ?? 'no answer'}):\n${output}`);
    await wait(50);
  }
  (server.stderr as unknown as { unref(): void }).unref();
  return { pid: server.pid ?? 0, port, exited };
}

/** Creates the service's database if it does not exist. */
export async function createDatabase(url: string): Promise<void> {
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  const exists = await admin.query("SELECT 1 FROM pg_database WHERE datname = 'sightline'");
  if (exists.rowCount === 0) await admin.query('CREATE DATABASE sightline');
  await admin.end();
}
