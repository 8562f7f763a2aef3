import { spawn } from 'node:child_process';
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

/** Starts a server that outlives this process, and waits until it accepts connections. */
export async function startServer(
  data: string,
  { bin, options }: Programs,
  settings: Record<string, string>,
  address: (port: number) => string,
): Promise<{ pid: number; port: number }> {
  const port = await freePort();
  const all = { listen_addresses: '127.0.0.1', unix_socket_directories: '', max_connections: '200', ...settings };
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
  server.once('exit', (code, signal) => {
    ended = `exit ${code ?? signal}`;
  });
  for (let tries = 0; !(await answers(address(port))); tries += 1) {
    if (ended !== null || tries > 300)
      throw new Error(`PostgreSQL did not start (${ended ?? 'no answer'}):\n${output}`);
    await wait(50);
  }
  (server.stderr as unknown as { unref(): void }).unref();
  return { pid: server.pid ?? 0, port };
}

/** Creates the service's database if it does not exist. */
export async function createDatabase(url: string): Promise<void> {
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  const exists = await admin.query("SELECT 1 FROM pg_database WHERE datname = 'sightline'");
  if (exists.rowCount === 0) await admin.query('CREATE DATABASE sightline');
  await admin.end();
}
