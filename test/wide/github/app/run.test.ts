import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { startFakeService } from '../../../github/app/support/fake-service.ts';
import { pullEvent } from '../../../github/app/support/github.ts';
import { decided } from '../../../github/app/support/review.ts';
import {
  appEnvironment,
  createActions,
  until,
  untilCheck,
  untilComment,
} from '../../../github/app/support/start-app.ts';
import { SECRET_KEY } from '../../../support/app.ts';
import { compiled } from '../../../support/compiled.ts';
import { createTestDatabase } from '../../../support/database.ts';
import { freePort } from '../../../support/free-port.ts';
import { startLocalGitHub } from '../../../support/local-github/index.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

const entry = join(import.meta.dirname, '../../../../server/serve.ts');
const children: ChildProcess[] = [];

const port = await freePort();
const [database, github, service] = await Promise.all([createTestDatabase(), startLocalGitHub(), startFakeService()]);
const url = `http://127.0.0.1:${port}`;
const environment: Record<string, string> = {
  ...appEnvironment({ url, github, service, databaseUrl: database.url }),
  SECRET_KEY,
  PORT: String(port),
  BASE_URL: url,
  HOST: '127.0.0.1',
  DATA_DIR: await temporaryFolder('sightline-run-'),
  LOG_LEVEL: 'debug',
};
afterAll(() => {
  for (const child of children) child.kill('SIGKILL');
});

async function start(command = [entry]) {
  const child = spawn(process.execPath, command, { env: { ...compiled, ...environment }, stdio: 'pipe' });
  children.push(child);
  let output = '';
  child.stdout.on('data', (data) => {
    output += data;
  });
  child.stderr.on('data', (data) => {
    output += data;
  });
  // Includes all of its output.
  const ended = once(child, 'close');
  return {
    child,
    output: () => output,
    async stop(signal: NodeJS.Signals) {
      child.kill(signal);
      return (await ended)[0];
    },
    ready: () => until('the service to listen', async () => output.includes('Sightline is at')),
  };
}

describe('the App in a process of the service', () => {
  test('loses no decision when it is killed, logs no secret, and ends when asked to', async () => {
    const bench = { url, github, service };
    const actions = createActions(bench);
    const first = await start();
    await first.ready();
    expect((await fetch(`${url}/healthz`)).status).toBe(200);

    const pull = await actions.newPullRequest({ settings: 'fixer: workflow_dispatch\n' });
    const registered = await actions.newRegistered(pull);
    expect(registered.answer.status).toBe(200);
    await untilComment(bench, pull, 'Waiting for a decision');
    const approved = decided(registered.review, 'approved');
    service.put(registered.secret, approved);
    github.setOutage(true);
    expect(await actions.decide(registered, approved)).toBe(202);
    await first.stop('SIGKILL');
    github.setOutage(false);

    const second = await start();
    await second.ready();
    expect(await untilCheck(bench, pull, 'Approved')).toMatchObject({ conclusion: 'success' });
    expect(await actions.decide(registered, approved, { secret: 'forged' })).toBe(401);
    expect(await second.stop('SIGTERM')).toBe(0);
    const output = first.output() + second.output();
    // Lines from just before the kill may be lost, because the log is written asynchronously.
    expect(output).toContain('a review was registered');
    const secrets = [registered.secret, environment.SECRET_KEY, environment.GITHUB_WEBHOOK_SECRET, 'BEGIN RSA', 'ghs_'];
    for (const secret of secrets) expect(output).not.toContain(secret);
    expect(output).not.toMatch(/eyJ[\w-]{20}/);
  });

  test('handles an event from Probot\u2019s own command line', async () => {
    const pull = await createActions({ url, github, service }).newPullRequest({ settings: 'reviews:\n  visual:\n' });
    const { installationId } = await github.installApp(pull.repository, url);
    const file = join(tmpdir(), `event-${pull.repositoryId}.json`);
    const probot = join(import.meta.dirname, '../../../../node_modules/probot/bin/probot.js');
    await writeFile(file, JSON.stringify({ ...pullEvent(pull, 'opened'), installation: { id: installationId } }));
    const run = await start([probot, 'receive', '-e', 'pull_request', '-p', file, '-t', 'none', './app/index.ts']);
    await untilCheck({ url, github, service }, pull, 'Waiting for the workflow').finally(() => rm(file));
    await run.stop('SIGKILL');
  });
});
