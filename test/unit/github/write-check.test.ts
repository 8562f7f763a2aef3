import { describe, expect, test } from 'vitest';
import type { AppContext } from '../../../app/context.ts';
import { type Place, writeCheck } from '../../../app/decisions/write-check.ts';
import { type CheckContent, tryAgain } from '../../../app/render/check.ts';
import type { CheckRun } from '../../../app/store/check-runs.ts';

const now = new Date('2026-11-20T12:00:00Z');
const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000);
const headSha = 'a'.repeat(40);
const place: Place = { repositoryId: 7, installationId: 3, fullName: 'acme/site', open: true, number: 42 };
const waiting: CheckContent = {
  ...{ status: 'in_progress', conclusion: null, title: 'Waiting for a decision', summary: 'Pass 1.', text: 'Marks.' },
  actions: [],
};
const failed: CheckContent = { ...waiting, status: 'completed', conclusion: 'failure', actions: [tryAgain] };
const known: CheckRun = { id: 1, url: 'https://github.test/1', contentHash: 'x', conclusion: null, since: daysAgo(1) };
const sent = {
  ...{ owner: 'acme', repo: 'site', name: 'Sightline / visual', external_id: 'review', status: 'in_progress' },
  output: { title: 'Waiting for a decision', summary: 'Pass 1.', text: 'Marks.' },
  ...{ details_url: 'https://github.com/acme/site/pull/42', actions: [] },
};

interface Fields {
  place?: Partial<Place>;
  isGroup?: boolean;
  detailsUrl?: string | null;
  askedSince?: Date;
  signIn?: object | null;
  /** The id of our check that GitHub has and the App does not know. */
  own?: number;
  error?: Error;
}

/** Writes a check where the App knows `stored`. Collects the calls of GitHub and what is stored then. */
async function write(content: CheckContent, stored: CheckRun | null, fields: Fields = {}) {
  const calls: [string, object][] = [];
  const saved: object[] = [];
  const answer = (name: string) => async (input: object) => {
    calls.push([name, input]);
    if (fields.error !== undefined) throw fields.error;
    return { data: { id: 9, html_url: 'https://github.test/9' } };
  };
  const checks = {
    ...{ create: answer('create'), update: answer('update') },
    async listForRef(input: object) {
      calls.push(['list', input]);
      return { data: { check_runs: fields.own === undefined ? [] : [{ id: fields.own }] } };
    },
  };
  const app = {
    clock: () => now,
    config: { signIn: fields.signIn ?? null, github: { apiUrl: 'https://api.github.com' } },
    github: { appId: 5, forInstallation: async () => ({ rest: { checks } }) },
    db: {
      githubCheckRun: {
        findUnique: async () => (stored === null ? null : { ...stored, checkRunId: stored.id }),
        upsert: async ({ create }: { create: object }) => saved.push(create),
        updateMany: async (query: object) => saved.push(query),
      },
    },
  } as unknown as AppContext;
  const key = { repositoryId: 7, name: 'visual', headSha };
  const { detailsUrl, askedSince } = fields;
  const { number, ...group } = { ...place, ...fields.place };
  const where = fields.isGroup === true ? group : { ...group, number: number ?? 0 };
  const error = await writeCheck(app, where, key, content, {
    ...{ externalId: 'review', askedSince, ...(detailsUrl === undefined ? {} : { detailsUrl }) },
  }).catch((error: unknown) => error);
  return { error, calls, saved };
}

const key = { repositoryId: 7, name: 'visual', headSha };
const list = ['list', { owner: 'acme', repo: 'site', ref: headSha, check_name: 'Sightline / visual', app_id: 5 }];
const hash = expect.stringMatching(/^[\w-]{43}$/);
const row = { checkRunId: 9, url: 'https://github.test/9', contentHash: hash, conclusion: null, since: now };

describe('a check on GitHub', () => {
  test('is created and stored', async () => {
    expect(await write(waiting, null)).toEqual({
      error: undefined,
      calls: [list, ['create', { ...sent, head_sha: headSha }]],
      saved: [{ ...key, ...row }],
    });
  });

  test('that was created before the process stopped is updated', async () => {
    const { calls } = await write(waiting, null, { own: 8 });
    expect(calls).toEqual([list, ['update', { ...sent, check_run_id: 8 }]]);
  });

  test('is updated, and counts as waiting since it was created', async () => {
    const completed = { ...sent, status: 'completed', conclusion: 'failure', actions: [tryAgain] };
    expect(await write(failed, known)).toEqual({
      error: undefined,
      calls: [['update', { ...completed, check_run_id: 1 }]],
      saved: [
        {
          where: { ...key, checkRunId: 1, contentHash: 'x' },
          data: { ...row, conclusion: 'failure', since: known.since },
        },
      ],
    });
  });

  test('that waits again is a new one', async () => {
    const { calls, saved } = await write(waiting, { ...known, conclusion: 'failure' });
    expect(calls).toEqual([['create', { ...sent, head_sha: headSha }]]);
    expect(saved).toMatchObject([{ data: row }]);
  });

  test('that was to be renewed is a new one', async () => {
    const { calls } = await write(failed, { ...known, id: null });
    expect(calls).toMatchObject([['create', { head_sha: headSha, conclusion: 'failure' }]]);
  });

  test('that has this content already is not written again, but with another link it is', async () => {
    const { saved } = await write(waiting, null, { detailsUrl: 'https://x.test/r/secret' });
    const same: CheckRun = { ...known, contentHash: String(Reflect.get(Object(saved[0]), 'contentHash')) };
    expect(await write(waiting, same, { detailsUrl: 'https://x.test/r/secret' })).toEqual({
      ...{ error: undefined, calls: [], saved: [] },
    });
    expect((await write(waiting, same)).calls).toHaveLength(1);
  });

  test.each<[string, Fields]>([
    ['https://x.test/r/secret', { detailsUrl: 'https://x.test/r/secret' }],
    // Without a link that may be shown, it must not keep an older one.
    ['https://github.com/acme/site/pull/42', { detailsUrl: null }],
    ['https://proxy.test/acme/site/pull/42', { signIn: { webUrl: 'https://proxy.test' } }],
  ])('leads to %s', async (address, fields) => {
    expect((await write(waiting, known, fields)).calls).toMatchObject([['update', { details_url: address }]]);
  });

  test('of a merge group leads to the repository', async () => {
    const { calls } = await write(failed, known, { isGroup: true });
    expect(calls).toMatchObject([['update', { details_url: 'https://github.com/acme/site' }]]);
  });

  test('that waits is cancelled when the pull request was closed, and a decided one is not', async () => {
    const closed = { place: { open: false } };
    expect((await write(waiting, known, closed)).calls).toMatchObject([
      [
        'update',
        {
          ...{ status: 'completed', conclusion: 'cancelled', actions: [] },
          output: {
            title: 'Pull request #42 was closed',
            summary: 'If that pull request is reopened, the review continues.',
            text: 'Marks.',
          },
        },
      ],
    ]);
    expect((await write(failed, known, closed)).calls).toMatchObject([['update', { conclusion: 'failure' }]]);
  });

  test('that has waited for twelve days gets a button, before GitHub drops it', async () => {
    const keepWaiting = {
      ...{ label: 'Keep waiting', description: 'Waits for a decision again', identifier: 'keep_waiting' },
    };
    const three = { ...waiting, actions: [tryAgain, tryAgain, tryAgain] };
    expect((await write(three, { ...known, since: daysAgo(12) })).calls).toMatchObject([
      [
        'update',
        {
          ...{ status: 'completed', conclusion: 'action_required', actions: [keepWaiting, tryAgain, tryAgain] },
          output: {
            title: 'No decision for 12 days: Waiting for a decision',
            summary:
              'GitHub drops a check that is open for 14 days. Press “Keep waiting” to keep it open; a decision still counts at any time.\n\nPass 1.',
            text: 'Marks.',
          },
        },
      ],
    ]);
    for (const other of [
      { ...known, since: daysAgo(11.9) },
      { ...known, id: null, since: daysAgo(12) },
    ]) {
      expect((await write(waiting, other)).calls).toMatchObject([[expect.any(String), { status: 'in_progress' }]]);
    }
  });

  test.each<[of: string, CheckContent, Fields]>([
    ['nobody was asked', { ...waiting, status: 'queued' }, {}],
    ['people were asked about an earlier review', waiting, { askedSince: daysAgo(1) }],
  ])('in which %s for twelve days is replaced, before GitHub drops it', async (_, content, fields) => {
    for (const conclusion of [null, 'action_required']) {
      const stored = { ...known, conclusion, since: daysAgo(13) };
      const { calls, saved } = await write(content, stored, fields);
      expect(calls).toMatchObject([['create', { head_sha: headSha, status: content.status }]]);
      expect(saved).toMatchObject([{ where: { checkRunId: 1, contentHash: 'x' }, data: row }]);
    }
    const asked = { askedSince: daysAgo(12.9) };
    expect((await write(waiting, { ...known, since: daysAgo(13) }, asked)).calls).toMatchObject([['update', {}]]);
  });

  const refusal = (status: number, message: string) => Object.assign(new Error(message), { status });
  const noCommit = refusal(422, 'No commit found for SHA: a');
  const missing = refusal(404, 'Not Found');
  test.each<[of: string, Error, CheckRun | null, thrown: unknown, saved: object[]]>([
    ['of a commit that a force-push removed is none', noCommit, null, undefined, []],
    ['that GitHub refuses for another reason is tried again', refusal(422, 'No.'), null, refusal(422, 'No.'), []],
    [
      'that was deleted is created the next time',
      missing,
      known,
      missing,
      [
        {
          where: { ...key, checkRunId: 1, contentHash: 'x' },
          data: expect.objectContaining({ checkRunId: null, contentHash: null }),
        },
      ],
    ],
    ['that cannot be created is tried again', missing, { ...known, id: null }, missing, []],
  ])('%s', async (_, error, stored, thrown, saved) => {
    expect(await write(failed, stored, { error })).toMatchObject({ error: thrown, saved });
  });
});
