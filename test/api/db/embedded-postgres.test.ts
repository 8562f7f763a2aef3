import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../../server/adapters/embedded-postgres/index.ts';
import { startChild } from './support/child.ts';

// `test/wide/api/db/embedded-postgres.test.ts` tests recovery, other versions, and more.

let folder: string;
const said: string[] = [];
let running: EmbeddedPostgres | null = null;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sightline-embedded-'));
  // PostgreSQL does not run as root: the user it runs as needs access.
  await chmod(folder, 0o755);
});
afterAll(async () => {
  await running?.stop();
  await rm(folder, { recursive: true, force: true });
});

async function start(): Promise<EmbeddedPostgres> {
  running = await startEmbeddedPostgres({ folder, print: (line) => said.push(line) });
  return running;
}

async function query(url: string, text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(text)).rows as unknown[];
  } finally {
    await client.end();
  }
}

const serverPid = async () => Number((await readFile(join(folder, 'pgdata/postmaster.pid'), 'utf8')).split('\n')[0]);

test('after a restart it has its rows and its password, and listens only on loopback', async () => {
  const first = await start();
  await query(first.url, 'CREATE TABLE kept AS SELECT 7 AS id');
  await first.stop();
  await expect(query(first.url, 'SELECT 1')).rejects.toThrow('ECONNREFUSED');
  const second = await start();
  expect(await query(second.url, 'SELECT id FROM kept')).toEqual([{ id: 7 }]);
  expect(new URL(second.url).password).toBe(new URL(first.url).password);
  await expect(query(second.url.replace(/:[0-9a-f]+@/, ':wrong@'), 'SELECT 1')).rejects.toThrow('password');
  expect(await query(second.url, 'SHOW listen_addresses')).toEqual([{ listen_addresses: '127.0.0.1' }]);
  await second.stop();
});

test('a second owner is refused while the first lives; after kill -9 the next takes over, with all rows', async () => {
  const owner = startChild(
    `import { startEmbeddedPostgres } from 'server/adapters/embedded-postgres/index.ts';
     console.log((await startEmbeddedPostgres({ folder: process.env.FOLDER })).url);
     setInterval(() => {}, 1000);`,
    { FOLDER: folder },
  );
  const url = await owner.line();
  const pid = await serverPid();
  await expect(start()).rejects.toThrow(`in use by the process ${owner.pid}`);
  await owner.kill();
  const postgres = await start();
  expect(postgres.url).toBe(url);
  expect(await query(postgres.url, 'SELECT id FROM kept')).toEqual([{ id: 7 }]);
  expect(await serverPid()).toBe(pid);
  expect(said.join()).toContain('Taking over');
  await postgres.stop();
  expect(() => process.kill(pid, 0)).toThrow('ESRCH');
});
