import { describe, expect, test } from 'vitest';
import type { Review } from '../../../server/contract/review.ts';
import { decided, newPin } from './support/review.ts';
import { type PullRequest, type Registered, startBench, until, untilCheck, untilComment } from './support/start-app.ts';

const bench = await startBench();

/** The files of a repository with a workflow for a fixing agent, which its settings must enable. */
const workflow = { '.github/workflows/sightline-fix.yml': 'on: workflow_dispatch\n' };
const settings = 'fixer: workflow_dispatch\n';

async function askForChanges(registered: Registered): Promise<Review> {
  const work_packets = { pins: [newPin({ body: 'Move it @everyone' })], must_fix: [] };
  return (await bench.settle(registered, 'changes_requested', { work_packets })).review;
}

const untilDispatched = (pull: PullRequest, count: number) =>
  until(`${count} dispatches`, async () => {
    const dispatches = bench.github.dispatches(pull.repository);
    return dispatches.length >= count && dispatches;
  });

describe('requested changes', () => {
  test('start the workflow once, with only ids and addresses', async () => {
    const pull = await bench.newPullRequest({ settings, files: workflow });
    const registered = await bench.newRegistered(pull);
    const review = await askForChanges(registered);
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

  test('start it again for each newer decision up to max_passes, and again after a person approved', async () => {
    const pull = await bench.newPullRequest({ settings: `${settings}max_passes: 2\n`, files: workflow });
    const registered = await bench.newRegistered(pull);
    let review = registered.review;
    for (let pass = 1; pass <= 2; pass++) {
      review = await askForChanges({ ...registered, review });
      await untilDispatched(pull, pass);
    }
    review = await askForChanges({ ...registered, review });
    await untilComment(bench, pull, 'was started 2 times');
    expect(bench.github.dispatches(pull.repository)).toHaveLength(2);

    review = decided(review, 'approved');
    bench.service.put(registered.secret, review);
    // The approval counts even when GitHub refuses the update of the check.
    bench.github.inject({ method: 'PATCH', path: new RegExp(`^/repos/${pull.repository}/check-runs`), status: 502 });
    await bench.decide(registered, review);
    await bench.idle(pull);
    await untilCheck(bench, pull, 'Approved');
    await askForChanges({ ...registered, review });
    await untilDispatched(pull, 3);
  });
});

describe('no agent is started', () => {
  async function expectNone(pull: PullRequest, registered: Registered) {
    await askForChanges(registered);
    await untilComment(bench, pull, 'Changes requested');
    await bench.idle(pull);
    expect(bench.github.dispatches(pull.repository)).toEqual([]);
  }

  test('because of settings that exist only on the pull request\u2019s branch', async () => {
    const pull = await bench.newPullRequest({ files: workflow });
    const moved = await bench.push(pull, { files: { '.github/sightline.yml': settings } });
    await expectNone(moved, await bench.newRegistered(moved));
  });
});
