import { describe, expect, test } from 'vitest';
import { publishComment } from '../../../app/decisions/publish-comment.ts';
import { type CommentRow, renderComment } from '../../../app/render/comment.ts';
import { parseSettings } from '../../../app/settings/file.ts';
import type { Registration } from '../../../app/store/registrations.ts';
import { type At, newApp, registered, reviewId } from './support/app-publishing.ts';
import { facts, headSha, newPull } from './support/app-rows.ts';

const direct = { url: 'https://reviews.example.com/r/the%20secret', signIn: false };
const signIn = { url: `https://app.test/review/7-${reviewId}`, signIn: true };
const on = { owner: 'acme', repo: 'site' };

describe('the comment of a pull request', () => {
  async function publish(at: At) {
    const { app, calls, written } = newApp(at);
    await publishComment(app, newPull(at.pull), at.settings ?? parseSettings({}, true));
    return { calls, written };
  }
  const row = (fields: Partial<CommentRow> = {}): CommentRow => ({
    ...{ name: 'visual', status: 'open', facts, olderCommit: null, link: direct, fixingAgentStarted: false },
    ...{ conclusion: null, governedBy: null, ...fields },
  });
  const created = (...of: Parameters<typeof renderComment>) => [
    ['create', { ...on, issue_number: 42, body: renderComment(...of) }],
  ];
  const one = { registrations: [registered()] };
  const sentence =
    'The fixing agent does not start by itself on a fork’s pull request, which it could not push to. Fix the marks by hand.';
  const publicPull = { private: false };
  const marked: Partial<Registration> = { status: 'changes_requested' };
  const fixer = parseSettings({ fixer: 'workflow_dispatch' }, true);

  test('is created and stored', async () => {
    const { calls, written } = await publish({ rows: one });
    expect(calls).toEqual(created([row()]));
    const data = { commentId: 5, commentHash: expect.stringMatching(/^link:[\w-]{43}$/) };
    expect(written).toEqual([['pull.update', { where: { repositoryId: 7, number: 42 }, data }]]);
  });

  const thumbnail = 'https://x.test/t.webp';
  test.each<[shows: string, At, Parameters<typeof renderComment>]>([
    [
      'no link before the review was read',
      { rows: { registrations: [registered({ facts: null })] } },
      [[row({ facts: null, link: null })]],
    ],
    [
      'the newest review of each name, also of an older commit',
      {
        rows: {
          registrations: [
            registered({ reviewId: 'a', name: 'email' }),
            registered({ reviewId: 'b', name: 'email' }),
            registered({ reviewId: 'c', name: 'docs', headSha: 'b'.repeat(40), status: 'approved' }),
            registered({ reviewId: 'd', name: 'other', silent: true }),
          ],
        },
      },
      [[row({ name: 'docs', status: 'approved', olderCommit: 'b'.repeat(40) }), row({ name: 'email' })]],
    ],
    [
      'the conclusion of a check, and that a fixing agent was started',
      {
        rows: {
          registrations: [registered({ status: 'approved' })],
          checks: [{ repositoryId: 7, name: 'visual', headSha, checkRunId: 1, conclusion: 'failure' }],
          handOffs: [{ repositoryId: 7, reviewId, decision: 1, state: 'sent', problem: null }],
        },
      },
      [[row({ status: 'approved', conclusion: 'failure', fixingAgentStarted: true })]],
    ],
    [
      'which other pull request with the same head its check is of',
      {
        rows: {
          registrations: [registered(), registered({ reviewId: 'x', pullRequest: 41, status: 'approved' })],
          pulls: [newPull(), newPull({ number: 41 })],
          checks: [{ repositoryId: 7, name: 'visual', headSha, checkRunId: 1, conclusion: 'success' }],
        },
      },
      [[row({ conclusion: 'success', governedBy: 41 })]],
    ],
    [
      'the same once its own was closed',
      {
        rows: {
          registrations: [
            registered({ status: 'cancelled' }),
            registered({ reviewId: 'x', pullRequest: 41, status: 'approved' }),
          ],
          pulls: [newPull({ open: false }), newPull({ number: 41 })],
          checks: [{ repositoryId: 7, name: 'visual', headSha, checkRunId: 1, conclusion: 'success' }],
        },
        pull: { open: false },
      },
      [[row({ status: 'cancelled', conclusion: 'success', governedBy: 41 })]],
    ],
    [
      'that the workflow runs again for a review that ended',
      {
        rows: {
          registrations: [registered({ status: 'failed' })],
          checks: [{ repositoryId: 7, name: 'visual', headSha, checkRunId: 1, conclusion: null }],
        },
      },
      [[row({ status: 'failed', next: ['The workflow runs again.'] })]],
    ],
    [
      'nothing that is left to do once its pull request is closed',
      {
        rows: {
          registrations: [
            registered({ reviewId: 'a', name: 'email', status: 'failed' }),
            registered({ ...marked, facts: { ...facts, asked: [{ mark: 1, question: 'Why?' }] } }),
          ],
          pulls: [newPull({ open: false, fork: true })],
          handOffs: [{ repositoryId: 7, reviewId, decision: 1, state: 'refused', problem: 'It was refused.' }],
        },
        pull: { open: false },
        settings: fixer,
      },
      [[row({ name: 'email', status: 'failed', next: [] }), row(marked as Partial<CommentRow>)]],
    ],
    [
      'thumbnails where images may be shown',
      { rows: { registrations: [registered({ facts: { ...facts, thumbnail } })] } },
      [[row({ facts: { ...facts, thumbnail } })]],
    ],
    [
      'no thumbnails where they may not',
      {
        rows: { registrations: [registered({ facts: { ...facts, thumbnail } })] },
        settings: parseSettings({ pictures: false }, true),
      },
      [[row()]],
    ],
    [
      'where people sign in',
      { rows: one, settings: parseSettings({ link: 'sign-in' }, true), signsIn: true },
      [[row({ link: signIn })]],
    ],
    [
      'where people sign in, as the job asked',
      { rows: { registrations: [registered({ signInOnly: true })] }, signsIn: true },
      [[row({ link: signIn })]],
    ],
    [
      'who sees the review after a sign-in, on a public repository',
      { rows: one, pull: publicPull, settings: parseSettings({}, false, true), signsIn: true },
      [[row({ link: signIn })], { visitors: 'Everybody who may write to this repository' }],
    ],
    [
      'that links are withheld, as nobody chose sign-in',
      { rows: one, settings: parseSettings({ link: 'hidden' }, false), signsIn: true, pull: publicPull },
      [[row({ link: null })], { linksWithheld: 'by default' }],
    ],
    [
      'that links are withheld, as nobody can sign in',
      { rows: one, settings: parseSettings({}, false), pull: publicPull },
      [[row({ link: null })], { linksWithheld: 'no sign-in' }],
    ],
    [
      'what is wrong with the settings, without any review',
      { settings: parseSettings({ fixr: 1 }, true) },
      [
        [],
        {
          problems: [
            '`.github/sightline.yml` is not valid: `fixr: there is no such setting`. It is read from the default branch. Until it is fixed, what cannot be read counts in its strictest sense.',
          ],
        },
      ],
    ],
    [
      'what the fixing agent could not do',
      {
        rows: {
          registrations: [registered(marked)],
          handOffs: [{ repositoryId: 7, reviewId, decision: 1, state: 'refused', problem: 'It was refused.' }],
        },
        settings: fixer,
      },
      [[row(marked as Partial<CommentRow>)], { problems: ['It was refused.'] }],
    ],
    [
      'no problem with the fixing agent after an approval',
      {
        rows: {
          registrations: [registered({ status: 'approved' })],
          handOffs: [{ repositoryId: 7, reviewId, decision: 1, state: 'refused', problem: 'It was refused.' }],
        },
        settings: fixer,
      },
      [[row({ status: 'approved' })]],
    ],
    [
      'why no fixing agent starts, once, where changes are requested',
      {
        rows: {
          registrations: [
            registered(marked),
            registered({ reviewId: 'a', name: 'a', ...marked }),
            registered({ reviewId: 'x', name: 'z' }),
          ],
        },
        ...{ pull: { fork: true }, settings: fixer },
      },
      [
        [row({ name: 'a', status: 'changes_requested' }), row({ status: 'changes_requested' }), row({ name: 'z' })],
        { problems: [sentence] },
      ],
    ],
    ['no reason for that where nothing is to fix', { rows: one, pull: { fork: true }, settings: fixer }, [[row()]]],
  ])('shows %s', async (_, at, of) => {
    expect((await publish(at)).calls).toEqual(created(...of));
  });

  test('is not written where this is not used, and stays where it was', async () => {
    expect((await publish({})).calls).toEqual([]);
    expect((await publish({ rows: { pulls: [], ...one } })).calls).toEqual([]);
    const body = renderComment([]);
    expect((await publish({ pull: { commentId: 4 } })).calls).toEqual([['update', { ...on, comment_id: 4, body }]]);
  });

  test('is not written again without a change', async () => {
    const { written } = await publish({ rows: one });
    const commentHash = String(Reflect.get(Object(Reflect.get(Object(written[0]?.[1]), 'data')), 'commentHash'));
    expect((await publish({ rows: one, pull: { commentId: 4, commentHash } })).calls).toEqual([]);
  });

  const body = renderComment([row()]);
  const update = (id: number) => ['update', { ...on, comment_id: id, body }];
  const create = ['create', { ...on, issue_number: 42, body }];
  const own = { user: { login: 'sightline[bot]' } };
  const error = (status: number) => Object.assign(new Error('No.'), { status });

  test('is the one that the App wrote before, among all comments', async () => {
    const comments = [
      { id: 1, body: 'Hello', ...own },
      { id: 2, body: '<!-- sightline -->', user: { login: 'mallory' } },
      { id: 3, body: '<!-- sightline -->', user: null },
      { id: 4, body: '<!-- sightline -->', ...own },
    ];
    expect((await publish({ rows: one, comments })).calls).toEqual([update(4)]);
  });

  test('is created again when somebody deleted it', async () => {
    for (const status of [404, 410]) {
      const { calls } = await publish({ rows: one, pull: { commentId: 6 }, updated: error(status) });
      expect(calls).toEqual([update(6), create]);
    }
    await expect(publish({ rows: one, pull: { commentId: 6 }, updated: error(403) })).rejects.toThrow('No.');
  });

  test('is replaced where the repository became public, because an edited one shows its older versions', async () => {
    const pull = { ...publicPull, commentId: 4, commentHash: 'link:x' };
    const settings = parseSettings({}, false);
    const hidden = renderComment([row({ link: null })], { linksWithheld: 'no sign-in' });
    const again = ['create', { ...on, issue_number: 42, body: hidden }];
    for (const removed of [undefined, error(404)]) {
      const { calls, written } = await publish({ rows: one, pull, settings, ...(removed && { removed }) });
      expect(calls).toEqual([['delete', { ...on, comment_id: 4 }], again]);
      const data = { commentId: 5, commentHash: expect.stringMatching(/^[\w-]{43}$/) };
      expect(written).toMatchObject([['pull.update', { data }]]);
    }
    const edited = ['update', { ...on, comment_id: 4, body: hidden }];
    const once = { ...pull, commentHash: 'image:x' };
    expect((await publish({ rows: one, pull: once, settings })).calls).toEqual([
      ['delete', { ...on, comment_id: 4 }],
      again,
    ]);
    const withImages = parseSettings({ pictures: true }, false);
    const shown = { registrations: [registered({ facts: { ...facts, thumbnail } })] };
    const [call] = (await publish({ rows: shown, pull: once, settings: withImages })).calls;
    expect(call?.[0]).toBe('update');
    // It never had a link, or everybody may see it.
    expect((await publish({ rows: one, pull: { ...pull, commentHash: 'x' }, settings })).calls).toEqual([edited]);
    const direct = parseSettings({ link: 'direct' }, false);
    expect((await publish({ rows: one, pull, settings: direct })).calls).toEqual([update(4)]);
  });

  test('remembers that it once had a link or images', async () => {
    const settings = parseSettings({ link: 'hidden', pictures: false }, true);
    const { written } = await publish({ rows: one, pull: { commentId: 4, commentHash: 'link:image:x' }, settings });
    expect(written).toMatchObject([['pull.update', { data: { commentHash: expect.stringMatching(/^link:image:/) } }]]);
    const shown = { registrations: [registered({ facts: { ...facts, thumbnail } })] };
    const first = await publish({ rows: shown, settings: parseSettings({ link: 'hidden' }, true) });
    const data = { commentHash: expect.stringMatching(/^image:[\w-]{43}$/) };
    expect(first.written).toMatchObject([['pull.update', { data }]]);
  });

  test('is not created where another repository took the name', async () => {
    expect(await publish({ rows: one, repositoryId: 8 })).toEqual({ calls: [], written: [] });
  });
});
