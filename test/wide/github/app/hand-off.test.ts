import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { askForChanges, settings, workflow } from '../../../github/app/support/hand-off.ts';
import {
  type Bench,
  type PullRequest,
  type Registered,
  startBench,
  untilComment,
} from '../../../github/app/support/start-app.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await startBench();
});
afterAll(() => bench.close());

describe('no agent is started', () => {
  async function expectNone(pull: PullRequest, registered: Registered) {
    await askForChanges(bench, registered);
    await untilComment(bench, pull, 'Changes requested');
    await bench.idle(pull);
    expect(bench.github.dispatches(pull.repository)).toEqual([]);
  }

  test('when the repository has not enabled one', async () => {
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

  test('on a public repository, with shown or hidden links', async () => {
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
    await bench.sql('update github_pull_request set private = true where repository_id = $1', [pull.repositoryId]);
    await expectNone(pull, registered);
  });

  test('when the head has moved', async () => {
    const pull = await bench.newPullRequest({ settings, files: workflow });
    const registered = await bench.newRegistered(pull);
    await bench.github.push({ repository: pull.repository, branch: 'checkout', message: 'more' });
    await expectNone(pull, registered);
  });

  test('when the workflow does not exist, and the comment says so', async () => {
    const pull = await bench.newPullRequest({ settings });
    await askForChanges(bench, await bench.newRegistered(pull));
    await untilComment(bench, pull, 'there is no `.github/workflows/sightline-fix.yml` on the default branch');
  });

  test.each([
    ['fixer: [\n', 'it is not YAML'],
    ['fixer: workflow_dispatch\nworkflow: ../../evil.yml\n', '`workflow: must be the name'],
  ])('when the settings are wrong (%j), and the comment explains it', async (given, words) => {
    const pull = await bench.newPullRequest({ settings: given, files: workflow });
    const registered = await bench.newRegistered(pull);
    const comment = await untilComment(bench, pull, '`.github/sightline.yml` is not valid');
    expect(comment.body).toContain(words);
    await expectNone(pull, registered);
  });

  test('because of settings that exist only on the pull request\u2019s branch', async () => {
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
