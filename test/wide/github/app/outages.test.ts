import { describe, expect, test } from 'vitest';
import { findCheck, pullEvent, untilNamed } from '../../../github/app/support/github.ts';
import { startSlowGitHub } from '../../../github/app/support/slow-github.ts';
import { type PullRequest, startBench, until, untilComment } from '../../../github/app/support/start-app.ts';

const visual = 'Sightline / visual';
const slow = await startSlowGitHub();
const bench = await startBench({ GITHUB_API_URL: slow.url });
slow.lead(bench.github.apiUrl);

/** Returns a registered review that GitHub shows as waiting, with nothing left to do. */
async function waiting(settings?: string) {
  const pull = await bench.newPullRequest(settings === undefined ? {} : { settings });
  const registered = await bench.newRegistered(pull);
  await untilComment(bench, pull, 'Waiting for a decision');
  await bench.idle(pull);
  return { pull, registered };
}

const checkRuns = (pull: PullRequest) => new RegExp(`^/repos/${pull.repository}/check-runs`);

describe('while GitHub answers', () => {
  test('"Re-run" is not lost: a new run is created once the old one is written', async () => {
    const { pull, registered } = await waiting();
    const held = slow.hold('PATCH', checkRuns(pull));
    await bench.settle(registered, 'changes_requested');
    await held.reached;
    const first = await untilNamed(bench, pull, visual, { conclusion: 'failure' });
    const payload = {
      action: 'rerequested',
      check_run: { id: first.id },
      repository: { id: pull.repositoryId, full_name: pull.repository },
    };
    expect(await bench.github.deliver(pull.repository, 'check_run', payload)).toBe(202);
    held.release();
    const fresh = await until('a second run', async () => {
      const check = await findCheck(bench, pull, visual);
      return check?.id !== first.id && check?.conclusion === 'failure' && check;
    });
    expect(fresh.title).toBe('Changes requested');
    await bench.idle(pull);
    expect(await bench.github.checks(pull.repository, pull.headSha)).toHaveLength(2);
  });

  test('a repository may be renamed: the decision is written there', async () => {
    const { pull, registered } = await waiting();
    const row = async () => {
      const text = 'select full_name, paused from github_pull_request where repository_id = $1';
      return (await bench.sql<{ full_name: string; paused: boolean }>(text, [pull.repositoryId]))[0];
    };
    const held = slow.hold('GET', new RegExp(`^/repos/${pull.repository}/pulls/${pull.number}$`));
    expect(await bench.github.deliver(pull.repository, 'pull_request', pullEvent(pull, 'edited'))).toBe(202);
    await held.reached;
    await bench.settle(registered, 'approved');
    // The decision waits for the running read, ahead of the work that the new name causes.
    await until('the decision to wait for its turn', async () => {
      const locks = await bench.sql(
        `select 1 from pg_locks where locktype = 'advisory' and not granted
           and database = (select oid from pg_database where datname = current_database())`,
      );
      return locks.length > 0;
    });
    await bench.github.changeRepository(pull.repository, { name: 'moved' });
    // Ends GitHub's redirects from the old name.
    await bench.github.createRepository({ owner: 'acme', name: pull.repository.slice('acme/'.length) });
    await until('the App to know the name', async () => (await row())?.full_name === 'acme/moved');
    const anew = slow.hold('GET', new RegExp(`^/repos/acme/moved/pulls/${pull.number}$`));
    held.release();
    await anew.reached;
    // The work that began under the old name ends there, after the new name has been read.
    await until('the decision to find nothing at the old name', async () => (await row())?.paused);
    anew.release();
    await untilNamed(bench, { ...pull, repository: 'acme/moved' }, visual, { conclusion: 'success' });
  });
});

test('a late decision, and a changed one, update only the checks of their own commit', async () => {
  const { pull, registered } = await waiting('reviews:\n  visual:\nsummary: true\n');
  const { headSha } = await bench.github.push({ repository: pull.repository, branch: 'checkout', message: 'more' });
  const next = { ...pull, headSha };
  await untilNamed(bench, next, visual, { title: 'Waiting for the workflow' });
  await untilNamed(bench, next, 'Sightline', { title: '0 of 1 review passed' });
  await bench.idle(pull);
  const untouched = await bench.github.checks(pull.repository, headSha);
  const approved = await bench.settle(registered, 'approved');
  await untilNamed(bench, pull, 'Sightline', { title: '1 review passed', conclusion: 'success' });
  await bench.settle(approved, 'changes_requested');
  await untilNamed(bench, pull, 'Sightline', { conclusion: 'failure' });
  expect(await findCheck(bench, pull, visual)).toMatchObject({ conclusion: 'failure' });
  await bench.idle(pull);
  expect(await bench.github.checks(pull.repository, headSha)).toEqual(untouched);
});

// This test is the last, because the App does not use the installation afterwards.
test('while GitHub asks for a pause, no request is sent, and updates wait until the pause is over', async () => {
  const [one, other] = [await waiting(), await waiting()];
  const headers = { 'retry-after': '3600' };
  const message = 'You have exceeded a secondary rate limit.';
  bench.github.inject({ path: checkRuns(one.pull), status: 403, message, headers });
  const laterOf = (pull: PullRequest) =>
    until('the decision to be put off', async () => {
      const [job] = await bench.sql<{ seconds: number }>(
        `select round(extract(epoch from start_after - created_on) / 60)::int * 60 as seconds from sightline_queue.job
           where name = 'sync_review' and start_after > created_on and (data->>'repositoryId')::bigint = $1`,
        [pull.repositoryId],
      );
      return job?.seconds;
    });
  await bench.settle(one.registered, 'approved');
  expect(await laterOf(one.pull)).toBe(3600);
  const before = bench.github.calls().length;
  await bench.settle(other.registered, 'approved');
  expect(await laterOf(other.pull)).toBeGreaterThan(0);
  const asked = bench.github.calls().slice(before);
  expect(asked.filter(({ path }) => path.startsWith(`/repos/${other.pull.repository}/`))).toEqual([]);
});
