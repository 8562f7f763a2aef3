import { createHash } from 'node:crypto';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { findBinaries, othersMayEnter, reachableBinaries, rootsFolder } from './binaries.ts';
import { openData, openPrograms } from './data.ts';
import { describeSelf, isAlive, liveOther } from './processes.ts';
import { createDatabase, findRunning, startServer } from './server.ts';

/** The user id of an unprivileged user on every Linux; no such account needs to exist. */
const UNPRIVILEGED = 65_534;

export interface EmbeddedPostgresOptions {
  /** The database's folder; created if necessary. */
  folder: string;
  /** Overrides the search for the programs. */
  bin?: string | undefined;
  /** Settings for the server, such as `fsync: 'off'` in tests. */
  settings?: Record<string, string>;
  print?: (line: string) => void;
  /** Called before a database is created; an error from it prevents that. */
  beforeCreate?: (folder: string) => Promise<void>;
}

export interface EmbeddedPostgres {
  url: string;
  /** The folder that is really used: another one than requested when that is private to root. */
  folder: string;
  port: number;
  /** Shuts the server down cleanly: open transactions are rolled back, and everything committed is on disk. */
  stop(): Promise<void>;
}

/** Returns a folder that PostgreSQL's unprivileged user can enter; it cannot enter a private one such as /root. */
async function reachableFolder(folder: string, print: (line: string) => void): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o755 });
  if (othersMayEnter(folder)) return folder;
  const elsewhere = join(rootsFolder, createHash('sha256').update(folder).digest('hex').slice(0, 16));
  print(`${folder} is private to root, so the database lies in ${elsewhere}`);
  return elsewhere;
}

/** Claims the folder for this process. @throws Error when another process has it */
async function claimFolder(folder: string): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o755 });
  const ownerFile = join(folder, 'owner.pid');
  const owner = await liveOther(await readFile(ownerFile, 'utf8').catch(() => ''));
  if (owner !== null) {
    throw new Error(
      `${folder} is in use by the process ${owner}, so the service may be running already. Stop that process, or set another DATA_DIR.`,
    );
  }
  await writeFile(ownerFile, await describeSelf());
  return ownerFile;
}

/**
 * Starts a PostgreSQL server for one data folder, on loopback, with its own password. Takes over a server that outlived
 * its parent (kill -9), so that the same data never has two servers.
 * @throws Error when the folder is in use or of another PostgreSQL version, or when no programs are found.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const print = options.print ?? (() => {});
  const root = process.getuid?.() === 0;
  const found = findBinaries(options.bin);
  const { bin } = root ? reachableBinaries(found) : found;
  const folder = root ? await reachableFolder(options.folder, print) : options.folder;
  const ownerFile = await claimFolder(folder);
  const programs = await openPrograms(bin, found.from, root ? { uid: UNPRIVILEGED, gid: UNPRIVILEGED } : null);
  const { data, password } = await openData(folder, programs, {
    ...(options.beforeCreate === undefined ? {} : { beforeCreate: options.beforeCreate }),
    print,
  });
  const address = (port: number, database = 'postgres') =>
    `postgresql://sightline:${password}@127.0.0.1:${port}/${database}`;
  const outlived = await findRunning(join(data, 'postmaster.pid'), address);
  if (outlived !== null) print(`Taking over the PostgreSQL that still runs on port ${outlived.port}`);
  const { pid, port } = outlived ?? (await startServer(data, programs, options.settings ?? {}, address));
  await createDatabase(address(port));
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
