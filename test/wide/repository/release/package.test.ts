import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { createClient } from '../../../../server/contract/client.ts';
import { installPackage, root } from '../../../repository/release/support/install.ts';
import { base64 } from '../../../support/factories.ts';
import { atFileEnd } from '../../../support/file-end.ts';
import { freePort } from '../../../support/free-port.ts';
import { words, writePdf } from '../../../support/pdf/write-pdf.ts';

const run = promisify(execFile);

const folder = await installPackage();
const launcher = join(folder, 'node_modules/sightline/server/cli/sightline.mjs');

/** Starts `sightline serve` in the folder, with a database of its own in `data`. */
async function serve(environment: Record<string, string> = {}) {
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const child = spawn(process.execPath, [launcher, 'serve'], {
    cwd: folder,
    env: { PATH: process.env.PATH, HOME: folder, PORT: String(port), LOG_LEVEL: 'warn', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  atFileEnd(() => child.kill('SIGKILL'));
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
  }
  const ended = once(child, 'exit');
  await Promise.race([
    expect.poll(() => said).toContain('Sightline is at'),
    ended.then(() => Promise.reject(new Error(`It ended: ${said}`))),
  ]);
  return { url, child, ended, said: () => said };
}

test('an installed package has the command line', async () => {
  const { stdout } = await run(process.execPath, [launcher, '--help'], { cwd: folder });
  expect(stdout).toContain('Usage: sightline COMMAND');
  expect(stdout).toMatch(/^ +serve +Start the service/m);
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  expect((await run(process.execPath, [launcher, '--version'])).stdout.trim()).toContain(version);
});

test('an installed package is a whole service: pages, captures, PDFs and second opinions', async () => {
  const { url, child, ended, said } = await serve();
  const readiness = async () => (await fetch(`${url}/readyz`)).json();
  await expect.poll(readiness).toMatchObject({ ready: true, storage: true, worker: true });
  for (const page of ['/', '/docs', '/help/', '/workspace']) expect((await fetch(url + page)).status).toBe(200);

  const { token } = await createClient({ baseUrl: url }).call('create_try_token', {});
  const client = createClient({ baseUrl: url, bearer: token });
  const sources = [
    { images: [await base64()] },
    { html: '<h1>Hello</h1>', type: 'email' as const },
    { pdf: writePdf({ pages: [{ content: words('Hello', 80, 300, 60) }] }).toString('base64') },
  ];
  for (const source of sources) {
    const made = await client.call('create_review', { title: 'From a package', ...source });
    await expect.poll(async () => (await client.call('get_review', { id: made.id })).status).toBe('open');
    const asked = await client.call('second_opinion', { id: made.id });
    expect(asked.queued).toBe(1);
    const opinion = async () => (await client.call('get_review', { id: made.id })).second_opinion;
    await expect.poll(opinion).toMatchObject({ waiting: 0, done: 1, failed: 0 });
    expect((await fetch(made.review_url)).status).toBe(200);
  }

  child.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
  expect(said()).not.toMatch(/"level":(50|60)/);
});

test('the package contains compiled files and no source, and exports nothing internal', () => {
  const inside = join(folder, 'node_modules/sightline');
  const files = readdirSync(inside, { recursive: true, encoding: 'utf8' });
  expect(files.filter((file) => /\.tsx?$/.test(file))).toEqual([]);
  expect(files.filter((file) => /^(test|action|server\/setup)\//.test(file))).toEqual([]);
  const migrations = (place: string) =>
    readdirSync(join(place, 'server/db/migrations')).filter((name) => /^\d/.test(name));
  expect(migrations(inside)).toEqual(migrations(root));
  for (const file of ['LICENSE', 'README.md', 'CHANGELOG.md', 'app.yml', 'server/docs/checklist.md']) {
    expect(existsSync(join(inside, file))).toBe(true);
  }
});
