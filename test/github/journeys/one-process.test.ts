import { expect, test } from 'vitest';
import { sql } from '../../api/support/sql.ts';
import { dataUrl, mark, reviewerOf } from '../../support/factories.ts';
import { gitHubEnvironment } from '../../support/local-github/environment.ts';
import { startPeople } from '../../support/local-github/people.ts';
import { type Bench, type Pull, startBench } from '../action/support/bench.ts';

/** `npm start` with the App's credentials: one process is service, worker and App. The Action is the built one. */
const images = { images: 'shots/*.png' };
const visual = 'Sightline / visual';

const people = await startPeople();
const bench = await startBench((github) => ({ ...gitHubEnvironment(github, people), LOG_LEVEL: 'error' }));
people.forwardTo(bench.github.apiUrl);

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

test('marks that follow a request for changes reach the check, the comment and the fixing agent with its update', async () => {
  const pull = await openPull();
  const files = {
    '.github/sightline.yml': 'fixer: workflow_dispatch\n',
    '.github/workflows/sightline-fix.yml': 'on: workflow_dispatch\n',
  };
  await bench.github.push({ repository: pull.repository, branch: 'main', files, message: 'Add a fixing agent' });
  const review = await pull.review(await pull.act({ inputs: images }));
  const reviewer = reviewerOf(review);
  const shown = async () => {
    const [check] = await bench.github.checks(pull.repository, pull.headSha);
    const [comment] = await pull.comments();
    return [
      check?.title,
      /Changes requested[^<|]*/.exec(comment?.body ?? '')?.[0],
      /\d+ open marks?/.exec(comment?.body ?? '')?.[0],
    ];
  };
  const started = () => bench.github.dispatches(pull.repository).map(({ inputs }) => inputs.review_id);

  await reviewer.call('place_mark', mark({ body: 'Too pale' }));
  await reviewer.call('decide', { outcome: 'changes_requested', after_decision: 0 });
  const first = ['Changes requested: 1 mark', 'Changes requested', '1 open mark'];
  await expect.poll(shown).toEqual(first);
  await expect.poll(started).toEqual([review.id]);

  const view = await reviewer.call('place_mark', mark({ body: 'Too small' }));
  expect(view.unsent.marks).toMatchObject([{ id: 2, body: 'Too small' }]);
  expect((await pull.client.call('get_review', { id: review.id })).work_packets.pins).toHaveLength(1);
  expect(await shown()).toEqual(first);

  await reviewer.call('decide', { outcome: 'changes_requested', after_decision: 1 });
  await expect.poll(shown).toEqual(['Changes requested: 2 marks', 'Changes requested (decision 2)', '2 open marks']);
  const [check] = await bench.github.checks(pull.repository, pull.headSha);
  expect(check?.summary).toContain('This is decision 2 of the review. It replaces decision 1.');
  expect(check?.text).toContain('Too small');
  await expect.poll(started).toEqual([review.id, review.id]);
});

test('links in the log and images in the summary of a job are gone after the repository became public, and the review goes on', async () => {
  const pull = await openPull();
  const run = await pull.act({ inputs: images });
  const before = await pull.review(run);
  expect(run.log).toContain(before.review_url);
  // A check shows how a mark should look.
  const reviewer = reviewerOf(before);
  const { reference_image_url: like } = await reviewer.call('add_reference_image', { image: await dataUrl() });
  await reviewer.call('place_mark', mark({ reference_image_url: like }));
  await bench.github.changeRepository(pull.repository, { private: false });
  await expect.poll(async () => (await pull.review(run)).review_url).not.toBe(before.review_url);
  // A read that was under way may have shown the new links, which are then replaced too.
  const left = `select 1 from sightline_queue.job
    where name in ('refresh_pull_request', 'withdraw_links') and state in ('created', 'retry', 'active')`;
  await expect.poll(() => sql(bench.service, left)).toEqual([]);
  const after = await pull.review(run);
  // The summary of the job has the screenshots.
  const imageOf = ({ screenshots: [shot] }: typeof after) => shot?.thumbnail_url ?? '';
  for (const url of [before.review_url, before.guest_share_url, imageOf(before), like])
    expect((await fetch(url)).status).toBe(404);
  for (const url of [after.guest_share_url, imageOf(after), after.marks[0]?.reference_image_url ?? ''])
    expect((await fetch(url)).status).toBe(200);
  await reviewerOf(after).call('decide', { outcome: 'changes_requested', note: 'Too red.', after_decision: 0 });
  await expect.poll(() => checksOf(pull)).toEqual([[visual, 'failure']]);
});
