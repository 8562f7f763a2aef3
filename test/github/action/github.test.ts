import { describe, expect, test } from 'vitest';
import { createGitHub } from '../../../action/github.ts';
import { startHttpServer } from '../../support/servers.ts';

/** What the Action makes of GitHub's answers, one by one. */
let status = 200;
const server = await startHttpServer((_, response) => {
  const pause = status === 503 ? { 'retry-after': '0.001' } : {};
  response.writeHead(status, { 'content-type': 'application/json', ...pause }).end('{"message":"No."}');
});
const github = createGitHub({ apiUrl: server.origin, token: 'ghs_x', repository: 'acme/site' });

const parents = () => github.parents('a'.repeat(40));
const livePull = () => github.livePull(1);
const update = () => github.updateComment(1, 'New');
const remove = () => github.deleteComment(1);

describe('GitHub', () => {
  test.each<[string, number, () => Promise<unknown>, unknown]>([
    ['the parents of a commit', 403, parents, []],
    ['the parents of a commit', 404, parents, []],
    ['a pull request', 403, livePull, null],
    ['a pull request', 404, livePull, null],
    ['a deleted comment', 404, update, undefined],
    ['a deleted comment', 404, remove, undefined],
  ])('may refuse %s (%i): the job continues without it', async (_, answered, ask, known) => {
    status = answered;
    expect(await ask()).toEqual(known);
  });

  test.each<[string, number, () => Promise<unknown>, object]>([
    ['the parents of a commit', 503, parents, { status: 503 }],
    ['a pull request', 503, livePull, { status: 503 }],
    ['a comment', 503, update, { status: 503 }],
    ['a comment', 503, remove, { status: 503 }],
    ['a pull request', 401, livePull, { message: 'Input "github-token": GitHub does not accept this token.' }],
    ['a comment', 403, update, { message: expect.stringContaining('Add the permission "pull-requests: write"') }],
    ['a comment', 403, remove, { status: 403 }],
  ])('fails %s (%i): the job does not continue as if there were none', async (_, answered, ask, error) => {
    status = answered;
    await expect(ask()).rejects.toMatchObject(error);
  });
});

test('comments are read from every page', async () => {
  const paged = await startHttpServer(({ url = '' }, response) => {
    const isLast = url.endsWith('&page=2');
    const link = isLast ? {} : { link: `<${paged.origin}${url}&page=2>; rel="next"` };
    response.writeHead(200, { 'content-type': 'application/json', ...link });
    response.end(JSON.stringify([{ id: isLast ? 2 : 1 }]));
  });
  const { listComments } = createGitHub({ apiUrl: paged.origin, token: 'ghs_x', repository: 'acme/site' });
  expect((await listComments(1)).map(({ id }) => id)).toEqual([1, 2]);
});
