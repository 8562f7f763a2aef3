import { chmod, mkdtemp, readdir, readFile, readlink, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Child, startChild } from '../../../api/db/support/child.ts';
import { createTestDatabase } from '../../../support/database.ts';
import { freePort } from '../../../support/free-port.ts';
import { startHttpServer } from '../../../support/servers.ts';

let dataDir: string;
let service: Child | null = null;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'sightline-process-'));
  // PostgreSQL does not run as root, so its own user must be able to enter.
  await chmod(dataDir, 0o755);
});
afterEach(async () => {
  await service?.kill();
  for (const pid of await serverProcesses()) process.kill(Number(pid), 'SIGKILL');
  await rm(dataDir, { recursive: true, force: true });
});

/** Returns the PostgreSQL processes of this data by their working directory; none without `/proc`. */
async function serverProcesses(): Promise<string[]> {
  const pids = await readdir('/proc').catch(() => []);
  const places = await Promise.all(pids.map((pid) => readlink(`/proc/${pid}/cwd`).catch(() => '')));
  return pids.filter((_, at) => places[at]?.startsWith(join(dataDir, 'postgres')));
}

/** Starts the service as an operator does, with an embedded PostgreSQL, or one of its commands instead. */
async function start(more: Record<string, string> = {}, args: readonly string[] = []): Promise<Child> {
  const port = String(await freePort());
  // Vitest sets BASE_URL.
  const settings = { BASE_URL: '', DATABASE_URL: '', DATA_DIR: dataDir, PORT: port, ...more };
  const given = args.length === 0 ? '' : `process.argv.push('serve', ...${JSON.stringify(args)});`;
  service = startChild(`${given} await import('${resolve('server/serve.ts')}');`, settings);
  return service;
}

async function untilLine(child: Child, text: string): Promise<void> {
  while (!(await child.line()).includes(text));
}

test('the service logs why its PostgreSQL exited, and exits with code 1', async () => {
  const child = await start();
  await untilLine(child, 'Sightline is at');
  const pid = Number((await readFile(join(dataDir, 'postgres/pgdata/postmaster.pid'), 'utf8')).split('\n')[0]);
  process.kill(pid, 'SIGKILL');
  expect(await child.ended()).toBe(1);
  expect(child.errors()).toMatch(/"output":".*exit SIGKILL","msg":"the embedded PostgreSQL exited/);
});

test('the service and its PostgreSQL stop in order after the reader of its output ended', async () => {
  const child = await start();
  await untilLine(child, 'Sightline is at');
  child.process.stdout?.destroy();
  child.process.kill('SIGINT');
  expect(await child.ended()).toBe(0);
  expect(await serverProcesses()).toEqual([]);
});

test('a signal during the start stops it, and leaves no PostgreSQL', async () => {
  const child = await start();
  await untilLine(child, 'Making a database');
  child.process.kill('SIGTERM');
  expect(await child.ended()).toBe(0);
  expect(child.errors()).not.toContain('Server listening');
  await expect.poll(() => serverProcesses()).toEqual([]);
});

test('closing its terminal stops the service and its PostgreSQL in order', async () => {
  const child = await start();
  await untilLine(child, 'Sightline is at');
  child.process.kill('SIGHUP');
  expect(await child.ended()).toBe(0);
  expect(await serverProcesses()).toEqual([]);
});

test('a signal during a command stops it, and leaves no PostgreSQL', async () => {
  const child = await start({}, ['--forget-github-app']);
  await untilLine(child, 'Making a database');
  await expect
    .poll(() => readFile(join(dataDir, 'postgres/pgdata/postmaster.pid'), 'utf8').catch(() => ''))
    .not.toBe('');
  child.process.kill('SIGINT');
  await untilLine(child, 'The command was stopped before it was done');
  expect(await child.ended()).toBe(1);
  expect(await serverProcesses()).toEqual([]);
});

test('an option that does not exist is refused, --help lists those that do, and nothing starts', async () => {
  const child = await start({}, ['--forget-github-ap']);
  await untilLine(child, "Unknown option '--forget-github-ap'. The options are --copy-shots");
  expect(await child.ended()).toBe(1);
  const helped = await start({ PORT: 'wrong' }, ['--help']);
  await untilLine(helped, '--copy-shots PLACE');
  expect(await helped.ended()).toBe(0);
  expect(await readdir(dataDir)).toEqual([]);
});

test('a start that cannot listen names the setting', async () => {
  const database = await createTestDatabase();
  const other = await startHttpServer(() => {});
  const shared = {
    DATABASE_URL: database.url,
    SECRET_KEY: 'a key for tests only of no worth',
    BASE_URL: 'http://x.test',
  };
  const cases: [Record<string, string>, string][] = [
    [{ ROLE: 'worker', HEALTH_PORT: String(other.port) }, 'set HEALTH_PORT to a free one'],
    [{ ROLE: 'web', HOST: 'nowhere.invalid' }, 'HOST is nowhere.invalid, which is no address of this machine'],
    [{ ROLE: 'web', HOST: '198.51.100.7' }, 'HOST is 198.51.100.7, which is no address of this machine'],
  ];
  for (const [settings, words] of cases) {
    const child = await start({ ...shared, ...settings });
    await untilLine(child, words);
    expect(await child.ended()).toBe(1);
  }
  await other.close();
  await database.drop();
});
