import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findCheck, pullEvent, untilNamed } from './support/github.ts';
import { decided } from './support/review.ts';
import { type SlowGitHub, startSlowGitHub } from './support/slow-github.ts';
import { type Bench, type PullRequest, type Registered, startBench, until } from './support/start-app.ts';

// What happens while GitHub takes its time to answer. No sweep comes to mend it.
const visual = 'Sightline / visual';
let slow: SlowGitHub;
let bench: Bench;
let client: pg.Client;
beforeAll(async () => {
  slow = await startSlowGitHub();
  bench = await startBench({ SWEEP_SECONDS: '3600', GITHUB_API_URL: slow.url });
  slow.lead(bench.github.apiUrl);
  client = new pg.Client({ connectionString: bench.databaseUrl });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await bench.close();
  await slow.close();
});

async function waiting(settings?: string) {
  const pull = await bench.newPullRequest(settings === undefined ? {} : { settings });
  const registered = await bench.newRegistered(pull);
  await untilNamed(bench, pull, visual, { title: 'Waiting for a decision' });
  await untilTold(pull, registered);
  return { pull, registered };
}

/** Until nothing is left to be told of a review. */
const untilTold = (pull: PullRequest, registered: Registered) =>
  until('everything to be told', async () => {
    const { rows } = await client.query(
      `select 1 from sightline_app.registration where repository_id = $1 and review_id = $2
         and followed_hash is not null and followed_hash not like 'telling:%'
         and not exists (select 1 from sightline_app_queue.job where state in ('created', 'retry', 'active')
           and (data->>'repositoryId')::bigint = $1)`,
      [pull.repositoryId, registered.review.id],
    );
    return rows.length > 0;
  });

async function decide(registered: Registered, outcome: 'approved' | 'changes_requested') {
  const review = decided(registered.review, outcome);
  bench.service.put(registered.secret, review);
  expect(await bench.decide(registered, review)).toBe(202);
}

const rerequest = (pull: PullRequest, check: { id: number }) =>
  bench.github.deliver(pull.repository, 'check_run', {
    action: 'rerequested',
    check_run: { id: check.id },
    repository: { id: pull.repositoryId, full_name: pull.repository },
  });

describe('while GitHub answers', () => {
  test('"Re-run" is not forgotten: a fresh run comes once the old one is written', async () => {
    const { pull, registered } = await waiting();
    const held = slow.hold('PATCH', new RegExp(`^/repos/${pull.repository}/check-runs/`));
    await decide(registered, 'changes_requested');
    await held.reached;
    const first = await untilNamed(bench, pull, visual, { conclusion: 'failure' });
    expect(await rerequest(pull, first)).toBe(202);
    held.release();
    const fresh = await until('a second run', async () => {
      const check = await findCheck(bench, pull, visual);
      return check?.id !== first.id && check?.conclusion === 'failure' && check;
    });
    expect(fresh.title).toBe('Changes requested');
    await untilTold(pull, registered);
    const checks = await bench.github.checks(pull.repository, pull.headSha);
    expect(checks.filter(({ name }) => name === visual)).toHaveLength(2);
  });

  test('a repository may get another name: the decision is told there', async () => {
    const { pull, registered } = await waiting();
    const held = slow.hold('GET', new RegExp(`^/repos/${pull.repository}/pulls/${pull.number}$`));
    expect(await bench.github.deliver(pull.repository, 'pull_request', pullEvent(pull, 'edited'))).toBe(202);
    await held.reached;
    await decide(registered, 'approved');
    // It waits behind the reading that is under way, before what the new name brings.
    await until('the decision to wait for its turn', async () => {
      const { rows } = await client.query(
        `select 1 from pg_locks where locktype = 'advisory' and not granted
           and database = (select oid from pg_database where datname = current_database())`,
      );
      return rows.length > 0;
    });
    const name = `renamed-${Date.now()}`;
    await bench.github.changeRepository(pull.repository, { name });
    await until('the App to know the name', async () => {
      const { rows } = await client.query('select full_name from sightline_app.pull_request where repository_id = $1', [
        pull.repositoryId,
      ]);
      return rows[0]?.full_name === `acme/${name}`;
    });
    const anew = slow.hold('GET', new RegExp(`^/repos/acme/${name}/pulls/${pull.number}$`));
    held.release();
    await anew.reached;
    // What had begun at the old name ends there, after it was read by the new one.
    await until('the decision to find nothing at the old name', async () => {
      const { rows } = await client.query('select paused from sightline_app.pull_request where repository_id = $1', [
        pull.repositoryId,
      ]);
      return rows[0]?.paused === true;
    });
    anew.release();
    await untilNamed(bench, { ...pull, repository: `acme/${name}` }, visual, { conclusion: 'success' });
  });
});

describe('a late decision', () => {
  test('turns the summary of its own commit too, and leaves the head\u2019s alone', async () => {
    const { pull, registered } = await waiting('reviews:\n  visual:\nsummary: true\n');
    await untilNamed(bench, pull, 'Sightline', { status: 'in_progress' });
    const { headSha } = await bench.github.push({ repository: pull.repository, branch: 'checkout', message: 'more' });
    const next = { ...pull, headSha };
    const untouched = await untilNamed(bench, next, 'Sightline', { title: '0 of 1 review passed' });
    await decide(registered, 'approved');
    await untilNamed(bench, pull, visual, { conclusion: 'success' });
    await untilNamed(bench, pull, 'Sightline', { title: '1 review passed', conclusion: 'success' });
    await decide({ ...registered, review: decided(registered.review, 'approved') }, 'changes_requested');
    await untilNamed(bench, pull, 'Sightline', { conclusion: 'failure' });
    await untilTold(pull, registered);
    expect(await findCheck(bench, next, 'Sightline')).toEqual(untouched);
  });
});
