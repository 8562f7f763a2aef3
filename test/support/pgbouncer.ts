import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { findDebianProgram } from './debian-program.ts';
import { freePort } from './free-port.ts';

/** It refuses to run as root. */
const UNPRIVILEGED = 65_534;

export interface PgBouncer {
  /** A database's address by it. */
  urlOf(databaseUrl: string): string;
  /** What it wrote to its log so far. */
  logged(): string;
  /** Ends it at once, as a crash would, with every connection through it. */
  kill(): Promise<void>;
  start(): Promise<void>;
  close(): Promise<void>;
}

/**
 * The real PgBouncer in transaction mode before the server of `databaseUrl`, for all its databases; to each it keeps at
 * most `poolSize` connections. Everything that is not said is as it comes.
 */
export async function startPgBouncer(databaseUrl: string, poolSize: number): Promise<PgBouncer> {
  const program = await findDebianProgram('pgbouncer');
  const { hostname, port, username, password } = new URL(databaseUrl);
  const own = await freePort();
  const folder = await mkdtemp(join(tmpdir(), 'sightline-pgbouncer-'));
  await chmod(folder, 0o755);
  const users = join(folder, 'users.txt');
  const settings = join(folder, 'pgbouncer.ini');
  await writeFile(users, `"${username}" "${password}"\n`);
  await writeFile(
    settings,
    `[databases]
* = host=${hostname} port=${port}

[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${own}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${users}
pool_mode = transaction
default_pool_size = ${poolSize}
max_client_conn = 500
`,
  );
  const urlOf = (url: string): string => Object.assign(new URL(url), { host: `127.0.0.1:${own}` }).toString();
  let child: ChildProcess | null = null;
  let log = '';

  async function start(): Promise<void> {
    const started = spawn(program.path, [settings], {
      cwd: '/',
      env: { PATH: process.env.PATH, ...(program.libraries === null ? {} : { LD_LIBRARY_PATH: program.libraries }) },
      ...(process.getuid?.() === 0 ? { uid: UNPRIVILEGED, gid: UNPRIVILEGED } : {}),
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    child = started;
    started.stderr.setEncoding('utf8').on('data', (text: string) => {
      log += text;
    });
    while (!(await answers(urlOf(databaseUrl)))) {
      if (started.exitCode !== null) throw new Error(`PgBouncer ended:\n${log}`);
      await wait(20);
    }
  }
  async function kill(): Promise<void> {
    const ended = child;
    child = null;
    if (ended === null || ended.exitCode !== null) return;
    const exit = once(ended, 'exit');
    ended.kill('SIGKILL');
    await exit;
  }
  await start();
  return {
    urlOf,
    logged: () => log,
    kill,
    start,
    async close() {
      await kill();
      await rm(folder, { recursive: true });
    },
  };
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}
