import { createRemoteJWKSet, jwtVerify } from 'jose';
import { beforeEach, expect, test } from 'vitest';
import { appEnvironment } from '../../support/app.ts';
import { type Bench, type Pull, startBench } from './support/bench.ts';
import { asPerson } from './support/pulls.ts';
import { startReceiver } from './support/receiver.ts';

/** What the built Action sends to the GitHub App, which is a receiver here, and what it leaves to the App. */
const images = { images: 'shots/*.png' };
const address = 'https://app.test/reviews/7';
const taken = (fields: object = {}) => ({
  status: 201,
  body: { check_url: 'https://x.test/check', comment: 'app', sign_in_url: null, link: 'direct', ...fields },
});

const receiver = await startReceiver();
const signIn = { GITHUB_CLIENT_ID: 'of no worth', GITHUB_CLIENT_SECRET: 'of no worth' };
const bench = await startBench({ ...appEnvironment, ...signIn, APP_URL: receiver.url });
beforeEach(() => {
  receiver.received.length = 0;
  receiver.bodies.length = 0;
  receiver.answers = [taken()];
});

async function openPull(options: Parameters<Bench['openPull']>[0] = {}): Promise<Pull> {
  const pull = await bench.openPull(options);
  await pull.draw('shots/a.png', 'red');
  return pull;
}

test('the App gets the pass with proof of the job, and only the App comments', async () => {
  const pull = await openPull();
  const run = await pull.act({ inputs: { ...images, name: 'Checkout' } });
  expect(run.log).not.toContain('::error::');
  expect(run.exitCode).toBe(0);
  const review = await pull.review(run);
  expect(receiver.bodies).toEqual([
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
    audience: receiver.url,
  });
  expect(payload.repository_id).toBe(String(pull.repositoryId));
  expect(review.webhook).not.toBeNull();
  expect(await pull.comments()).toEqual([]);
  expect(run.summary).toContain('(https://x.test/check)');
  expect(run.log).not.toContain(receiver.received[0]?.id_token);
});

test('the Action comments without the App, until the App comments itself', async () => {
  const pull = await openPull();
  const alone = await pull.act({ inputs: { ...images, app: 'none' } });
  expect(alone.exitCode).toBe(0);
  expect(receiver.received).toEqual([]);
  expect((await pull.review(alone)).webhook).toBeNull();
  expect(await pull.comments()).toMatchObject([{ author: 'github-actions[bot]' }]);

  const last = await pull.act({ inputs: images, attempt: 2 });
  expect(last.exitCode, last.log).toBe(0);
  expect(await pull.comments()).toEqual([]);
  // Another client may have opened the pass that this run found.
  expect(receiver.bodies).toEqual([expect.objectContaining({ review_id: alone.outputs['review-id'], reused: true })]);
});

test('with sign-in only the App’s address is published, in a comment where the App asks for one', async () => {
  receiver.answers = [taken({ comment: 'action', sign_in_url: address })];
  const pull = await openPull({ private: false });
  const run = await pull.act({ inputs: { ...images, 'carry-over': 'false' } });
  expect(run.log).not.toContain('::error::');
  const review = await pull.review(run);
  expect(run.outputs['review-url']).toBe(address);
  expect(JSON.parse(run.outputs.reviews ?? '')).toMatchObject([{ url: address }]);
  const [comment] = await pull.comments();
  expect(comment?.body).toContain('asks you to sign in with GitHub first');
  const rows = /sightline-rows:([\w+/=]*)/.exec(comment?.body ?? '')?.[1] ?? '';
  const left = [run.rawLog, JSON.stringify(run.outputs), run.summary, comment?.body, atob(rows)].join('\n');
  for (const url of [review.review_url, review.guest_share_url]) expect(left).not.toContain(url.split('/').at(-1));
  expect(left).toContain(address);
  expect(receiver.bodies).toEqual([expect.objectContaining({ link: 'sign-in', carry_over: false })]);
});

test.each([
  ['sign-in', address],
  ['hidden', ''],
])('the review’s own link is published nowhere where the repository’s settings say %s', async (link, shown) => {
  receiver.answers = [taken({ sign_in_url: address, link })];
  const pull = await openPull();
  const run = await pull.act({ inputs: images });
  expect(run.exitCode, run.log).toBe(0);
  expect(receiver.bodies).toEqual([expect.not.objectContaining({ link: 'sign-in' })]);
  expect(run.outputs['review-url']).toBe(shown);
  const left = [run.rawLog, JSON.stringify(run.outputs), run.summary].join('\n');
  const review = await pull.review(run);
  for (const url of [review.review_url, review.guest_share_url]) expect(left).not.toContain(url.split('/').at(-1));
  expect([left.includes(address), left.includes('shows no link to the review')]).toEqual([shown !== '', shown === '']);
});

test('the App says whether its check needs a decision, which a job that waits follows', async () => {
  const pull = await openPull();
  const first = await pull.act({ inputs: images });
  const link = bench.service.byLink(first.outputs['review-url'] ?? '');
  await link.call('decide', { outcome: 'approved', after_decision: 0 });
  await pull.push();
  receiver.answers = [taken({ settled: null })];
  const asks = await pull.act({ inputs: { ...images, wait: '0.001' } });
  expect(asks.log).toContain('No decision in 0.001 minutes');
  expect(asks.summary).toContain('◐ Waiting for a decision');
  receiver.answers = [taken({ settled: 'Approved before, on abc1234' })];
  const passes = await pull.act({ inputs: { ...images, wait: '60' }, attempt: 2 });
  expect(passes.exitCode, passes.log).toBe(0);
  expect(passes.summary).toContain('✓ Approved before, on abc1234');
});

/** Runs a job that waits, and approves its review as soon as the job has named it. */
async function actAndApprove(pull: Pull, before = async (): Promise<unknown> => undefined) {
  let approved: Promise<unknown> | undefined;
  const run = await pull.act({
    inputs: { ...images, wait: '60' },
    onLine: (line) => {
      const link = /^Review: (\S+)/.exec(line)?.[1];
      if (link === undefined) return;
      const decision = { outcome: 'approved', after_decision: 0 } as const;
      approved ??= before().then(() => bench.service.byLink(link).call('decide', decision));
    },
  });
  await approved;
  return run;
}

test('a job that waits succeeds only by an approval with which the check passes', async () => {
  const pull = await openPull();
  const concluding = (...conclusions: (string | null)[]) => {
    receiver.answers = conclusions.map((conclusion) => taken({ settled: null, conclusion }));
  };
  concluding(null, 'failure');
  const refused = await actAndApprove(pull);
  expect(refused.exitCode).toBe(1);
  expect(refused.log).toContain('::error::The review is approved, but its check does not pass. https://x.test/check');
  expect(refused.summary).toContain('✗ Approved, but its check fails: see there');
  concluding('failure', 'success');
  expect((await pull.act({ inputs: { ...images, wait: '60' }, attempt: 2 })).exitCode).toBe(0);
});

test('a job that waits needs no check of a pull request that was merged after the approval', async () => {
  const pull = await openPull();
  receiver.answers = [taken(), taken({ conclusion: 'failure' })];
  const close = () => asPerson(bench, pull, 'PATCH', `/pulls/${pull.number}`, { state: 'closed' });
  const run = await actAndApprove(pull, close);
  expect(run.exitCode, run.log).toBe(0);
  expect(receiver.bodies).toHaveLength(1);
});

test('an App that accepts the review without an address fails the job, and nothing is published', async () => {
  receiver.answers = [taken({ comment: 'action' })];
  const pull = await openPull();
  const run = await pull.act({ inputs: { ...images, link: 'sign-in' } });
  expect(run.exitCode).toBe(1);
  expect(run.log).toContain('gave no address that asks people to sign in, so nothing was posted');
  const secret = (await pull.review(run)).review_url.split('/').at(-1);
  expect([run.rawLog, JSON.stringify(run.outputs), run.summary].join('\n')).not.toContain(secret);
  expect(await pull.comments()).toEqual([]);
});

test('an App that is briefly unavailable gets a new token, and its refusal fails the job; with comment false nobody comments', async () => {
  receiver.answers = [{ status: 503, body: {} }, taken({ comment: 'action' })];
  const pull = await openPull();
  const quiet = await pull.act({ inputs: { ...images, comment: 'false' } });
  expect(quiet.exitCode).toBe(0);
  expect(quiet.summary).toContain(quiet.outputs['review-url']);
  expect(await pull.comments()).toEqual([]);
  expect(receiver.bodies).toMatchObject([{ comment: false }, { comment: false }]);
  expect(new Set(receiver.received.map(({ id_token }) => id_token)).size).toBe(2);

  receiver.answers = [{ status: 403, body: { message: 'The App is not installed on acme/site.' } }];
  const refused = await pull.act({ inputs: images, attempt: 2 });
  expect(refused.exitCode).toBe(1);
  expect(refused.log).toContain('The App is not installed on acme/site.');
});

test('a job that cannot prove itself fails before anything is created', async () => {
  const pull = await openPull();
  const run = await pull.act({ inputs: images, event: 'pull_request_target' });
  expect(run.exitCode).toBe(1);
  expect(run.log).toContain('Nothing was made.');
  expect(receiver.received).toEqual([]);
  expect((await pull.client.call('list_reviews', {})).reviews).toEqual([]);
});
