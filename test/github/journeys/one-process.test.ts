import { createHmac } from 'node:crypto';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { registrationPath } from '../../../server/contract/registration.ts';
import { runAction } from '../../support/action.ts';
import { gitHubEnvironment } from '../../support/local-github/environment.ts';
import { startLocalGitHub } from '../../support/local-github/index.ts';
import type { LocalGitHub } from '../../support/local-github/types.ts';
import { startService, type TestService } from '../../support/service.ts';

/** `npm start` with the App's credentials: one process is service, worker and App. */
let github: LocalGitHub;
let service: TestService;

beforeAll(async () => {
  github = await startLocalGitHub();
  service = await startService({ ...gitHubEnvironment(github), LOG_LEVEL: 'error' });
});

afterAll(async () => {
  await service?.close();
  await github?.close();
});

test('the App inside the service turns a decision into a check, without dialling its own port', async () => {
  const picture = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
    'base64',
  );
  const { fullName } = await github.createRepository({ owner: 'octo', name: 'tiny', private: true });
  await github.installApp(fullName, `${service.url}/api/github/webhooks`);
  const pull = await github.openPullRequest({ repository: fullName, branch: 'dot', title: 'A dot' });
  const run = await github.startRun({ repository: fullName, pullRequest: pull.number });
  const client = await service.newClient();
  const workspace = await mkdtemp(join(tmpdir(), 'workspace-'));
  await writeFile(`${workspace}/dot.png`, picture);
  const action = await runAction({
    env: run.env,
    githubToken: run.token,
    workspace,
    inputs: { 'service-url': service.url, token: client.token, name: 'dot', images: '*.png' },
  });
  expect(action.log).not.toContain('Error');
  expect(action.exitCode).toBe(0);
  const link = action.outputs['review-url'] ?? '';
  await service.byLink(link).call('decide', { outcome: 'approved', after_decision: 0 });
  await expect
    .poll(async () => (await github.checks(fullName, pull.headSha))[0]?.conclusion, { timeout: 60_000, interval: 200 })
    .toBe('success');
  // The check turns before the App has answered: the delivery ends a moment after it.
  const statuses = async () => {
    const { deliveries } = await client.call('list_deliveries', { id: action.outputs['review-id'] ?? '' });
    return deliveries.map((delivery) => delivery.status);
  };
  await expect.poll(statuses, { timeout: 60_000, interval: 200 }).toEqual(['delivered']);
});

test('the App’s addresses still check what they are given', async () => {
  const forged = Buffer.from('{"action":"opened"}');
  const signature = `sha256=${createHmac('sha256', 'wrong').update(forged).digest('hex')}`;
  const webhook = await fetch(`${service.url}/api/github/webhooks`, {
    method: 'POST',
    headers: { 'x-github-event': 'pull_request', 'x-github-delivery': '1', 'x-hub-signature-256': signature },
    body: forged,
  });
  expect(webhook.status).toBeGreaterThanOrEqual(400);
  expect(webhook.status).toBeLessThan(500);
  const registration = await fetch(service.url + registrationPath, { method: 'POST', body: '{}' });
  expect(registration.status).toBe(422);
});
