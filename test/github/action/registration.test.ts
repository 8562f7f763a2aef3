import { createRemoteJWKSet, jwtVerify } from 'jose';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Bench, startBench } from './support/bench.ts';
import { startReceiver } from './support/receiver.ts';

let bench: Bench;
let receiver: Awaited<ReturnType<typeof startReceiver>>;
let appUrl: string;
const images = { images: 'shots/*.png' };
const taken = (comment: 'app' | 'action') => ({ status: 201, body: { check_url: 'https://x.test/check', comment } });

beforeAll(async () => {
  receiver = await startReceiver();
  appUrl = receiver.url;
  bench = await startBench({ APP_URL: appUrl, OUTBOUND_ALLOW: 'webhook=127.0.0.0/8' });
});
beforeEach(() => {
  receiver.received.length = 0;
});
afterAll(() => Promise.all([bench.close(), receiver.close()]));

test('the App gets the pass with proof of the job, and alone writes the comment', async () => {
  receiver.answers = [taken('app')];
  const pull = await bench.openPull();
  await pull.draw('shots/a.png', 'red');
  const run = await pull.act({ inputs: { ...images, name: 'Checkout' } });
  expect(run.log).not.toContain('::error::');
  expect(run.exitCode).toBe(0);
  const review = await pull.review(run);
  expect(receiver.received).toEqual([
    {
      id_token: expect.any(String),
      review_id: review.id,
      review_secret: review.review_url.split('/').at(-1),
      name: 'Checkout',
      pull_request: pull.number,
      head_sha: pull.headSha,
    },
  ]);
  const keys = createRemoteJWKSet(new URL(`${bench.github.oidcIssuer}/.well-known/jwks`));
  const { payload } = await jwtVerify(receiver.received[0]?.id_token ?? '', keys, {
    issuer: bench.github.oidcIssuer,
    audience: appUrl,
  });
  expect(payload.repository_id).toBe(String(pull.repositoryId));
  expect(review.webhook).not.toBeNull();
  expect(await pull.comments()).toEqual([]);
  expect(run.summary).toContain('(https://x.test/check)');
  expect(run.log).not.toContain(receiver.received[0]?.id_token);
});

test('carry-over: false is told to the App, true is as usual and not said', async () => {
  receiver.answers = [taken('app')];
  const pull = await bench.openPull();
  await pull.draw('shots/a.png', 'red');
  await pull.act({ inputs: { ...images, 'carry-over': 'false' } });
  await pull.act({ inputs: { ...images, 'carry-over': 'true' }, attempt: 2 });
  expect(receiver.received[0]).toMatchObject({ carry_over: false });
  expect(receiver.received[1]).not.toHaveProperty('carry_over');
});

test('the Action writes the comment when the App leaves it to it; a pass used again is registered again', async () => {
  receiver.answers = [taken('action')];
  const pull = await bench.openPull();
  await pull.draw('shots/a.png', 'red');
  await pull.act({ inputs: images });
  expect(await pull.comments()).toHaveLength(1);
  await pull.act({ inputs: images, attempt: 2 });
  const [first, second] = receiver.received;
  expect(second?.review_id).toBe(first?.review_id);
  expect(second?.id_token).not.toBe(first?.id_token);
});

test('without the id-token permission the job says what to add, before anything is spent', async () => {
  const pull = await bench.openPull();
  await pull.draw('shots/a.png', 'red');
  const run = await pull.act({
    inputs: images,
    env: { ACTIONS_ID_TOKEN_REQUEST_URL: '', ACTIONS_ID_TOKEN_REQUEST_TOKEN: '' },
  });
  expect(run.exitCode).toBe(1);
  expect(run.log).toMatch(/permissions:.*id-token: write/);
  expect((await pull.client.call('list_reviews', {})).reviews).toEqual([]);
});

test('an App that is briefly away is asked again with a new token; its refusal ends the job with its words', async () => {
  receiver.answers = [{ status: 503, body: {} }, taken('app')];
  const pull = await bench.openPull();
  await pull.draw('shots/a.png', 'red');
  expect((await pull.act({ inputs: images })).exitCode).toBe(0);
  expect(new Set(receiver.received.map(({ id_token }) => id_token)).size).toBe(2);

  receiver.answers = [{ status: 403, body: { message: 'The App is not installed on acme/site.' } }];
  const refused = await pull.act({ inputs: images, attempt: 2 });
  expect(refused.exitCode).toBe(1);
  expect(refused.log).toContain('The App is not installed on acme/site.');
});

test('a job that follows another workflow is registered with the run that triggered it', async () => {
  receiver.answers = [taken('app')];
  const pull = await bench.openPull({ fork: 'mallory' });
  await pull.draw('shots/a.png', 'red');
  const run = await pull.act({
    inputs: images,
    env: { GITHUB_EVENT_NAME: 'workflow_run', GITHUB_SHA: 'c'.repeat(40), GITHUB_REF_NAME: 'main' },
    payload: ({ pull_request: _, ...payload }) => ({
      ...payload,
      action: 'completed',
      workflow_run: {
        id: 4711,
        head_sha: pull.headSha,
        head_branch: 'change',
        head_repository: { owner: { login: 'mallory' } },
        pull_requests: [],
      },
    }),
  });
  expect(run.exitCode).toBe(0);
  expect(receiver.received).toEqual([
    expect.objectContaining({ workflow_run_id: 4711, pull_request: pull.number, head_sha: pull.headSha }),
  ]);
});

test('a run under pull_request_target, which is of the base branch, ends before anything is made', async () => {
  receiver.answers = [taken('app')];
  const pull = await bench.openPull();
  await pull.draw('shots/a.png', 'red');
  const run = await pull.act({ inputs: images, event: 'pull_request_target' });
  expect(run.exitCode).toBe(1);
  expect(run.log).toMatch(
    /::error::.*"pull_request_target" on the base branch\. Nothing was made\..*"on: workflow_run"/,
  );
  expect(receiver.received).toEqual([]);
  expect((await pull.client.call('list_reviews', {})).reviews).toEqual([]);
  // Without the check there is nothing to prove.
  const alone = await pull.act({ inputs: { ...images, app: 'none' }, event: 'pull_request_target' });
  expect(alone.outputs.status).toBe('open');
});

test('the comment that the Action wrote before there was an App is removed once the App has its own', async () => {
  receiver.answers = [taken('app')];
  const pull = await bench.openPull();
  await pull.draw('shots/a.png', 'red');
  await pull.act({ inputs: { ...images, app: 'none' } });
  expect(await pull.comments()).toMatchObject([{ author: 'github-actions[bot]' }]);
  const run = await pull.act({ inputs: images, attempt: 2 });
  expect(run.exitCode, run.log).toBe(0);
  expect(await pull.comments()).toEqual([]);
});
