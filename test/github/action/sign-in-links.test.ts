import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ActionRun } from '../../support/action.ts';
import { gitHubEnvironment } from '../../support/local-github/environment.ts';
import { type People, startPeople } from '../../support/local-github/people.ts';
import { type Bench, type Pull, startBench } from './support/bench.ts';

/** The built Action, the service with the App in its process, and a GitHub that people sign in at. */
let bench: Bench;
let people: People;
const images = { images: 'shots/*.png' };

beforeAll(async () => {
  people = await startPeople();
  bench = await startBench((github) => gitHubEnvironment(github, people));
  people.forwardTo(bench.github.apiUrl);
});
afterAll(() => Promise.all([bench.close(), people.close()]));

async function openPull(options: Parameters<Bench['openPull']>[0] = {}): Promise<Pull> {
  const pull = await bench.openPull(options);
  await bench.github.installApp(pull.repository, `${bench.service.url}/api/github/webhooks`);
  await pull.draw('shots/a.png', 'red');
  return pull;
}

async function untilComment(pull: Pull, words: string): Promise<string> {
  for (const deadline = Date.now() + 120_000; Date.now() < deadline; await new Promise((go) => setTimeout(go, 50))) {
    const found = (await pull.comments()).find(({ body }) => body.includes(words));
    if (found !== undefined) return found.body;
  }
  throw new Error(`No comment with "${words}" came.`);
}

/** Everything that people or other steps can read, the check included. */
async function traces(pull: Pull, run: ActionRun): Promise<string> {
  const checks = await bench.github.checks(pull.repository, pull.headSha);
  return JSON.stringify([run.rawLog, run.outputs, run.summary, await pull.comments(), checks]);
}

/** Goes the whole way of a browser in which this person is signed in. */
async function follow(address: string, login: string): Promise<Response> {
  const begun = await fetch(address, { redirect: 'manual' });
  const cookie = begun.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  const back = await people.authorize(login, begun.headers.get('location') ?? '');
  return fetch(back, { redirect: 'manual', headers: { cookie } });
}

test('the service says that people can sign in', async () => {
  const document = await (await fetch(`${bench.service.url}/.well-known/sightline`)).json();
  expect(document).toMatchObject({ app: { url: bench.service.url, sign_in: true } });
});

test.each([
  ['private, asked for by the workflow', true, { link: 'sign-in' }],
  ['public, by itself', false, {}],
])('outputs, summary, comment and check carry only the App’s address: %s', async (_, isPrivate, inputs) => {
  const pull = await openPull({ private: isPrivate });
  const run = await pull.act({ inputs: { ...images, ...inputs } });
  expect(run.log).not.toContain('::error::');
  expect(run.exitCode).toBe(0);
  const review = await pull.review(run);
  const address = `${bench.service.url}/review/${pull.repositoryId}-${review.id}`;
  expect(run.outputs['review-url']).toBe(address);
  expect(run.summary).toContain(address);
  expect(await untilComment(pull, 'Waiting for a decision')).toContain(address);
  const [check] = await bench.github.checks(pull.repository, pull.headSha);
  expect(check?.detailsUrl).toBe(address);
  const left = await traces(pull, run);
  for (const url of [review.review_url, review.guest_share_url]) expect(left).not.toContain(url.split('/').at(-1));

  people.addPerson('ada');
  people.allow('ada', { fullName: pull.repository, id: pull.repositoryId, private: isPrivate }, 'write');
  const arrived = await follow(address, 'ada');
  expect(arrived.headers.get('location')?.split('#vouch=')[0]).toBe(review.review_url);
});

test('comment: false leaves no comment, and the check comes all the same', async () => {
  const pull = await openPull();
  const run = await pull.act({ inputs: { ...images, comment: 'false' } });
  expect(run.exitCode).toBe(0);
  const loud = await pull.act({ inputs: { ...images, name: 'loud' } });
  expect(loud.exitCode).toBe(0);
  expect(await untilComment(pull, '`loud`')).not.toContain('`visual`');
  const names = (await bench.github.checks(pull.repository, pull.headSha)).map(({ name }) => name).sort();
  expect(names).toEqual(['Sightline / loud', 'Sightline / visual']);
});

test('the trusted half of a fork’s pull request gets its check, by the run that triggered it', async () => {
  const pull = await openPull({ fork: 'mallory' });
  const first = await bench.github.startRun({ repository: pull.repository, pullRequest: pull.number });
  const trusted = { inputs: images, event: 'workflow_run', triggeredBy: first.runId } as const;
  const run = await pull.act(trusted);
  expect(run.log).not.toContain('::error::');
  expect(run.exitCode).toBe(0);
  expect(await bench.github.checks(pull.repository, pull.headSha)).toMatchObject([{ name: 'Sightline / visual' }]);

  const forged = await pull.act({ ...trusted, triggeredBy: 987_654_321 });
  expect(forged.exitCode).toBe(1);
  expect(forged.log).toContain('GitHub knows no such run');
});
