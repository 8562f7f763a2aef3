import { expect, test } from 'vitest';
import { removeComments } from '../../../action/comment/write.ts';
import type { GitHub, IssueComment } from '../../../action/github.ts';

const marker = '<!-- sightline -->';

/** Removes the comments of earlier runs where these exist. Returns which were deleted, and whether the login was asked. */
async function remove(viewer: string, comments: Partial<IssueComment>[]) {
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
  await removeComments(github, 42);
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
