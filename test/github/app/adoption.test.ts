import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openNextPass } from './support/next-pass.ts';
import { decided, newSecret } from './support/review.ts';
import {
  type Bench,
  type PullRequest,
  setState,
  startBench,
  until,
  untilCheck,
  untilComment,
} from './support/start-app.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await startBench({ SWEEP_SECONDS: '1' });
});
afterAll(() => bench.close());

async function push(pull: PullRequest): Promise<PullRequest> {
  const { headSha } = await bench.github.push({ repository: pull.repository, branch: 'checkout', message: 'Fix' });
  return { ...pull, headSha };
}

describe('a pass that an agent opened', () => {
  test('for the head of the pull request gets the check of the same name', async () => {
    const pull = await bench.newPullRequest();
    const parent = await bench.newRegistered(pull, { name: 'shop' });
    const fixed = await push(pull);
    const child = openNextPass(bench, parent, { revision: fixed.headSha });
    const check = await untilCheck(bench, fixed, 'Waiting for a decision');
    expect(check.name).toBe('Sightline / shop');
    expect((await untilComment(bench, pull, 'pass 2')).body).toContain(child.secret);

    const approved = decided(child.review, 'approved');
    bench.service.put(child.secret, approved);
    expect(await bench.decide(child, approved)).toBe(202);
    expect(await untilCheck(bench, fixed, 'Approved')).toMatchObject({ conclusion: 'success' });
    expect(await untilCheck(bench, pull, 'A later pass took its place')).toMatchObject({ conclusion: 'cancelled' });
  });

  test('for the same head takes over its check', async () => {
    const pull = await bench.newPullRequest();
    const parent = await bench.newRegistered(pull);
    const child = openNextPass(bench, parent, { revision: pull.headSha });
    await untilComment(bench, pull, 'pass 2');
    const approved = decided(child.review, 'approved');
    bench.service.put(child.secret, approved);
    await bench.decide(child, approved);
    await untilCheck(bench, pull, 'Approved');
    // The parent is told of again and has nothing to say on this commit any more.
    const before = bench.service.reads(parent.secret);
    await bench.decide(parent, { ...parent.review, status: 'superseded' });
    await until('the App to have read the parent', async () => bench.service.reads(parent.secret) > before);
    await bench.newRegistered(pull, { name: 'after' });
    await untilComment(bench, pull, '`after`');
    const checks = await bench.github.checks(pull.repository, pull.headSha);
    const titleOf = (name: string) => checks.findLast((check) => check.name === name)?.title;
    expect(titleOf('Sightline / visual')).toBe('Approved');
    expect(titleOf('Sightline / after')).toBe('Waiting for a decision');
  });

  test('counts for nothing when it shows another commit', async () => {
    const pull = await bench.newPullRequest();
    const parent = await bench.newRegistered(pull);
    const fixed = await push(pull);
    const child = openNextPass(bench, parent, { revision: 'e'.repeat(40), status: 'approved' });
    await untilCheck(bench, pull, 'A later pass took its place');
    await until('the App to have looked at it', async () => bench.service.reads(child.secret) > 0);
    expect(await bench.github.checks(pull.repository, fixed.headSha)).toEqual([]);
    expect(await bench.decide(child, decided(child.review, 'approved'), { secret: newSecret() })).toBe(202);
    expect(await bench.github.checks(pull.repository, fixed.headSha)).toEqual([]);
  });
});

describe('the sweep', () => {
  test('finds a decision whose webhook never came', async () => {
    const pull = await bench.newPullRequest();
    const registered = await bench.newRegistered(pull);
    bench.service.put(registered.secret, decided(registered.review, 'approved'));
    expect(await untilCheck(bench, pull, 'Approved')).toMatchObject({ conclusion: 'success' });
  });

  test('finds a change of mind whose webhook never came', async () => {
    const pull = await bench.newPullRequest();
    const registered = await bench.newRegistered(pull);
    const approved = decided(registered.review, 'approved');
    bench.service.put(registered.secret, approved);
    await untilCheck(bench, pull, 'Approved');
    bench.service.put(registered.secret, decided(approved, 'changes_requested'));
    expect(await untilCheck(bench, pull, 'Changes requested')).toMatchObject({ conclusion: 'failure' });
  });

  test('leaves a closed pull request alone until it is opened again', async () => {
    const pull = await bench.newPullRequest();
    const registered = await bench.newRegistered(pull);
    await untilComment(bench, pull, 'Waiting for a decision');
    const run = await bench.github.startRun({ repository: pull.repository, pullRequest: pull.number });
    await setState(bench, pull, run.token, 'closed');
    const client = new pg.Client({ connectionString: bench.databaseUrl });
    await client.connect();
    await untilCheck(bench, pull, 'The pull request was closed');
    const other = await bench.newRegistered(await bench.newPullRequest());
    const sweeps = async () => {
      const before = bench.service.reads(other.secret);
      await until('two sweeps', async () => bench.service.reads(other.secret) > before + 3);
    };
    // What was begun before it was closed ends before there is anything else to read.
    await sweeps();
    await until('the App to have nothing left to do for it', async () => {
      const { rows } = await client.query(
        `select 1 from sightline_app_queue.job where state in ('created', 'retry', 'active')
           and (data->>'repositoryId')::bigint = $1`,
        [pull.repositoryId],
      );
      return rows.length === 0;
    });
    await client.end();
    // Two more sweeps over the other one: the closed one's decision is not among what they read.
    bench.service.put(registered.secret, decided(registered.review, 'approved'));
    await sweeps();
    const [check] = await bench.github.checks(pull.repository, pull.headSha);
    expect(check).toMatchObject({ conclusion: 'cancelled', title: 'The pull request was closed' });
    await setState(bench, pull, run.token, 'open');
    await untilCheck(bench, pull, 'Approved');
  });

  test('sees that a review was deleted', async () => {
    const pull = await bench.newPullRequest();
    const registered = await bench.newRegistered(pull);
    bench.service.put(registered.secret, undefined);
    expect(await untilCheck(bench, pull, 'The review was deleted')).toMatchObject({ conclusion: 'cancelled' });
  });
});
