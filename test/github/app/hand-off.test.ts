import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { askForChanges, settings, workflow } from './support/hand-off.ts';
import { decided } from './support/review.ts';
import { type Bench, type PullRequest, startBench, until, untilCheck, untilComment } from './support/start-app.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await startBench();
});
afterAll(() => bench.close());

const untilDispatched = (pull: PullRequest, count: number) =>
  until(`${count} dispatches`, async () => {
    const dispatches = bench.github.dispatches(pull.repository);
    return dispatches.length >= count && dispatches;
  });

describe('requested changes', () => {
  test('start the workflow once, with only ids and addresses', async () => {
    const pull = await bench.newPullRequest({ settings, files: workflow });
    const registered = await bench.newRegistered(pull);
    const review = await askForChanges(bench, registered);
    await untilDispatched(pull, 1);
    await untilComment(bench, pull, 'a fixing agent was started');
    for (let count = 0; count < 3; count++) await bench.decide(registered, review);
    await bench.idle(pull);
    const dispatches = bench.github.dispatches(pull.repository);
    expect(dispatches).toEqual([
      {
        workflow: 'sightline-fix.yml',
        ref: 'main',
        inputs: {
          review_id: registered.review.id,
          pull_request: String(pull.number),
          head_branch: 'checkout',
          service_url: bench.service.url,
        },
      },
    ]);
    expect(JSON.stringify(dispatches)).not.toContain(registered.secret);
  });

  test('notify the agent in a comment that fences people\u2019s text', async () => {
    const pull = await bench.newPullRequest({ settings: 'fixer: comment\nmention: "@my-agent"\n' });
    await askForChanges(bench, await bench.newRegistered(pull));
    const comment = await untilComment(bench, pull, '@my-agent');
    expect(comment.body).toContain('```text\nMove it @everyone\n```');
    expect(comment.body.startsWith('<!-- sightline -->')).toBe(false);
  });

  test('start the workflow when GitHub is back from an outage', async () => {
    const pull = await bench.newPullRequest({ settings, files: workflow });
    const registered = await bench.newRegistered(pull);
    await untilComment(bench, pull, 'Waiting');
    bench.github.setOutage(true);
    const before = bench.service.reads(registered.secret);
    await askForChanges(bench, registered);
    await until('the App to have tried', async () => bench.service.reads(registered.secret) > before);
    expect(bench.github.dispatches(pull.repository)).toEqual([]);
    bench.github.setOutage(false);
    await bench.idle(pull);
    expect(await untilDispatched(pull, 1)).toHaveLength(1);
  });

  test('start it again for each newer decision up to max_passes, and again after a person approved', async () => {
    const pull = await bench.newPullRequest({ settings: `${settings}max_passes: 2\n`, files: workflow });
    const registered = await bench.newRegistered(pull);
    let review = registered.review;
    for (let pass = 1; pass <= 2; pass++) {
      review = await askForChanges(bench, { ...registered, review });
      await untilDispatched(pull, pass);
    }
    review = await askForChanges(bench, { ...registered, review });
    await untilComment(bench, pull, 'has had 2 passes');
    expect(bench.github.dispatches(pull.repository)).toHaveLength(2);

    review = decided(review, 'approved');
    bench.service.put(registered.secret, review);
    // The approval counts even when GitHub refuses the update of the check.
    bench.github.inject({ method: 'PATCH', path: new RegExp(`^/repos/${pull.repository}/check-runs`), status: 502 });
    await bench.decide(registered, review);
    await bench.idle(pull);
    await untilCheck(bench, pull, 'Approved');
    await askForChanges(bench, { ...registered, review });
    await untilDispatched(pull, 3);
  });
});

describe('a fixing agent that may have been started', () => {
  test('is not started a second time, and the comment says so', async () => {
    const pull = await bench.newPullRequest({ settings, files: workflow });
    const registered = await bench.newRegistered(pull);
    // A process that ended while it called GitHub leaves this row.
    await bench.sql(
      `insert into github_hand_off (repository_id, review_id, decision, pull_request, state) values ($1, $2, 1, $3, 'claimed')`,
      [pull.repositoryId, registered.review.id, pull.number],
    );
    await askForChanges(bench, registered);
    await untilComment(bench, pull, 'did not say whether the fixing agent was started');
    expect(bench.github.dispatches(pull.repository)).toEqual([]);
  });
});
