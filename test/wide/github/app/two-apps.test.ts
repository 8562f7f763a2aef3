import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { pullEvent, untilNamed } from '../../../github/app/support/github.ts';
import { decided, newPin, newReview, newSecret } from '../../../github/app/support/review.ts';
import {
  createActions,
  type PullRequest,
  requestIdToken,
  startApp,
  startBench,
  until,
  untilComment,
} from '../../../github/app/support/start-app.ts';
import { startHttpServer } from '../../../support/servers.ts';

const environment = { SWEEP_SECONDS: '1' };
const bench = await startBench(environment);
// A second process of the same App. The two share only the database and GitHub.
const other = await startApp({ ...bench.environment, ...environment });
const server = await startHttpServer((request, response) => other.handle(request, response));

const urls = () => [bench.url, server.origin];

async function deliverToBoth(pull: PullRequest, action: string): Promise<number[]> {
  const text = 'select installation_id as id from github_pull_request where number = $1 limit 1';
  const [row] = await bench.sql<{ id: string }>(text, [pull.number]);
  const installation = { id: Number(row?.id) };
  const body = JSON.stringify({ ...pullEvent(pull, action), installation });
  const signature = createHmac('sha256', bench.github.app.webhookSecret).update(body).digest('hex');
  const headers = { 'x-github-event': 'pull_request', 'x-hub-signature-256': `sha256=${signature}` };
  return Promise.all(
    urls().map(async (url) => (await fetch(`${url}/api/github/webhooks`, { method: 'POST', headers, body })).status),
  );
}

test('two processes that receive the same event concurrently update GitHub once', async () => {
  const settings = 'reviews:\n  visual:\nsummary: true\nfixer: workflow_dispatch\n';
  const files = { '.github/workflows/sightline-fix.yml': 'on: workflow_dispatch\n' };
  const rounds = 2;
  let told = 0;
  for (let round = 0; round < rounds; round++) {
    const pull = await bench.newPullRequest({ settings, files });
    const review = newReview({ revision: pull.headSha });
    const secret = newSecret();
    bench.service.put(secret, review);
    const run = await bench.github.startRun({ repository: pull.repository, pullRequest: pull.number });
    const tokens = await Promise.all(urls().map(() => requestIdToken(run, bench.url)));
    const registered = await Promise.all(
      urls().map(async (url, index) => {
        const registration = {
          id_token: tokens[index],
          review_id: review.id,
          review_secret: secret,
          name: 'visual',
          pull_request: pull.number,
          head_sha: pull.headSha,
        };
        return createActions({ url, github: bench.github, service: bench.service }).register(registration);
      }),
    );
    expect(registered.map(({ status }) => status)).toEqual([200, 200]);
    expect(new Set(registered.map(({ body }) => body.check_url)).size).toBe(1);
    expect(await deliverToBoth(pull, 'synchronize')).toEqual([202, 202]);

    const asked = decided(review, 'changes_requested', { work_packets: { pins: [newPin()], must_fix: [] } });
    bench.service.put(secret, asked);
    const decisions = await Promise.all(
      [...urls(), ...urls()].map((url) => {
        const actions = createActions({ url, github: bench.github, service: bench.service });
        return actions.decide(
          { review, secret, name: 'visual', runId: run.runId, answer: { status: 0, body: {} } },
          asked,
        );
      }),
    );
    expect(decisions).toEqual([202, 202, 202, 202]);
    expect(await deliverToBoth(pull, 'edited')).toEqual([202, 202]);
    await untilNamed(bench, pull, 'Sightline / visual', { conclusion: 'failure' });
    await untilNamed(bench, pull, 'Sightline', { conclusion: 'failure' });
    await untilComment(bench, pull, 'a fixing agent was started');
    // Both have swept it once more.
    const before = bench.service.reads(secret);
    await until('two sweeps', async () => bench.service.reads(secret) > before + 2);

    const checks = await bench.github.checks(pull.repository, pull.headSha);
    expect(checks.map(({ name }) => name).sort()).toEqual(['Sightline', 'Sightline / visual']);
    expect(await bench.github.comments(pull.repository, pull.number)).toHaveLength(1);
    expect(bench.github.dispatches(pull.repository)).toHaveLength(1);
    told += decisions.length + registered.length + 4;
  }
  console.log(
    `two processes, ${rounds} pull requests, ${told} registrations, decisions and events: ${rounds} checks, comments and dispatches each`,
  );
});
