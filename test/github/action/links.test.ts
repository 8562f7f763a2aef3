import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ActionRun } from '../../support/action.ts';
import { type Bench, type Pull, startBench } from './support/bench.ts';
import { type Front, startFront } from './support/front.ts';
import { startReceiver } from './support/receiver.ts';

let bench: Bench;
let receiver: Awaited<ReturnType<typeof startReceiver>>;
/** The service as it is when its App does not let people sign in. */
let front: Front;
const images = { images: 'shots/*.png' };

beforeAll(async () => {
  receiver = await startReceiver();
  bench = await startBench({ APP_URL: receiver.url, OUTBOUND_ALLOW: 'webhook=127.0.0.0/8', APP_SIGN_IN: 'on' });
  front = await startFront(bench.service.url, (request) =>
    request === 'GET /.well-known/sightline'
      ? { change: (body) => ({ ...body, app: { ...Object(body.app), sign_in: false } }) }
      : null,
  );
});
afterAll(() => Promise.all([bench.close(), receiver.close(), front.close()]));

/** Everything a run leaves where people or other steps can read it. */
async function traces(pull: Pull, run: ActionRun): Promise<string> {
  const bodies = (await pull.comments()).map(({ body }) => {
    const rows = /sightline-rows:([\w+/=]*)/.exec(body)?.[1] ?? '';
    return body + Buffer.from(rows, 'base64').toString();
  });
  return [run.rawLog, JSON.stringify(run.outputs), run.summary, ...bodies].join('\n');
}

const address = 'https://app.test/reviews/7';
const taken = (fields: object) => ({ status: 201, body: { check_url: null, comment: 'action', ...fields } });

test('with sign-in only the App’s address is told, and on a public repository that is the default', async () => {
  const pull = await bench.openPull({ private: false });
  await pull.draw('shots/a.png', 'red');
  receiver.received.length = 0;
  receiver.answers = [taken({ sign_in_url: address })];
  const run = await pull.act({ inputs: images });
  expect(run.log).not.toContain('::error::');
  const review = await pull.review(run);
  expect(run.outputs['review-url']).toBe(address);
  expect(JSON.parse(run.outputs.reviews ?? '')).toMatchObject([{ url: address }]);
  const left = await traces(pull, run);
  for (const url of [review.review_url, review.guest_share_url]) expect(left).not.toContain(url.split('/').at(-1));
  expect(left).toContain(address);
  const [comment] = await pull.comments();
  expect(comment?.body).toContain('asks you to sign in with GitHub first');
  expect(receiver.bodies[0]).toMatchObject({ link: 'sign-in' });
});

test('an App that takes the review and gives no address ends the job red, and still nothing is told', async () => {
  const pull = await bench.openPull();
  await pull.draw('shots/a.png', 'red');
  receiver.answers = [taken({})];
  const run = await pull.act({ inputs: { ...images, link: 'sign-in' } });
  expect(run.exitCode).toBe(1);
  expect(run.log).toContain('gave no address that asks people to sign in, so nothing was posted');
  const review = await pull.review(run);
  expect(await traces(pull, run)).not.toContain(review.review_url.split('/').at(-1));
});

test('an App that does not offer it is told apart before anything is made', async () => {
  const pull = await bench.openPull();
  await pull.draw('shots/a.png', 'red');
  const run = await pull.act({ inputs: { ...images, link: 'sign-in', 'service-url': front.url } });
  expect(run.exitCode).toBe(1);
  expect(run.log).toMatch(
    /Input "link": sign-in is asked by the GitHub App, and the one at .* does not offer it\. .*GITHUB_CLIENT_ID and GITHUB_CLIENT_SECRET/,
  );
  const without = await pull.act({ inputs: { ...images, link: 'sign-in', app: 'none' } });
  expect(without.log).toMatch(/Input "link": sign-in is asked by the GitHub App, and this run has none/);
  expect((await pull.client.call('list_reviews', {})).reviews).toEqual([]);

  const open = await bench.openPull({ private: false });
  await open.draw('shots/a.png', 'red');
  const skipped = await open.act({ inputs: { ...images, 'service-url': front.url } });
  expect(skipped.log).toMatch(/::warning::This repository is public, .* GITHUB_CLIENT_ID and GITHUB_CLIENT_SECRET/);
  expect((await open.client.call('list_reviews', {})).reviews).toEqual([]);
});

test('app: none leaves the App out; comment: false writes none, and the App is told', async () => {
  const pull = await bench.openPull();
  await pull.draw('shots/a.png', 'red');
  receiver.received.length = 0;
  receiver.answers = [taken({})];
  const alone = await pull.act({ inputs: { ...images, app: 'none' } });
  expect(alone.exitCode).toBe(0);
  expect(receiver.received).toEqual([]);
  expect((await pull.review(alone)).webhook).toBeNull();
  expect(await pull.comments()).toHaveLength(1);

  const silent = await bench.openPull();
  await silent.draw('shots/a.png', 'red');
  const run = await silent.act({ inputs: { ...images, comment: 'false' } });
  expect(run.exitCode).toBe(0);
  expect(await silent.comments()).toEqual([]);
  expect(run.summary).toContain(run.outputs['review-url']);
  expect(receiver.bodies.at(-1)).toMatchObject({ comment: false });
});

test('the summary shows what changed, in pictures where they are allowed', async () => {
  const pull = await bench.openPull();
  for (const name of ['a', 'b']) await pull.draw(`shots/${name}.png`, 'red');
  receiver.answers = [taken({})];
  await pull.act({ inputs: images });
  await pull.push();
  await pull.draw('shots/b.png', 'blue');
  const run = await pull.act({ inputs: images });
  expect([...run.summary.matchAll(/<img [^>]*alt="([^"]*)"/g)].map(([, label]) => label)).toEqual([
    'shots/b',
    'shots/a',
  ]);
  const plain = await pull.act({ inputs: { ...images, pictures: 'false' }, attempt: 2 });
  expect(plain.summary).not.toContain('<img');
});
