import { execFile, spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { chmod, chown, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { findBinaries, othersMayEnter, reachableBinaries, rootsFolder } from './binaries.ts';
import { describeSelf, isAlive, liveOther, readPid } from './processes.ts';

const run = promisify(execFile);

/** Unprivileged on every Linux; no account of that number needs to exist. */
const UNPRIVILEGED = 65_534;

export interface EmbeddedPostgresOptions {
  /** The database's folder; made when it is not there. */
  folder: string;
  /** Overrides where the programs are looked for. */
  bin?: string | undefined;
  /** Settings for the server, such as `fsync: 'off'` in tests. */
  settings?: Record<string, string>;
  say?: (line: string) => void;
  /** Called before a database is made in a folder without one; what it throws stops that. */
  beforeCreate?: (folder: string) => Promise<void>;
}

export interface EmbeddedPostgres {
  url: string;
  /** Where the data really lies: elsewhere than asked when that folder is private to root. */
  folder: string;
  port: number;
  /** Stops the server in order: open transactions are rolled back, everything committed is on disk. */
  stop(): Promise<void>;
}

interface Identity {
  uid: number;
  gid: number;
}

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

/** The server that still runs on the data. One that is starting, or dying, is waited for: two never share the data. */
async function findRunning(pidFile: string, url: (port: number) => string) {
  for (let tries = 0; tries < 200; tries += 1) {
    const found = await readPid(pidFile);
    if (found === null || !isAlive(found.pid)) return null;
    if (await answers(url(found.port))) return found;
    await wait(50);
  }
  return null;
}

/** PostgreSQL does not run as root; its unprivileged user cannot enter a private folder such as /root. */
async function reachableFolder(folder: string, say: (line: string) => void): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o755 });
  if (othersMayEnter(folder)) return folder;
  const elsewhere = join(rootsFolder, createHash('sha256').update(folder).digest('hex').slice(0, 16));
  say(`${folder} is private to root, so the database lies in ${elsewhere}`);
  return elsewhere;
}

/**
 * Runs a PostgreSQL server for one data folder, on loopback, with a password of its own.
 * A server that outlived its parent (kill -9) is taken over, so the same data never has two.
 * @throws Error when the folder is in use, of another PostgreSQL version, or no programs can be found.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const say = options.say ?? (() => {});
  const root = process.getuid?.() === 0;
  const identity: Identity | null = root ? { uid: UNPRIVILEGED, gid: UNPRIVILEGED } : null;
  const found = findBinaries(options.bin);
  const { bin } = root ? reachableBinaries(found) : found;

  const folder = root ? await reachableFolder(options.folder, say) : options.folder;
  await mkdir(folder, { recursive: true, mode: 0o755 });
  const data = join(folder, 'pgdata');
  const ownerFile = join(folder, 'owner.pid');
  const passwordFile = join(folder, 'password');
  const owner = await liveOther(await readFile(ownerFile, 'utf8').catch(() => ''));
  if (owner !== null) {
    throw new Error(`${folder} is in use by the process ${owner}. Stop it first, or set DATA_DIR to another folder.`);
  }
  await writeFile(ownerFile, await describeSelf());

  // Programs that POSTGRES_BIN names may have their libraries in a place of their own.
  const { PATH = '', LD_LIBRARY_PATH } = process.env;
  const libraries = LD_LIBRARY_PATH === undefined ? {} : { LD_LIBRARY_PATH };
  const spawnOptions = { ...(identity ?? {}), cwd: '/', env: { PATH, ...libraries, LC_ALL: 'C', TZ: 'UTC' } };
  const version = (await run(join(bin, 'postgres'), ['--version'], spawnOptions)).stdout.match(/(\d+)/)?.[1] ?? '';
  const dataVersion = (await readFile(join(data, 'PG_VERSION'), 'utf8').catch(() => '')).trim();
  let password = (await readFile(passwordFile, 'utf8').catch(() => '')).trim();

  if (dataVersion === '') {
    await options.beforeCreate?.(folder);
    say(`Making a database in ${data} (PostgreSQL ${version}, ${found.from})`);
    password = randomBytes(24).toString('hex');
    // Made under another name: a folder called pgdata is always a whole database.
    const unfinished = `${data}.new`;
    await rm(unfinished, { recursive: true, force: true });
    await rm(data, { recursive: true, force: true });
    await mkdir(unfinished, { mode: 0o700 });
    await writeFile(passwordFile, password, { mode: 0o600 });
    if (identity !== null) for (const path of [unfinished, passwordFile]) await chown(path, identity.uid, identity.gid);
    await run(
      join(bin, 'initdb'),
      [
        '-D',
        unfinished,
        '-U',
        'sightline',
        '-A',
        'scram-sha-256',
        '--pwfile',
        passwordFile,
        '-E',
        'UTF8',
        '--locale=C',
      ],
      spawnOptions,
    );
    await rename(unfinished, data);
  } else if (dataVersion !== version) {
    throw new Error(
      `${data} was made by PostgreSQL ${dataVersion}, but the programs here are ${version}. Set POSTGRES_BIN to version ${dataVersion}, or dump and restore.`,
    );
  }
  await chmod(data, 0o700);

  const address = (port: number, database: string) =>
    `postgresql://sightline:${password}@127.0.0.1:${port}/${database}`;
  const pidFile = join(data, 'postmaster.pid');
  let running = await findRunning(pidFile, (port) => address(port, 'postgres'));
  if (running !== null) {
    say(`Taking over the PostgreSQL that still runs on port ${running.port}`);
  } else {
    const port = await freePort();
    const settings = {
      listen_addresses: '127.0.0.1',
      unix_socket_directories: '',
      max_connections: '200',
      ...options.settings,
    };
    const args = [
      '-D',
      data,
      '-p',
      String(port),
      ...Object.entries(settings).flatMap(([key, value]) => ['-c', `${key}=${value}`]),
    ];
    let output = '';
    const server = spawn(join(bin, 'postgres'), args, {
      ...spawnOptions,
      detached: true,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    server.stderr.setEncoding('utf8').on('data', (text: string) => {
      output = (output + text).slice(-4000);
    });
    server.unref();
    let ended: string | null = null;
    server.once('exit', (code, signal) => {
      ended = `exit ${code ?? signal}`;
    });
    for (let tries = 0; !(await answers(address(port, 'postgres'))); tries += 1) {
      if (ended !== null || tries > 300)
        throw new Error(`PostgreSQL did not start (${ended ?? 'no answer'}):\n${output}`);
      await wait(50);
    }
    (server.stderr as unknown as { unref(): void }).unref();
    running = { pid: server.pid ?? 0, port };
  }

  const { pid, port } = running;
  const admin = new pg.Client({ connectionString: address(port, 'postgres') });
  await admin.connect();
  const exists = await admin.query("SELECT 1 FROM pg_database WHERE datname = 'sightline'");
  if (exists.rowCount === 0) await admin.query('CREATE DATABASE sightline');
  await admin.end();

  return {
    url: address(port, 'sightline'),
    folder,
    port,
    async stop() {
      // SIGINT is PostgreSQL's fast shutdown: it ends sessions and writes a checkpoint.
      if (isAlive(pid)) process.kill(pid, 'SIGINT');
      for (let tries = 0; isAlive(pid) && tries < 200; tries += 1) await wait(50);
      await rm(ownerFile, { force: true });
    },
  };
}
