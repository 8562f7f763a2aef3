import { afterAll, beforeAll, expect, test } from 'vitest';
import { untilNamed } from '../app/support/github.ts';
import { type Bench, startBench, until, untilComment } from '../app/support/start-app.ts';

const visual = 'Sightline / visual';
const settings = 'reviews:\n  visual:\n';
let bench: Bench;
beforeAll(async () => {
  bench = await startBench({ SWEEP_SECONDS: '1' });
});
afterAll(() => bench.close());

const lists = (repository: string) =>
  bench.github.calls().filter((call) => call.method === 'GET' && call.path === `/repos/${repository}/pulls`);

test('a head whose event was lost, and a whole pull request, get the checks that the repository lists', async () => {
  const pull = await bench.newPullRequest({ settings });
  await untilNamed(bench, pull, visual, { status: 'queued' });
  bench.github.loseEvents(pull.repository, true);
  const { headSha } = await bench.github.push({ repository: pull.repository, branch: 'checkout', message: 'more' });
  await untilNamed(bench, { ...pull, headSha }, visual, { title: 'Waiting for the workflow', status: 'queued' });
  const beside = await bench.newPullRequest({ beside: { pull, branch: 'another' } });
  await untilNamed(bench, beside, visual, { title: 'Waiting for the workflow', status: 'queued' });
  for (const sha of [headSha, beside.headSha]) {
    expect(await bench.github.checks(pull.repository, sha)).toHaveLength(1);
  }
  console.log(`2 lost events: 2 heads checked, ${lists(pull.repository).length} lists read`);
});

test('as long as nothing changes it costs one conditional call a sweep', async () => {
  const pull = await bench.newPullRequest({ settings });
  await untilNamed(bench, pull, visual, { status: 'queued' });
  const unchanged = () => lists(pull.repository).filter((call) => call.status === 304);
  await until('two sweeps over an unchanged list', async () => unchanged().length >= 2);
  const from = unchanged().at(-2)?.at ?? 0;
  await until('two more', async () => unchanged().length >= 4);
  const calls = bench.github
    .calls()
    .filter((call) => call.at > from && call.path.startsWith(`/repos/${pull.repository}`));
  expect(new Set(calls.map(({ method, path, status }) => `${method} ${path} ${status}`))).toEqual(
    new Set([`GET /repos/${pull.repository}/pulls 304`]),
  );
});

test('a repository that lists no checks is left alone', async () => {
  const pull = await bench.newPullRequest();
  await bench.newRegistered(pull);
  await untilNamed(bench, pull, visual, { title: 'Waiting for a decision' });
  bench.github.loseEvents(pull.repository, true);
  const { headSha } = await bench.github.push({ repository: pull.repository, branch: 'checkout', message: 'more' });
  const before = lists(pull.repository).length;
  await until('two sweeps', async () => lists(pull.repository).length >= before + 2);
  expect(await bench.github.checks(pull.repository, headSha)).toEqual([]);
});

test('a repository that became public while its event was lost shows no link any more', async () => {
  const pull = await bench.newPullRequest();
  const { secret } = await bench.newRegistered(pull);
  await untilComment(bench, pull, secret);
  bench.github.loseEvents(pull.repository, true);
  await bench.github.changeRepository(pull.repository, { private: false });
  const comment = await untilComment(bench, pull, 'this repository shows none here');
  expect(comment.body).not.toContain(secret);
});

test('GitHub away while it looks: the next sweep finds what was missed', async () => {
  const pull = await bench.newPullRequest({ settings });
  await untilNamed(bench, pull, visual, { status: 'queued' });
  bench.github.loseEvents(pull.repository, true);
  const path = new RegExp(`^/repos/${pull.repository}/pulls$`);
  bench.github.inject({ method: 'GET', path, status: 502, times: 2 });
  bench.github.inject({ method: 'GET', path, status: 0, kind: 'cut' });
  const { headSha } = await bench.github.push({ repository: pull.repository, branch: 'checkout', message: 'more' });
  await untilNamed(bench, { ...pull, headSha }, visual, { title: 'Waiting for the workflow', status: 'queued' });
});
