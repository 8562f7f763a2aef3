import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { decided, newPin } from './support/review.ts';
import {
  type Bench,
  type PullRequest,
  type Registered,
  startBench,
  until,
  untilCheck,
  untilComment,
} from './support/start-app.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await startBench();
});
afterAll(() => bench.close());

const workflow = { '.github/workflows/sightline-fix.yml': 'on: workflow_dispatch\n' };
const settings = 'fixer: workflow_dispatch\n';

async function askForChanges(registered: Registered) {
  const work_packets = { pins: [newPin({ body: 'Move it @everyone' })], must_fix: [] };
  return (await bench.settle(registered, 'changes_requested', { work_packets })).review;
}

const untilDispatched = (pull: PullRequest, count: number) =>
  until(`${count} dispatches`, async () => {
    const dispatches = bench.github.dispatches(pull.repository);
    return dispatches.length >= count && dispatches;
  });

describe('changes that were asked for', () => {
  test('start the workflow once, with ids and addresses only', async () => {
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

  test('call the agent by a comment in which people\u2019s words are fenced', async () => {
    const pull = await bench.newPullRequest({ settings: 'fixer: comment\nmention: "@my-agent"\n' });
    await askForChanges(await bench.newRegistered(pull));
    const comment = await untilComment(bench, pull, '@my-agent');
    expect(comment.body).toContain('```text\nMove it @everyone\n```');
    expect(comment.body.startsWith('<!-- sightline -->')).toBe(false);
  });

  test('start it when GitHub is back from an outage', async () => {
    const pull = await bench.newPullRequest({ settings, files: workflow });
    const registered = await bench.newRegistered(pull);
    await untilComment(bench, pull, 'Waiting');
    bench.github.setOutage(true);
    const before = bench.service.reads(registered.secret);
    await askForChanges(registered);
    await until('the App to have tried', async () => bench.service.reads(registered.secret) > before);
    expect(bench.github.dispatches(pull.repository)).toEqual([]);
    bench.github.setOutage(false);
    expect(await untilDispatched(pull, 1)).toHaveLength(1);
  });

  test('start it again for each newer decision up to the last of the passes, until a person steps in', async () => {
    const pull = await bench.newPullRequest({ settings: `${settings}max_passes: 2\n`, files: workflow });
    const registered = await bench.newRegistered(pull);
    let review = registered.review;
    for (let pass = 1; pass <= 2; pass++) {
      review = await askForChanges({ ...registered, review });
      await untilDispatched(pull, pass);
    }
    review = await askForChanges({ ...registered, review });
    await untilComment(bench, pull, 'has had 2 passes');
    expect(bench.github.dispatches(pull.repository)).toHaveLength(2);

    review = decided(review, 'approved');
    bench.service.put(registered.secret, review);
    // That somebody stepped in is not forgotten because GitHub did not take what was to be said of it.
    bench.github.inject({ method: 'PATCH', path: new RegExp(`^/repos/${pull.repository}/check-runs`), status: 502 });
    await bench.decide(registered, review);
    await untilCheck(bench, pull, 'Approved');
    await askForChanges({ ...registered, review });
    await untilDispatched(pull, 3);
  });
});

describe('an agent that may have been started', () => {
  test('is not started a second time, and the comment says so', async () => {
    const pull = await bench.newPullRequest({ settings, files: workflow });
    const registered = await bench.newRegistered(pull);
    // What a process leaves that ended while GitHub was being asked.
    await bench.sql(
      `insert into sightline_app.hand_off (repository_id, review_id, decision, pull_request, state) values ($1, $2, 1, $3, 'claimed')`,
      [pull.repositoryId, registered.review.id, pull.number],
    );
    await askForChanges(registered);
    await untilComment(bench, pull, 'did not say whether the fixing agent was started');
    expect(bench.github.dispatches(pull.repository)).toEqual([]);
  });
});

describe('no agent is started', () => {
  async function expectNone(pull: PullRequest, registered: Registered) {
    await askForChanges(registered);
    await untilComment(bench, pull, 'Changes requested');
    await bench.idle(pull);
    expect(bench.github.dispatches(pull.repository)).toEqual([]);
  }

  test('when the repository does not ask for one', async () => {
    const pull = await bench.newPullRequest({ files: workflow });
    await expectNone(pull, await bench.newRegistered(pull));
  });

  test('for a pull request from a fork', async () => {
    const pull = await bench.newPullRequest({ settings, files: workflow, fork: 'stranger' });
    const registered = await bench.newRegistered(pull);
    expect(registered.answer.status).toBe(200);
    await expectNone(pull, registered);
    await untilComment(bench, pull, 'The fixing agent does not start by itself on a fork');
  });

  test('on a public repository, whether it shows its links or a job may have', async () => {
    const pull = await bench.newPullRequest({ private: false, settings: `${settings}link: direct\n`, files: workflow });
    await expectNone(pull, await bench.newRegistered(pull));
    await untilComment(bench, pull, 'The fixing agent does not start by itself on a public repository');
    const silent = await bench.newPullRequest({ private: false, settings, files: workflow });
    await expectNone(silent, await bench.newRegistered(silent));
  });

  test('on a repository that became public while its event was lost', async () => {
    const pull = await bench.newPullRequest({ private: false, settings, files: workflow });
    const registered = await bench.newRegistered(pull);
    await untilComment(bench, pull, 'Waiting');
    await bench.idle(pull);
    await bench.sql('update sightline_app.pull_request set private = true where repository_id = $1', [
      pull.repositoryId,
    ]);
    await expectNone(pull, registered);
  });

  test('when the head has moved', async () => {
    const pull = await bench.newPullRequest({ settings, files: workflow });
    const registered = await bench.newRegistered(pull);
    await bench.github.push({ repository: pull.repository, branch: 'checkout', message: 'more' });
    await expectNone(pull, registered);
  });

  test('when the workflow is not there, and the comment says so', async () => {
    const pull = await bench.newPullRequest({ settings });
    await askForChanges(await bench.newRegistered(pull));
    await untilComment(bench, pull, 'there is no `.github/workflows/sightline-fix.yml` on the default branch');
  });

  test.each([
    ['fixer: [\n', 'it is not YAML'],
    ['fixer: workflow_dispatch\nworkflow: ../../evil.yml\n', '`workflow: must be the name'],
  ])('when the settings are wrong (%j), and the comment says how', async (given, words) => {
    const pull = await bench.newPullRequest({ settings: given, files: workflow });
    const registered = await bench.newRegistered(pull);
    const comment = await untilComment(bench, pull, '`.github/sightline.yml` is not valid');
    expect(comment.body).toContain(words);
    await expectNone(pull, registered);
  });

  test('by settings that only the pull request\u2019s branch has', async () => {
    const pull = await bench.newPullRequest({ files: workflow });
    const { headSha } = await bench.github.push({
      repository: pull.repository,
      branch: 'checkout',
      message: 'Start an agent',
      files: { '.github/sightline.yml': settings },
    });
    const moved = { ...pull, headSha };
    await expectNone(moved, await bench.newRegistered(moved));
  });
});
