import { createHash } from 'node:crypto';
import { link, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { openFolder } from '../open-folder.ts';
import { findBinaries, othersMayEnter, reachableBinaries, rootsFolder } from './binaries.ts';
import { openData, openPrograms, type Programs } from './data.ts';
import { describeSelf, isAlive, liveOther } from './processes.ts';
import { createDatabase, findRunning, type Server, startServer, watchServer } from './server.ts';

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
  /** Ends the creation of a database. */
  signal?: AbortSignal | undefined;
}

export interface EmbeddedPostgres {
  url: string;
  /** The folder that is really used: another one than requested when that is private to root. */
  folder: string;
  port: number;
  /** Resolves when the server exits without `stop`, with what it printed last; never rejects. */
  failed: Promise<string>;
  /** Shuts the server down cleanly: open transactions are rolled back, and everything committed is on disk. */
  stop(): Promise<void>;
}

/** Returns a folder that PostgreSQL's unprivileged user can enter; it cannot enter a private one such as /root. */
function reachableFolder(folder: string, print: (line: string) => void): string {
  if (othersMayEnter(folder)) return folder;
  const elsewhere = join(rootsFolder, createHash('sha256').update(folder).digest('hex').slice(0, 16));
  print(`${folder} is private to root, so the database lies in ${elsewhere}`);
  return elsewhere;
}

/** @throws Error when the database in this folder belongs to another user than its server would run as */
export async function refuseOthersDatabase(folder: string, uid: number): Promise<void> {
  const data = join(folder, 'pgdata');
  const owner = (await stat(data).catch(() => null))?.uid;
  if (owner === undefined || owner === uid) return;
  throw new Error(
    `${data} belongs to the user with the id ${owner}. Run the command as that user: sudo -u '#${owner}' …, or set another DATA_DIR.`,
  );
}

/** Claims the folder for this process. @throws Error when another process has it */
export async function claimFolder(folder: string): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o755 });
  const ownerFile = join(folder, 'owner.pid');
  const own = `${ownerFile}.${process.pid}`;
  await writeFile(own, await describeSelf());
  try {
    // Only one of several processes can create the link, and nobody reads it half-written.
    while (!(await createLink(own, ownerFile))) {
      const owner = await liveOther(await readFile(ownerFile, 'utf8').catch(() => ''));
      if (owner !== null) {
        throw new Error(
          `${folder} is in use by the process ${owner}, so the service may be running already. Stop that process, or set another DATA_DIR.`,
        );
      }
      await rm(ownerFile, { force: true });
    }
    return ownerFile;
  } finally {
    await rm(own, { force: true });
  }
}

/** Returns false when there is such a file already. */
const createLink = (file: string, path: string): Promise<boolean> =>
  link(file, path).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'EEXIST') return false;
      throw error;
    },
  );

async function shutDown(pid: number): Promise<void> {
  // SIGINT is PostgreSQL's fast shutdown: it ends sessions and writes a checkpoint.
  if (isAlive(pid)) process.kill(pid, 'SIGINT');
  for (let tries = 0; isAlive(pid) && tries < 200; tries += 1) await wait(50);
}

/** Starts or takes over the server of a claimed folder. */
async function runServer(
  folder: string,
  programs: Programs,
  options: EmbeddedPostgresOptions,
  print: (line: string) => void,
): Promise<Server & { url: string }> {
  const { data, password } = await openData(folder, programs, {
    ...(options.beforeCreate === undefined ? {} : { beforeCreate: options.beforeCreate }),
    ...(options.signal === undefined ? {} : { signal: options.signal }),
    print,
  });
  const address = (port: number, database = 'postgres') =>
    `postgresql://sightline:${password}@127.0.0.1:${port}/${database}`;
  const outlived = await findRunning(join(data, 'postmaster.pid'), address);
  if (outlived !== null) print(`Taking over the PostgreSQL that still runs on port ${outlived.port}`);
  const server =
    outlived === null ? await startServer(data, programs, options.settings ?? {}, address) : watchServer(outlived);
  try {
    await createDatabase(address(server.port));
  } catch (error) {
    await shutDown(server.pid);
    throw error;
  }
  return { ...server, url: address(server.port, 'sightline') };
}

/**
 * Starts a PostgreSQL server for one data folder, on loopback, with its own password. Takes over a server that outlived
 * its parent (kill -9), so that the same data never has two servers.
 * @throws Error when the folder is in use, not writable, of another user or of another PostgreSQL version, or when no
 * programs are found.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const print = options.print ?? (() => {});
  const root = process.getuid?.() === 0;
  const identity = root ? { uid: UNPRIVILEGED, gid: UNPRIVILEGED } : null;
  const uid = identity?.uid ?? process.getuid?.();
  if (uid !== undefined) await refuseOthersDatabase(options.folder, uid);
  await openFolder(options.folder);
  const found = findBinaries(options.bin);
  const { bin } = root ? reachableBinaries(found) : found;
  const folder = root ? reachableFolder(options.folder, print) : options.folder;
  const ownerFile = await claimFolder(folder);
  // A file that root leaves behind would stop the service's own user.
  const release = () => rm(ownerFile, { force: true });
  try {
    const programs = await openPrograms(bin, found.from, identity);
    const { url, port, pid, exited } = await runServer(folder, programs, options, print);
    let stopping = false;
    return {
      url,
      folder,
      port,
      failed: new Promise((resolve) => {
        exited.then((output) => {
          if (!stopping) resolve(output);
        });
      }),
      async stop() {
        stopping = true;
        await shutDown(pid);
        await release();
      },
    };
  } catch (error) {
    await release();
    throw error;
  }
}
