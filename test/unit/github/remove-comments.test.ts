import { expect, test } from 'vitest';
import { type Row, renderRows } from '../../../action/comment/row.ts';
import { removeComments, withdrawComment } from '../../../action/comment/write.ts';
import type { GitHub, IssueComment } from '../../../action/github.ts';

const marker = '<!-- sightline -->';

/** Removes comments where these exist. Returns which were deleted, and whether the login was asked. */
async function remove(
  viewer: string,
  comments: Partial<IssueComment>[],
  by = (github: GitHub) => removeComments(github, 42),
) {
  const deleted: number[] = [];
  let asked = 0;
  const github = {
    listComments: async () =>
      comments.map((fields, index) => ({
        id: index + 1,
        body: `${marker}\nrows`,
        author: 'ida',
        bot: false,
        ...fields,
      })),
    deleteComment: async (id) => void deleted.push(id),
    async viewer() {
      asked += 1;
      return viewer;
    },
  } satisfies Partial<GitHub> as Partial<GitHub> as GitHub;
  await by(github);
  return { deleted, asked };
}

test('the comments of earlier runs are those with the marker by the account of the token', async () => {
  const comments = [{ id: 3 }, { id: 2, body: `Hello ${marker}` }, { id: 1 }, { id: 4, author: 'mallory' }];
  expect(await remove('ida', comments)).toEqual({ deleted: [1, 3], asked: 1 });
});

test('a bot has its login with and without a suffix, and nobody else can have it', async () => {
  const bot = { author: 'my-app[bot]', bot: true };
  expect(await remove('my-app', [bot, { author: 'my-app[bot]' }])).toEqual({ deleted: [1], asked: 1 });
  expect(await remove('my-app[bot]', [bot, { author: 'my-app', bot: true }])).toEqual({ deleted: [1], asked: 1 });
});

test('without a marker nobody asks whose the token is', async () => {
  expect(await remove('ida', [{ body: 'Hello' }])).toEqual({ deleted: [], asked: 0 });
});

test.each<[of: string, Partial<Row>, may: { link: boolean; images: boolean }, removed: boolean]>([
  ['the review’s link', {}, { link: false, images: false }, true],
  ['the review’s link, which the workflow publishes', {}, { link: true, images: false }, false],
  ['an image', { thumbnail: 'https://x.test/t' }, { link: true, images: false }, true],
  ['an image, which the workflow publishes', { thumbnail: 'https://x.test/t' }, { link: true, images: true }, false],
  ['a sign-in', { signIn: true }, { link: false, images: false }, false],
  ['another review’s link', { name: 'email' }, { link: true, images: true }, true],
  [
    'another review’s link, as that workflow publishes it',
    { name: 'email', isPublic: true },
    { link: false, images: false },
    false,
  ],
])('once everybody can read it, a comment with %s', async (_, fields, may, removed) => {
  const row = {
    ...{
      name: 'visual',
      id: '0',
      url: 'https://x.test/r/secret',
      thumbnail: null,
      status: 'open',
      pass: 1,
      written: 1,
    },
    ...{
      revision: '',
      shots: { all: 1, changed: 0, added: 0, identical: 0, failed: 0 },
      toVerify: 0,
      outstanding: 0,
      ...fields,
    },
  } as Row;
  const { deleted } = await remove('ida', [{ body: renderRows([row], '') }], (github) =>
    withdrawComment(github, 42, 'visual', may),
  );
  expect(deleted).toEqual(removed ? [1] : []);
});
