import { describe, expect, test } from 'vitest';
import type { AppContext } from '../../../app/context.ts';
import { syncReviewState } from '../../../app/decisions/sync-review.ts';
import { handleEvent, handlers } from '../../../app/events/handle-event.ts';
import { Paused } from '../../../app/github.ts';
import { appJobs } from '../../../app/jobs.ts';
import { type AppQueue, createJobs } from '../../../app/send-jobs.ts';
import { createSecrets } from '../../../server/adapters/secrets/index.ts';
import { newReview } from '../../github/app/support/review.ts';
import { fakeDatabase } from './support/app-database.ts';
import { decidedBy, facts, newPull, newRegistration } from './support/app-rows.ts';

const headSha = 'a'.repeat(40);

function newQueue() {
  const queued: unknown[] = [];
  const enqueue: AppQueue['enqueue'] = async (...job) => void queued.push(job);
  return { queue: { enqueue, work: async () => undefined }, queued };
}

describe('a job of the App', () => {
  test('is queued once for what it is about, and once more for later', async () => {
    const { queue, queued } = newQueue();
    const jobs = createJobs(queue);
    const review = { repositoryId: 7, reviewId: 'b' };
    const place = { installationId: 3, fullName: 'acme/site' };
    const group = { repositoryId: 7, ...place, headSha, baseRef: 'main' };
    const rerun = { repositoryId: 7, name: 'visual', headSha };
    await jobs.syncReview({ ...review, ...{ name: 'not of the key' } });
    await jobs.syncReview(review, { afterSeconds: 0, tx: 'tx' as never });
    await jobs.refreshPullRequest({ repositoryId: 7, number: 42 });
    await jobs.refreshPullRequest({ repositoryId: 7, number: 42, ...place });
    await jobs.rerunWorkflow(rerun);
    await jobs.checkMergeGroup(group);
    await jobs.sweep(600);
    expect(queued).toEqual([
      ['sync_review', review, { key: '7:b' }],
      ['sync_review', review, { key: '7:b:later', afterSeconds: 0, tx: 'tx' }],
      ['refresh_pull_request', { repositoryId: 7, number: 42 }, { key: '7:42::' }],
      ['refresh_pull_request', { repositoryId: 7, number: 42, ...place }, { key: '7:42:3:acme/site' }],
      ['rerun_workflow', rerun, { key: `7:${headSha}:visual` }],
      ['check_merge_group', group, { key: `7:${headSha}` }],
      ['sweep_pull_requests', {}, { everySeconds: 600 }],
    ]);
  });

  /** Performs a job that fails. */
  async function perform(error: Error, data: object = { repositoryId: 7, number: 42 }) {
    const { queue, queued } = newQueue();
    const logged: unknown[] = [];
    const fail = () => Promise.reject(error);
    const app = {
      ...{ queue, log: { warn: (...of: unknown[]) => logged.push(of) } },
      ...{ github: { forInstallation: fail }, db: { githubPullRequest: { findUnique: fail } } },
      locks: { withLock: (_: string, work: () => unknown) => work() },
    } as unknown as AppContext;
    const job = appJobs.find(({ name }) => name === 'refresh_pull_request');
    const thrown = await job?.perform(app, data as never, undefined as never).then(() => null, String);
    return { thrown, queued, logged };
  }

  test('is sent again for after a pause that GitHub asks for', async () => {
    const job = { repositoryId: 7, number: 42 };
    expect(await perform(new Paused(12))).toEqual({
      thrown: null,
      queued: [['refresh_pull_request', job, { key: '7:42:::later', afterSeconds: 12 }]],
      logged: [
        [{ error: 'GitHub asked to be left alone for a while.', afterSeconds: 12, job }, 'GitHub asks for a pause'],
      ],
    });
  });

  test('that fails is retried, and nothing of the request that failed is stored', async () => {
    const error = Object.assign(new Error('No. https://x.test/r/secret'), { status: 502, request: { body: 'secret' } });
    expect(await perform(error)).toEqual({
      ...{ thrown: 'Error: No. https://x.test/…', queued: [] },
      logged: [
        [
          { error: 'No. https://x.test/…', status: 502, job: { repositoryId: 7, number: 42 } },
          'a job failed and will be retried',
        ],
      ],
    });
  });
});

describe('an event of GitHub', () => {
  const payload = {
    ...{ action: 'checks_requested', installation: { id: 3 }, repository: { id: 7, full_name: 'acme/site' } },
    merge_group: { head_sha: headSha, base_ref: 'refs/heads/main' },
  };

  async function handle(name: string, of: unknown) {
    const { queue, queued } = newQueue();
    const logged: unknown[] = [];
    const log = { info: (...line: unknown[]) => logged.push(line) };
    const app = { jobs: createJobs(queue), log } as unknown as AppContext;
    await handleEvent(app, name, of);
    return { queued, logged };
  }

  test('about a merge group queues its checks', async () => {
    const place = { repositoryId: 7, installationId: 3, fullName: 'acme/site' };
    const job = { ...place, headSha, baseRef: 'refs/heads/main' };
    const { queued } = await handle('merge_group', payload);
    expect(queued).toEqual([['check_merge_group', job, { key: `7:${headSha}` }]]);
  });

  describe('about “Re-run”', () => {
    const repository = { id: 7, full_name: 'acme/site' };
    const suite = { check_suite: { head_sha: headSha, app: { id: 5 } } };
    const run = (id: number) => ({ check_run: { id } });
    const rows = {
      registrations: [newRegistration(), newRegistration({ reviewId: 'c', name: 'email' })],
      checks: [
        { repositoryId: 7, name: 'visual', headSha, checkRunId: 1 },
        { repositoryId: 7, name: '', headSha, checkRunId: 2 },
      ],
    };
    const restarted = (reviewId: string) => [
      ['handOff.update', { where: { repositoryId: 7, pullRequest: 42 }, data: { counted: false } }],
      ['handOff.delete', { where: { repositoryId: 7, reviewId, state: 'refused' } }],
    ];
    const both = [...restarted('c'), ...restarted('b')];
    const syncs = (...ids: string[]) =>
      ids.map((reviewId) => ['sync_review', { repositoryId: 7, reviewId }, { key: `7:${reviewId}` }]);

    test.each<[of: string, name: string, payload: object, restarts: unknown[], queued: unknown[]]>([
      ['one check', 'check_run', run(1), restarted('b'), syncs('b')],
      ['the check of all reviews', 'check_run', run(2), both, syncs('b', 'c')],
      ['all checks', 'check_suite', suite, both, syncs('b', 'c')],
      ['another’s check', 'check_run', run(3), [], []],
      ['another App’s checks', 'check_suite', { check_suite: { head_sha: headSha, app: { id: 6 } } }, [], []],
    ])(
      'on %s reads its reviews again, and a person’s lets agents start again',
      async (_, name, of, restarts, reads) => {
        for (const type of ['User', 'Bot']) {
          const { queue, queued } = newQueue();
          const { db, written } = fakeDatabase(rows);
          const app = { jobs: createJobs(queue), db, github: { appId: 5 } } as unknown as AppContext;
          await handleEvent(app, name, { action: 'rerequested', repository, ...of, sender: { type } });
          expect(written.filter(([kind]) => kind.startsWith('handOff'))).toEqual(type === 'User' ? restarts : []);
          expect(queued).toEqual(reads);
        }
      },
    );
  });

  test('that lacks what is needed of it is logged', async () => {
    expect(
      await handle('merge_group', { ...payload, installation: undefined, merge_group: { head_sha: 'a' } }),
    ).toEqual({
      queued: [],
      logged: [
        [
          { fields: ['installation', 'merge_group.head_sha', 'merge_group.base_ref'] },
          'an event lacks what is needed of it',
        ],
      ],
    });
  });

  test.each(Object.keys(handlers))('of a shape that GitHub never sends is ignored: %s', async (kind) => {
    const [name = '', action = ''] = kind.split('.');
    const odd = {
      installation: { id: 'x' },
      repository: { id: -1, full_name: 'a' },
      pull_request: {},
      check_run: null,
    };
    for (const shape of [
      [],
      'text',
      {},
      { action },
      { action, ...odd },
      { action: [action] },
      { action: '__proto__' },
    ]) {
      expect((await handle(name, shape)).queued).toEqual([]);
    }
  });

  test.each([
    ['merge_group', { ...payload, action: 'destroyed' }],
    ['merge_group', null],
    ['toString', {}],
  ])('%s is ignored unless it is known', async (name, of) => {
    expect(await handle(name, of)).toEqual({ queued: [], logged: [] });
  });
});

describe('the review of a closed pull request', () => {
  const secrets = createSecrets('a key of no worth');
  const secret = secrets.encrypt('the secret', 'github_registration.secret:7:b');
  const view = (status: 'open' | 'preparing' | 'cancelled' | 'approved') =>
    ({ review: newReview({ status }) }) as NonNullable<Parameters<typeof syncReviewState>[3]>;
  const [open, withdrawn, approved] = [view('open'), view('cancelled'), view('approved')];

  /** Synchronizes a review where the service answers each call so. */
  async function sync(
    isOpen: boolean,
    given: typeof open | null,
    wasWithdrawn: boolean,
    answers: Record<string, unknown> = {},
  ) {
    const calls: string[] = [];
    const call = (name: string) => async (of: string) => {
      calls.push(`${name} ${of}`);
      return answers[name] ?? null;
    };
    const reviews = { withdraw: call('withdraw'), restore: call('restore'), read: call('read') };
    const registration = newRegistration({ secret, facts: { ...decidedBy(null), ...facts, withdrawn: wasWithdrawn } });
    const app = { secrets, reviews } as unknown as AppContext;
    return { ...(await syncReviewState(app, newPull({ open: isOpen }), registration, given)), calls };
  }

  test.each(['open', 'preparing'] as const)('is withdrawn while it is %s', async (status) => {
    expect(await sync(false, view(status), false, { withdraw: withdrawn })).toEqual({
      ...{ view: withdrawn, withdrawn: true, calls: ['withdraw the secret'] },
    });
  });

  test('stays as it was decided meanwhile', async () => {
    expect(await sync(false, open, false, { read: approved })).toEqual({
      ...{ view: approved, withdrawn: false, calls: ['withdraw the secret', 'read the secret'] },
    });
    expect(await sync(false, approved, false)).toEqual({ view: approved, withdrawn: false, calls: [] });
  });

  test('is restored when it is reopened, unless its client cancelled it', async () => {
    expect(await sync(true, withdrawn, true, { restore: open })).toEqual({
      ...{ view: open, withdrawn: false, calls: ['restore the secret'] },
    });
    expect(await sync(true, withdrawn, true)).toEqual({
      ...{ view: withdrawn, withdrawn: false, calls: ['restore the secret'] },
    });
    expect(await sync(true, withdrawn, false)).toEqual({ view: withdrawn, withdrawn: false, calls: [] });
  });

  test('stays withdrawn while it is closed, and any other stays as it is', async () => {
    expect(await sync(false, withdrawn, true)).toEqual({ view: withdrawn, withdrawn: true, calls: [] });
    expect(await sync(true, open, true)).toEqual({ view: open, withdrawn: false, calls: [] });
    expect(await sync(true, null, true)).toEqual({ view: null, withdrawn: false, calls: [] });
  });
});
