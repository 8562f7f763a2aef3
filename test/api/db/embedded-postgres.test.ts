import { chmod, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import {
  type EmbeddedPostgres,
  refuseOthersDatabase,
  startEmbeddedPostgres,
} from '../../../server/adapters/embedded-postgres/index.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { startChild } from './support/child.ts';

// `test/wide/api/db/embedded-postgres.test.ts` tests recovery, other versions, and more.

const said: string[] = [];
let running: EmbeddedPostgres | null = null;
const folder = await temporaryFolder('sightline-embedded-');
// PostgreSQL does not run as root: the user it runs as needs access.
await chmod(folder, 0o755);
afterAll(async () => {
  await running?.stop();
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

test('of processes that start at the same moment one gets the folder, and the others are refused', async () => {
  const another = await temporaryFolder('sightline-embedded-');
  const go = join(another, 'go');
  const children = Array.from({ length: 3 }, () =>
    startChild(
      `import { existsSync } from 'node:fs';
       import { claimFolder } from 'server/adapters/embedded-postgres/index.ts';
       console.log('ready');
       while (!existsSync(process.env.GO));
       console.log(await claimFolder(process.env.FOLDER).then(() => 'claimed', ({ message }) => message));
       setInterval(() => {}, 1000);`,
      { FOLDER: join(another, 'postgres'), GO: go },
    ),
  );
  try {
    for (const child of children) expect(await child.line()).toBe('ready');
    await writeFile(go, '');
    const answers = await Promise.all(children.map((child) => child.line()));
    const owner = children[answers.indexOf('claimed')];
    expect(answers.filter((answer) => answer.includes(`in use by the process ${owner?.pid}`))).toHaveLength(2);
  } finally {
    await Promise.all(children.map((child) => child.kill()));
  }
});

test('an owner learns that its server exited and what it printed last, also of one that it took over', async () => {
  const owner = startChild(
    `import { startEmbeddedPostgres } from 'server/adapters/embedded-postgres/index.ts';
     console.log((await startEmbeddedPostgres({ folder: process.env.FOLDER })).url);
     setInterval(() => {}, 1000);`,
    { FOLDER: folder },
  );
  await owner.line();
  await owner.kill();
  const outlived = await start();
  process.kill(await serverPid(), 'SIGQUIT');
  expect(await outlived.failed).toBe('');
  await outlived.stop();
  const spawned = await start();
  await expect(query(spawned.url, "SELECT 'private'::int")).rejects.toThrow('private');
  process.kill(await serverPid(), 'SIGQUIT');
  const output = await spawned.failed;
  expect(output).toMatch(/received immediate shutdown request.*exit 0$/s);
  expect(output).not.toContain('private');
  await spawned.stop();
});

test('a start that fails leaves no owner.pid, which could belong to root', async () => {
  const another = await temporaryFolder('sightline-embedded-');
  await chmod(another, 0o755);
  const beforeCreate = () => Promise.reject(new Error('not here'));
  await expect(startEmbeddedPostgres({ folder: another, beforeCreate })).rejects.toThrow('not here');
  expect(await readdir(another)).toEqual([]);
});

test('a database of another user is refused, by the id of that user', async () => {
  const { uid } = await stat(join(folder, 'pgdata'));
  await refuseOthersDatabase(folder, uid);
  await expect(refuseOthersDatabase(folder, uid + 1)).rejects.toThrow(`belongs to the user with the id ${uid}`);
});
