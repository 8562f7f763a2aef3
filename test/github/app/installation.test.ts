import { describe, expect, test } from 'vitest';
import { findCheck, untilNamed } from './support/github.ts';
import { decided, newPin } from './support/review.ts';
import { type Bench, type PullRequest, startBench, until, untilComment } from './support/start-app.ts';

// Events about the App and about whole repositories. No sweep repairs anything here.
const visual = 'Sightline / visual';
const bench = await startBench();

async function waiting(options?: Parameters<Bench['newPullRequest']>[0]) {
  const pull = await bench.newPullRequest(options);
  const registered = await bench.newRegistered(pull);
  await untilNamed(bench, pull, visual, { title: 'Waiting for a decision' });
  await bench.idle(pull);
  return { pull, registered };
}

const tell = (pull: PullRequest, event: string, payload: object) =>
  bench.github.deliver(pull.repository, event, {
    repository: { id: pull.repositoryId, full_name: pull.repository },
    ...payload,
  });

const isPaused = async (pull: PullRequest) => {
  const text = 'select paused from github_pull_request where repository_id = $1';
  return (await bench.sql<{ paused: boolean }>(text, [pull.repositoryId]))[0]?.paused === true;
};

describe('an App that is', () => {
  const ends = [
    ['suspended', 'suspend', 'unsuspend'],
    ['uninstalled', 'deleted', 'created'],
  ] as const;
  test.each(ends)('%s pauses, and continues afterwards', async (_, away, back) => {
    const { pull, registered } = await waiting();
    expect(await tell(pull, 'installation', { action: away })).toBe(202);
    expect(await isPaused(pull)).toBe(true);
    await bench.settle(registered, 'approved');
    await bench.idle(pull);
    expect(await findCheck(bench, pull, visual)).toMatchObject({ status: 'in_progress' });
    const repositories = [{ id: pull.repositoryId, full_name: pull.repository }];
    expect(await tell(pull, 'installation', { action: back, repositories })).toBe(202);
    await untilNamed(bench, pull, visual, { conclusion: 'success' });
  });

  test.each(ends)('%s finds what happened meanwhile as soon as it is back', async (_, away, back) => {
    const pull = await bench.newPullRequest({ settings: 'reviews:\n  visual:\n' });
    await untilNamed(bench, pull, visual, { status: 'queued' });
    const repositories = [{ id: pull.repositoryId, full_name: pull.repository }];
    expect(await tell(pull, 'installation', { action: away })).toBe(202);
    bench.github.loseEvents(pull.repository, true);
    const moved = await bench.push(pull);
    const beside = await bench.newPullRequest({ beside: { pull, branch: 'another' } });
    expect(await tell(pull, 'installation', { action: back, repositories })).toBe(202);
    for (const head of [moved, beside]) {
      await untilNamed(bench, head, visual, { title: 'Waiting for the workflow', status: 'queued' });
    }
  });

  test('removed from one repository of several continues in the others', async () => {
    const [off, on] = [await waiting(), await waiting()];
    const removed = { action: 'removed', repositories_removed: [{ id: off.pull.repositoryId }] };
    expect(await tell(off.pull, 'installation_repositories', removed)).toBe(202);
    await bench.settle(off.registered, 'approved');
    await bench.settle(on.registered, 'approved');
    await untilNamed(bench, on.pull, visual, { conclusion: 'success' });
    await bench.idle(off.pull);
    expect(await findCheck(bench, off.pull, visual)).toMatchObject({ status: 'in_progress' });
  });
});

describe('a repository that is', () => {
  test('archived pauses without repeated calls, and continues afterwards', async () => {
    const { pull, registered } = await waiting();
    const message = 'Repository was archived so is read-only.';
    bench.github.inject({ path: new RegExp(`^/repos/${pull.repository}/check-runs`), status: 403, message });
    await bench.settle(registered, 'approved');
    await until('the App to rest', () => isPaused(pull));
    await bench.idle(pull);
    expect(await tell(pull, 'repository', { action: 'unarchived' })).toBe(202);
    await untilNamed(bench, pull, visual, { conclusion: 'success' });
    expect(await tell(pull, 'repository', { action: 'archived' })).toBe(202);
    expect(await isPaused(pull)).toBe(true);
    // Archived again before the App lists what it missed: one answer says so, and it asks no more.
    const list = new RegExp(`^/repos/${pull.repository}/pulls$`);
    bench.github.inject({ method: 'GET', path: list, status: 403, message });
    expect(await tell(pull, 'repository', { action: 'unarchived' })).toBe(202);
    await bench.idle(pull);
    expect(await isPaused(pull)).toBe(true);
  });

  test('transferred continues through the new owner\u2019s installation, even without the event', async () => {
    const { pull, registered } = await waiting();
    const elsewhere = await bench.github.createRepository({ owner: 'former-owner', name: 'theirs' });
    const { installationId } = await bench.github.installApp(elsewhere.fullName, `${bench.url}/api/github/webhooks`);
    // The installation from before the transfer.
    await bench.sql('update github_pull_request set installation_id = $2 where repository_id = $1', [
      pull.repositoryId,
      installationId,
    ]);
    await bench.settle(registered, 'approved');
    await untilNamed(bench, pull, visual, { conclusion: 'success' });
    await untilComment(bench, pull, 'Approved');
  });

  test('transferred continues where the event says', async () => {
    const { pull, registered } = await waiting();
    await bench.sql('update github_pull_request set full_name = $2, paused = true where repository_id = $1', [
      pull.repositoryId,
      'former-owner/shop',
    ]);
    bench.service.put(registered.secret, decided(registered.review, 'approved'));
    expect(await tell(pull, 'repository', { action: 'transferred' })).toBe(202);
    await untilNamed(bench, pull, visual, { conclusion: 'success' });
    // A closed pull request still shows its reviews.
    await bench.sql('update github_pull_request set open = false, paused = true where repository_id = $1', [
      pull.repositoryId,
    ]);
    expect(await tell(pull, 'repository', { action: 'transferred' })).toBe(202);
    expect(await isPaused(pull)).toBe(false);
  });

  test('replaced by another one of the same name writes nothing there', async () => {
    const { pull, registered } = await waiting();
    await bench.sql('update github_pull_request set comment_id = null, comment_hash = null where repository_id = $1', [
      pull.repositoryId,
    ]);
    const successor = await bench.newPullRequest();
    await bench.sql('update github_pull_request set full_name = $2 where repository_id = $1', [
      pull.repositoryId,
      successor.repository,
    ]);
    await bench.settle(registered, 'approved');
    await until('it to be told', async () => {
      const rows = await bench.sql(
        `select 1 from github_registration where repository_id = $1 and status = 'approved'`,
        [pull.repositoryId],
      );
      return rows.length > 0;
    });
    await bench.idle(pull);
    expect(await bench.github.comments(successor.repository, successor.number)).toEqual([]);
    expect(await bench.github.checks(successor.repository, successor.headSha)).toEqual([]);
  });
});

describe('the fixing agent', () => {
  const fixing = {
    settings: 'fixer: workflow_dispatch\nmax_passes: 1\n',
    files: { '.github/workflows/sightline-fix.yml': 'on: workflow_dispatch\n' },
  };
  const packets = { work_packets: { pins: [newPin()], must_fix: [] } };

  test('gets no further pass from a re-run by a machine, and one from a re-run by a person', async () => {
    const { pull, registered } = await waiting(fixing);
    let current = await bench.settle(registered, 'changes_requested', packets);
    await untilComment(bench, pull, 'a fixing agent was started');
    current = await bench.settle(current, 'changes_requested', packets);
    await untilComment(bench, pull, 'was started 1 time on');
    for (const type of ['Bot', 'User']) {
      const check = await findCheck(bench, pull, visual);
      const sender = { sender: { type } };
      await bench.idle(pull);
      expect(await tell(pull, 'check_run', { action: 'rerequested', check_run: { id: check?.id }, ...sender })).toBe(
        202,
      );
      await until('a fresh run', async () => (await findCheck(bench, pull, visual))?.id !== check?.id);
      await bench.idle(pull);
      const expected = type === 'User' ? 2 : 1;
      expect(bench.github.dispatches(pull.repository), type).toHaveLength(expected);
      const [{ body = '' } = {}] = await bench.github.comments(pull.repository, pull.number);
      expect(body.includes('was started 1 time on'), type).toBe(type === 'Bot');
      current = await bench.settle(current, 'changes_requested', packets);
      await until('the decision to be settled', async () => {
        const rows = await bench.sql(
          `select state from github_hand_off where repository_id = $1 and decision = $2 and state <> 'claimed'`,
          [pull.repositoryId, current.review.decision?.number],
        );
        return rows.length > 0;
      });
      expect(bench.github.dispatches(pull.repository), type).toHaveLength(expected);
    }
  });
});

describe('events caused by the App itself', () => {
  test('change nothing: its own checks and comments arrive as events too', async () => {
    const { pull } = await waiting();
    const check = await findCheck(bench, pull, visual);
    const ours = () => bench.github.calls().filter(({ path }) => path.startsWith(`/repos/${pull.repository}/`)).length;
    const before = ours();
    const sender = { login: 'sightline[bot]', type: 'Bot' };
    for (const action of ['created', 'completed']) {
      expect(await tell(pull, 'check_run', { action, check_run: { id: check?.id }, sender })).toBe(202);
    }
    for (const action of ['created', 'edited']) {
      expect(await tell(pull, 'issue_comment', { action, issue: { number: pull.number }, sender })).toBe(202);
    }
    await bench.idle(pull);
    expect(ours()).toBe(before);
  });
});

test('a team that must approve is reported in the comment when GitHub does not show it to the App', async () => {
  const path = /^\/orgs\/acme\/teams\/hidden$/;
  bench.github.inject({ method: 'GET', path, status: 404, message: 'No.', times: 20 });
  const { pull } = await waiting({ settings: 'approvers: team:acme/hidden\n' });
  const { body } = await untilComment(bench, pull, '`approvers: team:acme/hidden` lets nobody approve');
  expect(body).toContain('GitHub shows the App no such team');
});
