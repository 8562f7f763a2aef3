import { describe, expect, test } from 'vitest';
import type { AppContext } from '../../../app/context.ts';
import type { Octokit } from '../../../app/github.ts';
import { Refusal } from '../../../app/http/request.ts';
import { type ReadPullRequest, readPullRequest, readSharing } from '../../../app/registrations/read-pull-request.ts';
import { verifyJob } from '../../../app/registrations/resolve-pull-request.ts';

const headSha = 'a'.repeat(40);
const base = { repo: { id: 7, full_name: 'acme/site', private: true, default_branch: 'main' } };
type Given = Parameters<typeof readPullRequest>[0];
const given = (fields: Partial<Given> = {}): Given => ({
  ...{ number: 42, state: 'open', draft: false, user: { login: 'ida' }, base },
  head: { ref: 'change', sha: headSha, repo: { id: 7, full_name: 'acme/site' } },
  ...fields,
});
const fork = { ref: 'theirs', sha: headSha, repo: { id: 8, full_name: 'mallory/site' } };
const read = {
  ...{ repositoryId: 7, number: 42, installationId: 3, fullName: 'acme/site', private: true, fork: false },
  ...{ defaultBranch: 'main', headRepository: 'acme/site', headRef: 'change', headSha, open: true, draft: false },
  author: 'ida',
};

describe('a pull request of GitHub', () => {
  test.each<[of: string, Partial<Given>, Partial<ReadPullRequest>]>([
    ['of the repository', {}, {}],
    ['that is a draft', { draft: true }, { draft: true }],
    [
      'that is closed, without author',
      { state: 'closed', user: null, draft: undefined },
      { open: false, author: null },
    ],
    ['of a fork', { head: fork }, { fork: true, headRepository: 'mallory/site', headRef: 'theirs' }],
    [
      'of a fork that was deleted',
      { head: { ...fork, repo: null } },
      { fork: true, headRepository: null, headRef: 'theirs' },
    ],
    [
      'of a public repository',
      { base: { repo: { ...base.repo, private: false, default_branch: 'trunk' } } },
      { private: false, defaultBranch: 'trunk' },
    ],
  ])('%s', (_, fields, changed) => {
    expect(readPullRequest(given(fields), 3)).toEqual({ ...read, ...changed });
  });
});

describe('who else has the head commit', () => {
  type Push = { after: string; actor: { login: string } | null };

  /** Reads it where GitHub lists these pull requests of the commit, and these pushes or a refusal for each branch. */
  async function share(
    pulls: Given[],
    pushes: Record<string, Push[] | Error> = {},
    pull = readPullRequest(given(), 3),
  ) {
    const asked: unknown[] = [];
    const logged: unknown[] = [];
    const octokit = {
      rest: {
        repos: {
          async listPullRequestsAssociatedWithCommit(of: object) {
            asked.push(of);
            return { data: pulls };
          },
          async listActivities({ owner, repo, ref, per_page }: Record<string, unknown>) {
            asked.push({ owner, repo, ref, per_page });
            const data = pushes[`${owner}/${repo} ${ref}`] ?? [];
            if (data instanceof Error) throw data;
            return { data };
          },
        },
      },
    } as unknown as Octokit;
    const app = { log: { info: (of: object, words: string) => logged.push([of, words]) } } as unknown as AppContext;
    return { ...(await readSharing(app, octokit, pull)), asked, logged };
  }
  const push = (login: string, after = headSha): Push => ({ after, actor: { login } });
  const ours = 'acme/site refs/heads/change';
  const theirs = 'mallory/site refs/heads/theirs';
  const refusal = (status: number, headers = {}) => Object.assign(new Error('No.'), { status, response: { headers } });

  test('are the other open pull requests with that head, and who pushed it to their branches', async () => {
    const other = given({ number: 43, head: fork });
    const elsewhere = given({ number: 1, base: { repo: { ...base.repo, id: 9 } } });
    const below = given({ number: 44, head: { ...fork, sha: 'b'.repeat(40) } });
    const pulls = [given(), other, elsewhere, below, given({ number: 45, state: 'closed' })];
    const pushes = {
      [ours]: [push('ida'), push('ada', 'b'.repeat(40)), { after: headSha, actor: null }],
      [theirs]: [push('mallory'), push('ida')],
    };
    expect(await share(pulls, pushes)).toEqual({
      ...{ pulls: [readPullRequest(other, 3)], pushers: ['ida', 'mallory'], logged: [] },
      asked: [
        { owner: 'acme', repo: 'site', commit_sha: headSha, per_page: 100 },
        { owner: 'acme', repo: 'site', ref: 'refs/heads/change', per_page: 100 },
        { owner: 'mallory', repo: 'site', ref: 'refs/heads/theirs', per_page: 100 },
      ],
    });
  });

  test.each([403, 404, 422])('may be unknown where the App may not look (%i)', async (status) => {
    const logged = [[{ repository: 'acme/site' }, 'GitHub does not say who pushed a commit']];
    expect(await share([], { [ours]: refusal(status) })).toMatchObject({ pulls: [], pushers: [], logged });
  });

  test('is not guessed while GitHub does not answer', async () => {
    for (const error of [refusal(503), refusal(403, { 'retry-after': '3' })])
      await expect(share([], { [ours]: error })).rejects.toBe(error);
  });

  test('of a fork that was deleted is asked of nobody', async () => {
    const deleted = readPullRequest(given({ head: { ...fork, repo: null } }), 3);
    expect((await share([], {}, deleted)).asked).toHaveLength(1);
  });
});

describe('the job of an id-token', () => {
  const identity = { repositoryId: 7, run: { id: 1 } };
  const verify = (answer: () => Promise<unknown>, isRefused = false) =>
    verifyJob({ jobTokens: { verify: answer, isRefused: () => isRefused } } as unknown as AppContext, 'token');
  const refused = new Refusal(
    401,
    'unauthenticated',
    'The id-token is not valid here. Ask for one for this App’s own audience.',
  );

  test('is what the token says', async () => {
    expect(await verify(async () => identity)).toEqual(identity);
  });

  test.each<[of: string, () => Promise<unknown>, isRefused: boolean, Refusal]>([
    ['that is not valid', () => Promise.reject(new Error('Bad signature')), true, refused],
    ['of no run', async () => ({ ...identity, run: null }), false, refused],
    [
      'while its issuer does not answer',
      () => Promise.reject(new Error('Down.')),
      false,
      new Refusal(503, 'unavailable', 'The keys of the id-token’s issuer cannot be read now.'),
    ],
  ])('%s is none', async (_, answer, isRefused, error) => {
    await expect(verify(answer, isRefused)).rejects.toThrow(error);
  });
});
