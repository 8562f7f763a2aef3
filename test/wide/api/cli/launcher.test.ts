import { type ChildProcess, spawn } from 'node:child_process';
import { cp, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

const root = join(import.meta.dirname, '../../../..');
// Makes Node behave for the launcher like an older one that runs no TypeScript.
const old = '--no-strip-types';

let folder: string;
beforeEach(async () => {
  folder = await temporaryFolder('launcher-');
});

/** Copies only the command line’s own files to a package of that name. */
async function install(place: string): Promise<string> {
  const shared = [
    'awaits-answer',
    'client',
    'duration',
    'page-url',
    'path-label',
    'percent',
    'routes.generated',
    'send-shots',
    'skipped-mark',
    'state-request',
    'step',
    'visible-text',
  ].map((name) => `server/contract/${name}.ts`);
  const captured = ['browser-advice', 'incomplete', 'local/to-images', 'viewport'].map(
    (name) => `server/capture/${name}.ts`,
  );
  for (const path of ['package.json', 'server/cli', ...captured, ...shared]) {
    await mkdir(join(place, path, '..'), { recursive: true });
    await cp(join(root, path), join(place, path), { recursive: true });
  }
  return join(place, 'server/cli/sightline.mjs');
}

interface Ended {
  code: number | null;
  output: string;
}

function start(...args: string[]): { child: ChildProcess; ended: Promise<Ended> } {
  const child = spawn(process.execPath, args, { env: { PATH: '', HOME: folder }, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  const ended = new Promise<Ended>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, output }));
  });
  return { child, ended };
}

const run = (...args: string[]) => start(...args).ended;

test('an older Node hands over to the installed one, and returns its exit code', async () => {
  const launcher = join(root, 'server/cli/sightline.mjs');
  expect(await run(old, launcher, '--version')).toMatchObject({ code: 0, output: expect.stringMatching(/^\d+\.\d+/) });
  expect(await run(old, launcher, 'show')).toMatchObject({ code: 2 });
});

test('Ctrl-C reaches the Node that was handed over to', async () => {
  const silent = createServer();
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  try {
    const url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
    const asked = new Promise((resolve) => silent.once('connection', resolve));
    const launcher = join(root, 'server/cli/sightline.mjs');
    const args = ['wait', '01ARZ3NDEKTSV4RRFFQ69G5FAV', '--url', url, '--token', 'slt_nobodys'];
    const { child, ended } = start(old, launcher, ...args);
    await asked;
    child.kill('SIGINT');
    expect(await ended).toEqual({ code: 130, output: expect.stringContaining('sightline wait 01ARZ3') });
  } finally {
    silent.close();
  }
});

test('without another installed Node, it says which version is needed', async () => {
  const { code, output } = await run(old, await install(folder), '--version');
  expect(code).toBe(1);
  expect(output).toMatch(/needs Node 24; this is \d+/);
  expect(output).toContain('https://nodejs.org/');
});

test('it runs alone, without the service’s packages', async () => {
  expect(await run(await install(folder), '--help')).toMatchObject({ code: 0 });
});

test('it runs as a dependency, where Node itself strips no types', async () => {
  const launcher = await install(join(folder, 'node_modules/sightline'));
  expect(await run(launcher, 'list', '--help')).toMatchObject({ code: 0, output: expect.stringContaining('--all') });
});

test('it caches compiled code in the user’s home, and also runs where that is impossible', async () => {
  const launcher = join(root, 'server/cli/sightline.mjs');
  const first = await run(launcher, 'list', '--help');
  const kept = await readdir(join(folder, '.cache/sightline'), { recursive: true });
  expect(kept.length).toBeGreaterThan(5);
  expect(await run(launcher, 'list', '--help')).toEqual(first);
  await rm(join(folder, '.cache'), { recursive: true });
  await writeFile(join(folder, '.cache'), 'in the way');
  expect(await run(launcher, 'list', '--help')).toEqual(first);
});
