import { describe, expect, test } from 'vitest';
import { requireProof } from '../../../action/app.ts';
import { type Event, findPullRequest, type PullRequest } from '../../../action/event.ts';
import type { GitHub } from '../../../action/github.ts';
import { chooseLink } from '../../../action/link.ts';
import { requireApproval } from '../../../action/pass/wait-for-decision.ts';
import { requireCredential } from '../../../action/sign-in.ts';
import { tokensEnd } from '../../../action/token-end.ts';
import type { ReviewStatus } from '../../../server/contract/review.ts';
import { newReview } from '../../github/app/support/review.ts';
import { newInputs, pull } from './support/pull.ts';

const { headSha: head } = pull;
const repository = { id: 7, full_name: 'acme/site', name: 'site', owner: { login: 'acme' }, private: true };
const pullPayload = (fields: object = {}) => ({
  number: 42,
  title: 'Bigger buttons',
  state: 'open',
  draft: false,
  user: { login: 'ida' },
  head: { sha: head, ref: 'change', repo: { id: 7 } },
  base: { repo: { id: 7 } },
  ...fields,
});
const app = { url: 'https://app.test', oidc_audience: 'https://app.test', sign_in: true };
const proof = { ACTIONS_ID_TOKEN_REQUEST_URL: 'https://x.test', ACTIONS_ID_TOKEN_REQUEST_TOKEN: 'x' };

/** A stand-in for GitHub with these open pull requests for each branch. */
const knowing = (pulls: Record<string, object[]>): GitHub => {
  const asked = async (branch: string) => pulls[branch] ?? [];
  return { openPullRequests: asked, pullRequestsOfCommit: asked } as Partial<GitHub> as GitHub;
};

describe('the pull request of a run', () => {
  const find = (event: Partial<Event['payload']>, github = knowing({}), env = {}) =>
    findPullRequest({ name: 'any', payload: { repository, ...event } }, github, env);

  test.each<[string, Partial<Event['payload']>, NodeJS.ProcessEnv, string]>([
    ['of a closed one', { action: 'closed', pull_request: pullPayload() }, {}, 'The pull request is closed.'],
    ['of no open one', {}, { GITHUB_SHA: 'b'.repeat(40) }, 'No open pull request has the commit bbbbbbb as its head.'],
    [
      'of a deployment under way',
      { deployment: { sha: head }, deployment_status: { state: 'in_progress' } },
      {},
      'The deployment is in_progress, not yet successful.',
    ],
  ])('%s is none: the run reviews nothing and gives the reason', async (_, event, env, words) => {
    await expect(find(event, knowing({}), env)).rejects.toMatchObject({ name: 'Skip', message: words });
  });

  test('is the one in the event, with the head that the author pushed', async () => {
    expect(await find({ pull_request: pullPayload() })).toEqual(pull);
    const draft = pullPayload({ draft: true, head: { sha: head, ref: 'change', repo: { id: 8 } } });
    expect(await find({ pull_request: draft })).toMatchObject({ draft: true, fork: true });
  });

  test('is found by the branch of a manual run, and by the fork’s branch of the run that triggered it', async () => {
    const github = knowing({ 'acme:change': [pullPayload()], 'mallory:theirs': [pullPayload({ number: 43 })] });
    expect(await find({}, github, { GITHUB_SHA: head, GITHUB_REF_NAME: 'change' })).toEqual(pull);
    const head_repository = { owner: { login: 'mallory' } };
    const workflow_run = { id: 4711, head_sha: head, head_branch: 'theirs', head_repository };
    expect(await find({ workflow_run }, github)).toMatchObject({ number: 43, workflowRunId: 4711 });
    // A commit that is another pull request’s head matches no pull request.
    const foreign = { ...workflow_run, head_sha: 'c'.repeat(40) };
    await expect(find({ workflow_run: foreign }, github)).rejects.toMatchObject({ name: 'Skip' });
  });
});

describe('the credential of a job', () => {
  const credential = (fields: Partial<PullRequest>, env: NodeJS.ProcessEnv) => () =>
    requireCredential('', { ...pull, ...fields }, env);

  test('is a token, or the permission to request an id-token; forks and Dependabot without either are skipped', () => {
    expect(credential({}, proof)).not.toThrow();
    expect(() => requireCredential('slt_x', pull, {})).not.toThrow();
    expect(credential({}, {})).toThrow(/^Input "token": it is empty, [\s\S]*id-token: write[\s\S]*curl -X POST/);
    expect(credential({ fork: true }, {})).toThrow(/^This pull request comes from a fork, .*workflow_run/);
    const dependabot = { GITHUB_ACTOR: 'dependabot[bot]' };
    expect(credential({}, dependabot)).toThrow(/store the token as a Dependabot secret/);
  });

  test('for an App is an id-token of a run of the head commit', () => {
    const require = (env: NodeJS.ProcessEnv) => () => requireProof(app, pull, env);
    expect(require(proof)).not.toThrow();
    expect(require({})).toThrow(/permissions:\n {4}id-token: write/);
    const target = { ...proof, GITHUB_EVENT_NAME: 'pull_request_target' };
    expect(require(target)).toThrow(/"pull_request_target" on the base branch\. Nothing was made\..*workflow_run/);
    const merged = { ...proof, GITHUB_EVENT_NAME: 'deployment_status', GITHUB_SHA: 'b'.repeat(40) };
    expect(require(merged)).toThrow('this run is of the merge commit that was deployed');
    expect(require({ ...merged, GITHUB_SHA: head })).not.toThrow();
  });
});

test('a link is shown where only people with read access see it, or if the workflow asks; else people sign in', () => {
  const choose = (link: string, isPrivate: boolean, of: typeof app | null) =>
    chooseLink(newInputs({ link }), { ...pull, private: isPrivate }, of);
  const without = { ...app, sign_in: false };
  for (const of of [app, without, null]) {
    expect(choose('', true, of)).toBe('direct');
    expect(choose('direct', false, of)).toBe('direct');
  }
  expect(choose('sign-in', true, app)).toBe('sign-in');
  expect(choose('', false, app)).toBe('sign-in');
  expect(() => choose('sign-in', true, without)).toThrow(
    /^Input "link": sign-in is asked by the GitHub App, and the one at https:\/\/app\.test does not offer it/,
  );
  expect(() => choose('sign-in', true, null)).toThrow(/^Input "link": .* this run has none to register the review at/);
  expect(() => choose('', false, without)).toThrow(/^This repository is public, .*GITHUB_CLIENT_SECRET/);
  expect(() => choose('', false, null)).toThrow(/^This repository is public, .* set "link: direct"\.$/);
});

test.each<[ReviewStatus, RegExp]>([
  ['changes_requested', /^Changes requested: 0 marks to fix\. Push a fix/],
  ['open', /^No decision in 5 minutes\./],
  ['superseded', /^Replaced by a later pass\./],
  ['expired', /^Expired without a decision\./],
  ['cancelled', /^The review was withdrawn\./],
  ['failed', /^No screenshot could be taken\./],
])('a waiting job fails when its review is %s, and succeeds only on approval', (status, words) => {
  expect(() => requireApproval(newReview({ status }), 5)).toThrow(words);
  expect(() => requireApproval(newReview({ status: 'approved' }), 5)).not.toThrow();
});

test('the end of a token is announced in the last two weeks, with how to replace it', () => {
  const now = Date.parse('2026-11-20T12:00:00Z');
  const at = (days: number) => new Date(now + days * 86_400_000).toISOString();
  const told = (days: number) => tokensEnd(at(days), 'https://x.test', now);
  expect(told(15)).toBeNull();
  expect(told(14)).toContain('ends on 2026-12-04, in 14 days. Replace it with "sightline rotate-token"');
  expect(told(1.5)).toContain('in 1 day.');
  expect(told(-1)).toContain('in 0 days.');
  expect(told(3)).toContain('https://x.test/api/token/rotate');
});
