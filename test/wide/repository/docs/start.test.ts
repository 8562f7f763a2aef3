import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readConfig } from '../../../../server/config.ts';
import { block, linesOf } from '../../../repository/docs/support/blocks.ts';
import { openShell } from '../../../repository/docs/support/shell.ts';
import { root } from '../../../repository/readme/support/readme.ts';
import { createTestDatabase } from '../../../support/database.ts';
import { freePort } from '../../../support/free-port.ts';
import { PATIENCE_MS } from '../../../support/patience.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

const folder = await temporaryFolder('sightline-start-');
const database = await createTestDatabase();

const serve = `'${process.execPath}' '${join(root, 'server/serve.ts')}'`;

/** Starts what the commands start, as npm would once everything is prepared, and stops it when `use` has ended. */
async function started(commands: string, use: (child: ChildProcess) => Promise<void>): Promise<void> {
  const text = commands.replaceAll('npm start', `exec ${serve}`);
  const child = spawn('sh', ['-euc', text], { cwd: root, env: { PATH: process.env.PATH }, stdio: 'ignore' });
  const ended = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)));
  try {
    await use(child);
  } finally {
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
  }
}

/** Creating a database takes a busy machine a while. */
const patience = { timeout: PATIENCE_MS * 2 };

const ready = (port: number) => () =>
  fetch(`http://127.0.0.1:${port}/readyz`).then(
    async (answer) => (await answer.json()) as { ready: boolean; worker: boolean },
    () => ({ ready: false, worker: false }),
  );

test('the command that sets a service’s address starts one whose links have it', async () => {
  const line = block('README', 'BASE_URL=');
  expect(block('start-self-host', 'BASE_URL=')).toBe(line);
  const port = await freePort();
  const here = line.replace('PORT=4000', `PORT=${port}`).replace('/var/lib/sightline', join(folder, 'data'));
  await started(here, async () => {
    await expect.poll(ready(port), patience).toMatchObject({ ready: true, worker: true });
    const said = await (await fetch(`http://127.0.0.1:${port}/.well-known/sightline`)).json();
    expect(said).toMatchObject({ mcp_url: 'https://sightline.example.com/mcp/sightline' });
  });
});

test('the commands for several machines start a web process and a worker', async () => {
  const [shared = '', storage = '', web = '', worker = ''] = linesOf(block('self-hosting', 'export DATABASE_URL='));
  const port = await freePort();
  const own = [
    shared
      .replace('postgres://sightline@db.example.com/sightline', `'${database.url}'`)
      .replace('SECRET_KEY=…', 'SECRET_KEY=only-for-this-test'),
    storage.replace('s3://shots?region=eu-central-1', `file:${join(folder, 'shots')}`),
    `export PORT=${port} DATA_DIR='${join(folder, 'web')}'\n`,
  ].join('\n');
  await started(own + web, async () => {
    await expect.poll(ready(port), patience).toMatchObject({ ready: true, worker: false });
    await started(own + worker, () => expect.poll(ready(port), patience).toMatchObject({ worker: true }));
  });
});

test('the command that rotates keys makes a value that the service accepts', async () => {
  const shell = await openShell('http://localhost:4000');
  const line = block('self-hosting', 'SECRET_KEY=');
  const { stdout } = await shell.run(`OLD_SECRET_KEY=an-old-key-of-some-length\n${line}\nprintf %s "$SECRET_KEY"`);
  expect(stdout).toMatch(/^[0-9a-f]{64},an-old-key-of-some-length$/);
  expect(readConfig({ SECRET_KEY: stdout }).secretKey).toBe(stdout);
});
