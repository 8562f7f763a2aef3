import { afterAll, beforeAll, expect, test } from 'vitest';
import { reviewerOf } from '../../support/factories.ts';
import { gitHubEnvironment } from '../../support/local-github/environment.ts';
import { type People, startPeople } from '../../support/local-github/people.ts';
import { type Bench, type Pull, startBench } from '../action/support/bench.ts';

/** `npm start` with the App's credentials: one process is service, worker and App. The Action is the built one. */
let bench: Bench;
let people: People;
const images = { images: 'shots/*.png' };
const visual = 'Sightline / visual';

beforeAll(async () => {
  people = await startPeople();
  bench = await startBench((github) => ({ ...gitHubEnvironment(github, people), LOG_LEVEL: 'error' }));
  people.forwardTo(bench.github.apiUrl);
});
afterAll(() => Promise.all([bench.close(), people.close()]));

async function openPull(options: Parameters<Bench['openPull']>[0] = {}): Promise<Pull> {
  const pull = await bench.openPull(options);
  await bench.github.installApp(pull.repository, `${bench.service.url}/api/github/webhooks`);
  await pull.draw('shots/a.png', 'red');
  return pull;
}

const checksOf = async (pull: Pull) =>
  (await bench.github.checks(pull.repository, pull.headSha)).map(({ name, conclusion }) => [name, conclusion]);

test('a public repository’s review shows only the App’s address, where a person signs in and approves', async () => {
  const pull = await openPull({ private: false });
  const run = await pull.act({ inputs: images });
  expect(run.log).not.toContain('::error::');
  expect(run.exitCode).toBe(0);
  const review = await pull.review(run);
  const address = `${bench.service.url}/review/${pull.repositoryId}-${review.id}`;
  expect(run.outputs['review-url']).toBe(address);
  const bodies = async () => (await pull.comments()).map(({ body }) => body);
  await expect.poll(bodies).toEqual([expect.stringContaining(address)]);
  const [check] = await bench.github.checks(pull.repository, pull.headSha);
  expect(check).toMatchObject({ name: visual, conclusion: null, detailsUrl: address });
  const left = JSON.stringify([run.rawLog, run.outputs, run.summary, await bodies(), check]);
  for (const url of [review.review_url, review.guest_share_url]) expect(left).not.toContain(url.split('/').at(-1));

  people.addPerson('ada');
  people.allow('ada', { fullName: pull.repository, id: pull.repositoryId, private: false }, 'write');
  const begun = await fetch(address, { redirect: 'manual' });
  expect(begun.headers.get('content-security-policy')).toContain("default-src 'none'");
  const cookie = begun.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  const back = await people.authorize('ada', begun.headers.get('location') ?? '');
  const arrived = await fetch(back, { redirect: 'manual', headers: { cookie } });
  const [link, assertion = ''] = (arrived.headers.get('location') ?? '').split('#vouch=');
  expect(link).toBe(review.review_url);
  const reviewer = reviewerOf(review);
  const { identity, login } = await reviewer.call('identify', { assertion });
  expect(login).toBe('ada');
  const { review: decided } = await reviewer.call('decide', { outcome: 'approved', after_decision: 0, identity });
  expect(decided.decision?.verified_login).toBe('ada');
  await expect.poll(() => checksOf(pull)).toEqual([[visual, 'success']]);
  // The check turns before the App has answered the delivery.
  const statuses = async () =>
    (await pull.client.call('list_deliveries', { id: review.id })).deliveries.map(({ status }) => status);
  await expect.poll(statuses).toEqual(['delivered']);
  for (const secret of [assertion, identity, ...people.tokens(), people.clientSecret, cookie.split('=')[1] ?? '']) {
    expect(bench.service.logged()).not.toContain(secret);
  }
});

test('the trusted half of a fork’s workflow gets its check through the run that triggered it', async () => {
  const pull = await openPull({ fork: 'mallory' });
  const first = await bench.github.startRun({ repository: pull.repository, pullRequest: pull.number });
  const run = await pull.act({ inputs: images, event: 'workflow_run', triggeredBy: first.runId });
  expect(run.log).not.toContain('::error::');
  expect(run.exitCode).toBe(0);
  expect((await pull.review(run)).revision).toBe(pull.headSha);
  expect(await checksOf(pull)).toEqual([[visual, null]]);
});
