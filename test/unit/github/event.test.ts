import { describe, expect, test } from 'vitest';
import { Skip } from '../../../action/error.ts';
import { type Event, findPullRequest, readPush } from '../../../action/event.ts';
import type { GitHub } from '../../../action/github.ts';
import { pull } from './support/pull.ts';

const { headSha: head } = pull;
const merge = 'd'.repeat(40);
const repository = { id: 7, full_name: 'acme/site', name: 'site', owner: { login: 'acme' }, private: true };
const pullPayload = (fields: object = {}) => ({
  ...{ number: 42, title: 'Bigger buttons', state: 'open', draft: false, user: { login: 'ida' } },
  head: { sha: head, ref: 'change', repo: { id: 7 } },
  base: { ref: 'main', repo: { id: 7 } },
  ...fields,
});

/** A stand-in for GitHub: the open pull requests of branches, those of commits, and the parents of commits. */
const knowing = (known: { branches?: Record<string, object[]>; commits?: Record<string, object[]> } = {}) =>
  ({
    openPullRequests: async (branch) => known.branches?.[branch] ?? [],
    pullRequestsOfCommit: async (sha) => known.commits?.[sha] ?? [],
    pullRequest: async (number) => pullPayload({ number }),
    parents: async (sha) => (sha === merge ? ['e'.repeat(40), head] : []),
  }) satisfies Partial<GitHub> as Partial<GitHub> as GitHub;

const find = (event: Partial<Event['payload']>, github = knowing(), env = {}) =>
  findPullRequest({ name: 'any', payload: { repository, ...event } }, github, env);

describe('a run without a pull request reviews nothing and gives the reason', () => {
  const none = 'No open pull request has the commit bbbbbbb as its head.';
  const other = 'b'.repeat(40);
  const run = { head_sha: other, head_branch: 'change' };
  const others = { 'acme:change': [pullPayload({ head: { sha: 'c'.repeat(40) } })] };

  test.each<[of: string, Partial<Event['payload']>, NodeJS.ProcessEnv, string]>([
    ['none that is open', {}, { GITHUB_SHA: other }, none],
    ['none with that commit', { workflow_run: run }, { GITHUB_SHA: head }, none],
    [
      'a deployment under way',
      { deployment: { sha: head }, deployment_status: { state: 'in_progress' } },
      {},
      'The deployment is in_progress, not yet successful.',
    ],
  ])('of %s', async (_, event, env, reason) => {
    await expect(find(event, knowing({ branches: others }), env)).rejects.toThrow(new Skip(reason));
  });

  test('of a branch whose pull request was closed', async () => {
    const branches = { 'acme:change': [pullPayload({ state: 'closed' })] };
    const env = { GITHUB_SHA: head, GITHUB_REF_NAME: 'change' };
    await expect(find({}, knowing({ branches }), env)).rejects.toThrow(Skip);
  });
});

describe('the pull request of a run', () => {
  test('is the one in the event, with the head that the author pushed', async () => {
    for (const action of ['opened', 'closed']) {
      expect(await find({ action, pull_request: pullPayload() })).toEqual({ ...pull, action });
    }
  });

  test('is a draft, of a fork, without author and branch, as the event says', async () => {
    const given = pullPayload({ draft: true, user: null, head: { sha: head, repo: { id: 8 } } });
    expect(await find({ pull_request: given })).toEqual({
      ...{ ...pull, draft: true, fork: true, author: '', headRef: undefined },
    });
    const deleted = pullPayload({ draft: null, head: { sha: head, ref: 'change', repo: null } });
    expect(await find({ pull_request: deleted })).toEqual({ ...pull, fork: true });
    expect(await find({ pull_request: pullPayload({ base: { ref: 'main' } }) })).toEqual(pull);
  });

  test('is found by the branch of a manual run, and by the fork’s branch of the run that triggered it', async () => {
    const github = knowing({
      branches: { 'acme:change': [pullPayload()], 'mallory:theirs': [pullPayload({ number: 43 })] },
    });
    expect(await find({}, github, { GITHUB_SHA: head, GITHUB_REF_NAME: 'change' })).toEqual(pull);
    const head_repository = { owner: { login: 'mallory' } };
    const workflow_run = { id: 4711, head_sha: head, head_branch: 'theirs', head_repository };
    expect(await find({ workflow_run }, github)).toEqual({ ...pull, number: 43, workflowRunId: 4711 });
    // A commit that is another pull request’s head matches no pull request.
    const foreign = { ...workflow_run, head_sha: 'c'.repeat(40) };
    await expect(find({ workflow_run: foreign }, github)).rejects.toThrow(Skip);
  });

  test('is the one that a triggering run names or is titled after, where several have its head', async () => {
    const both = [pullPayload({ base: { ref: 'next' } }), pullPayload({ number: 43, title: 'For the release' })];
    const github = knowing({ branches: { 'acme:change': both } });
    const found = async (fields: object) => {
      const { number, others } = await find(
        { workflow_run: { head_sha: head, head_branch: 'change', ...fields } },
        github,
      );
      return [number, others];
    };
    expect(await found({ pull_requests: [{ number: 43 }] })).toEqual([43, []]);
    expect(await found({ pull_requests: [], display_title: 'For the release' })).toEqual([43, []]);
    expect(await found({ pull_requests: [{ number: 42 }, { number: 43 }], display_title: 'CI' })).toEqual([42, [43]]);
  });

  test('is found by the commit of a deployment, or by the merge commit that its own job deploys', async () => {
    const success = { deployment_status: { state: 'success' } };
    const github = knowing({ commits: { [head]: [pullPayload()] } });
    expect(await find({ ...success, deployment: { sha: head, ref: 'change' } }, github)).toEqual(pull);
    const merged = { sha: merge, ref: 'refs/pull/44/merge' };
    expect(await find({ ...success, deployment: merged })).toEqual({ ...pull, number: 44 });
    // Another branch’s name may only look like a merge.
    const named = { ...merged, ref: 'refs/pull/44/merge-it' };
    await expect(find({ ...success, deployment: named })).rejects.toThrow(Skip);
  });
});

describe('the push of a run', () => {
  const push = { name: 'push', payload: { repository: { ...repository, default_branch: 'main' } } };
  const env = { GITHUB_REF: 'refs/heads/release/1', GITHUB_SHA: head };

  test('has its branch, its commit and the default branch', () => {
    expect(readPush(push, env)).toEqual({ repositoryId: 7, branch: 'release/1', sha: head, defaultBranch: 'main' });
  });

  test.each<[of: string, Event, NodeJS.ProcessEnv]>([
    ['another event', { ...push, name: 'pull_request_target' }, env],
    ['a tag', push, { ...env, GITHUB_REF: 'refs/tags/v1' }],
    ['a deleted branch', { ...push, payload: { ...push.payload, deleted: true } }, env],
  ])('is none of %s', (_of, event, given) => {
    expect(readPush(event, given)).toBeNull();
  });
});
