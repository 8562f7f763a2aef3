import { execFile } from 'node:child_process';
import { chmod, mkdtemp, readdir, readFile, readlink, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../../../server/adapters/embedded-postgres/index.ts';
import { type Child, startChild } from '../../../api/db/support/child.ts';

let folder: string;
let said: string[];
let running: EmbeddedPostgres[];

async function newFolder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'sightline-embedded-'));
  // PostgreSQL does not run as root, so its own user must be able to enter.
  await chmod(path, 0o755);
  return path;
}

/** A folder whose database was created and stopped properly, for tests that begin with one. */
const made = await newFolder();
await (await startEmbeddedPostgres({ folder: made })).stop();
afterAll(() => rm(made, { recursive: true, force: true }));
beforeEach(async () => {
  folder = await newFolder();
  said = [];
  running = [];
});
afterEach(async () => {
  for (const each of running) await each.stop();
  await rm(folder, { recursive: true, force: true });
});

/** Returns the server’s processes by their working directory; none without `/proc`. */
async function serverProcesses(): Promise<string[]> {
  const pids = await readdir('/proc').catch(() => []);
  const places = await Promise.all(pids.map((pid) => readlink(`/proc/${pid}/cwd`).catch(() => '')));
  return pids.filter((_, at) => places[at] === join(folder, 'pgdata'));
}

async function start(): Promise<EmbeddedPostgres> {
  const postgres = await startEmbeddedPostgres({ folder, print: (line) => said.push(line) });
  running.push(postgres);
  return postgres;
}

/** Copies the folder as if a service had run there before, with the same owners. */
const useMade = () => promisify(execFile)('cp', ['-a', `${made}/.`, folder]);

async function query(url: string, text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(text)).rows as unknown[];
  } finally {
    await client.end();
  }
}

/** Starts a process that runs the database, commits a row, and stays until it is killed. */
async function startParent(): Promise<Child & { url: string }> {
  await useMade();
  const child = startChild(
    `import { startEmbeddedPostgres } from 'server/adapters/embedded-postgres/index.ts';
     import pg from 'pg';
     const postgres = await startEmbeddedPostgres({ folder: process.env.FOLDER });
     const client = new pg.Client({ connectionString: postgres.url });
     await client.connect();
     await client.query('CREATE TABLE kept (id int)');
     await client.query('INSERT INTO kept VALUES (7)');
     console.log(postgres.url);
     setInterval(() => {}, 1000);`,
    { FOLDER: folder },
  );
  return { ...child, url: await child.line() };
}

const serverPid = async () => Number((await readFile(join(folder, 'pgdata/postmaster.pid'), 'utf8')).split('\n')[0]);

test('recovers with all rows after a kill -9 of parent and server', async () => {
  const parent = await startParent();
  const pid = await serverPid();
  await parent.kill();
  process.kill(pid, 'SIGKILL');
  // The server’s child processes end a little later, and no other server starts before that.
  await expect.poll(() => serverProcesses()).toEqual([]);
  const postgres = await start();
  expect(await query(postgres.url, 'SELECT id FROM kept')).toEqual([{ id: 7 }]);
  expect(await serverPid()).not.toBe(pid);
});

test('a process that reuses the id of a former owner does not count as the owner', async () => {
  await useMade();
  // The parent of this process runs, but did not start at the time that the file states for the owner.
  await writeFile(join(folder, 'owner.pid'), `${process.ppid} 1`);
  expect(await query((await start()).url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
});

test('a database whose creation was interrupted is created again', async () => {
  const child = startChild(
    `import { mkdirSync, writeFileSync } from 'node:fs';
     mkdirSync(process.env.FOLDER + '/pgdata.new', { recursive: true });
     writeFileSync(process.env.FOLDER + '/pgdata.new/PG_VERSION', '1');`,
    { FOLDER: folder },
  );
  expect(await child.ended()).toBe(0);
  expect(await query((await start()).url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
});

test('data of another version is refused and not touched', async () => {
  await useMade();
  const file = join(folder, 'pgdata/PG_VERSION');
  const version = await readFile(file, 'utf8');
  await writeFile(file, '9\n');
  await expect(start()).rejects.toThrow('made by PostgreSQL 9');
  await writeFile(file, version);
  expect(await query((await start()).url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
});
