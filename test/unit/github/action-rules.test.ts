import { describe, expect, test, vi } from 'vitest';
import { chooseLink, requireProof, secretOf } from '../../../action/app.ts';
import { ActionError, Skip } from '../../../action/error.ts';
import type { PullRequest } from '../../../action/event.ts';
import { log } from '../../../action/log.ts';
import { findSettled } from '../../../action/pass/previous.ts';
import { requireApproval, waitForDecision } from '../../../action/pass/wait-for-decision.ts';
import { tokensEnd } from '../../../action/service.ts';
import { createCredential, requireCredential } from '../../../action/sign-in.ts';
import { ServiceError } from '../../../server/contract/client.ts';
import type { Review } from '../../../server/contract/review.ts';
import { newReview } from '../../github/app/support/review.ts';
import { differingFromBase } from './support/base.ts';
import { answering } from './support/client.ts';
import { newInputs, pull } from './support/pull.ts';

const { headSha: head } = pull;
const app = { url: 'https://app.test', oidc_audience: 'https://app.test', sign_in: true };
const proof = { ACTIONS_ID_TOKEN_REQUEST_URL: 'https://x.test', ACTIONS_ID_TOKEN_REQUEST_TOKEN: 'x' };
const permissions = '  permissions:\n    id-token: write\n    contents: read\n    pull-requests: write';

describe('the credential of a job', () => {
  const fork = new Skip(
    'This pull request comes from a fork, whose jobs get neither secrets nor an id-token, so the review was not started. Run the trusted half from a workflow with "on: workflow_run", which has them: let this workflow upload the images as an artifact or deploy the preview, and use this action there.',
  );
  const dependabot = new Skip(
    'Dependabot’s jobs get no repository secrets and here no id-token. Add the permission "id-token: write" to the job, or store the token as a Dependabot secret, to review them.',
  );
  const empty = new ActionError(
    `Input "token": it is empty, and the job may not ask GitHub for an id-token to sign in with instead. Add to the job:\n${permissions}\nor get a token with "curl -X POST <service-url>/api/try-token" and pass it as a repository secret.`,
  );
  const byDependabot = { GITHUB_ACTOR: 'dependabot[bot]' };
  const { ACTIONS_ID_TOKEN_REQUEST_URL: _, ...half } = proof;

  test.each<[of: string, token: string, Partial<PullRequest>, NodeJS.ProcessEnv, Error | null]>([
    ['a token', 'slt_x', {}, {}, null],
    ['a token, of a fork', 'slt_x', { fork: true }, {}, null],
    ['the permission to request an id-token', '', { fork: true }, { ...proof, ...byDependabot }, null],
    ['neither', '', {}, {}, empty],
    ['half of what a request of an id-token needs', '', {}, half, empty],
    ['neither, of a fork', '', { fork: true }, byDependabot, fork],
    ['neither, of Dependabot', '', {}, byDependabot, dependabot],
  ])('with %s', (_, token, fields, env, error) => {
    const require = () => requireCredential(token, { ...pull, ...fields }, env);
    if (error === null) expect(require).not.toThrow();
    else expect(require).toThrow(error);
  });

  test('is the token, or what the job signs in with', () => {
    const service = { url: 'https://x.test', audience: 'https://x.test' };
    expect(createCredential('slt_x', service)).toEqual({ kind: 'token', bearer: 'slt_x' });
    expect(createCredential('', service)).toEqual({ kind: 'job', bearer: expect.any(Function) });
  });
});

describe('a pass that differs from its base only in what was approved before', () => {
  const shown = differingFromBase(['identical', 'approved']);
  /** The passes by id: the first, one that was replaced, and one that a job opened after them. */
  const settled = (first: Review['status'], fields: Partial<Review> = {}, carriesOver = true) => {
    const passes: Record<string, Review> = {
      first: newReview({ status: first, parent_id: null }),
      second: newReview({ status: 'superseded', parent_id: 'first' }),
    };
    const client = answering({ get_review: ({ id }) => passes[String(id)] });
    return findSettled(client, newReview({ ...shown, parent_id: 'second', ...fields }), carriesOver);
  };

  test('needs nobody', async () => {
    const words = '1 change, approved in #41 by ada';
    expect(await settled('approved')).toBe(words);
    expect(await settled('expired')).toBe(words);
    expect(await settled('changes_requested', { parent_id: null })).toBe(words);
  });

  test.each<[unless: string, ...Parameters<typeof settled>]>([
    ['somebody requested changes before', 'changes_requested'],
    ['it is decided', 'approved', { status: 'changes_requested' }],
    ['a mark is outstanding', 'approved', { outstanding_marks: 1 }],
    ['earlier approvals may not hold', 'approved', {}, false],
  ])('unless %s', async (_, ...of) => {
    expect(await settled(...of)).toBeNull();
  });
});

describe('a pass with the same screenshots as the newest decided one', () => {
  const settled = (before: Partial<Review>, now: Partial<Review> = {}, carriesOver = true) => {
    const client = answering({ get_review: () => newReview({ status: 'approved', ...before }) });
    return findSettled(client, newReview({ parent_id: 'before', ...now }), carriesOver);
  };
  const [shot] = newReview().screenshots;
  const others = shot === undefined ? [] : [{ ...shot, sha256: 'b'.repeat(64) }];

  test('needs nobody after its approval', async () => {
    expect(await settled({})).toBe('Approved before: the same screenshots');
  });

  test.each<[unless: string, ...Parameters<typeof settled>]>([
    ['changes were requested', { status: 'changes_requested' }],
    ['a mark was outstanding', { outstanding_marks: 1 }],
    ['a mark is outstanding', {}, { outstanding_marks: 1 }],
    ['it shows something else', {}, { screenshots: others }],
    ['a screenshot could not be taken', {}, { problems: [{ label: 'Home', message: 'No.' }] }],
    ['earlier approvals may not hold', {}, {}, false],
  ])('unless %s', async (_, ...of) => {
    expect(await settled(...of)).toBeNull();
  });
});

describe('a job that waits', () => {
  const revision = head;
  /** Waits for the first of these reviews, which was open when the job read it. */
  const wait = (reviews: Review[], isClosed = async () => false) => {
    const [first = newReview()] = reviews;
    const client = answering({
      get_review: ({ id }) => reviews.find((review) => review.id === id),
    });
    return waitForDecision(client, { ...first, status: 'open' }, { milliseconds: 60_000, isClosed });
  };
  const replaced = newReview({ status: 'superseded', revision, next_pass_id: 'second' });

  test('asks nobody about a review that is decided already', async () => {
    const decided = newReview({ status: 'approved' });
    const isClosed = () => Promise.reject(new Error('asked'));
    expect(await waitForDecision(answering({}), decided, { milliseconds: 60_000, isClosed })).toBe(decided);
  });

  test('waits for a later pass of its commit that somebody else opened', async () => {
    const second = newReview({ id: 'second', status: 'superseded', revision, next_pass_id: 'third' });
    const third = newReview({ id: 'third', status: 'approved', revision });
    expect(await wait([replaced, second, third])).toMatchObject({ id: 'third', status: 'approved' });
  });

  test('goes on after an outage of the service, unless it lasts until the end', async () => {
    const decided = newReview({ status: 'approved' });
    let outage = 4;
    const client = answering({
      get_review: () => {
        outage -= 1;
        const down = new ServiceError(503, { message: 'No.', retry_after: 0.001 });
        if (outage >= 0) throw down;
        // The token of the job expired meanwhile.
        if (outage === -1) throw new ActionError('Signing in failed.', { cause: down });
        return decided;
      },
    });
    const wait = (milliseconds: number) =>
      waitForDecision(client, newReview({ status: 'open' }), { milliseconds, isClosed: async () => false });
    expect(await wait(60_000)).toEqual(decided);
    outage = 4;
    await expect(wait(0)).rejects.toThrow(ServiceError);
  });

  test('ends with its own where the later pass is of another commit', async () => {
    const other = newReview({ id: 'second', status: 'approved', revision: 'b'.repeat(40) });
    expect(await wait([replaced, other])).toMatchObject({ id: replaced.id, status: 'superseded' });
  });
});

describe('an App makes the check for an id-token of a run of the head commit', () => {
  const makes = 'The GitHub App at https://app.test makes the check';
  const permission = new ActionError(`${makes} and needs proof of which job this is. Add to the job:\n${permissions}`);
  const target = new ActionError(
    `${makes} for the commit that a run is of, and GitHub runs "pull_request_target" on the base branch. Nothing was made. Use "on: pull_request", or for forks a second workflow with "on: workflow_run", or "app: none" without the check.`,
  );
  const merged = new ActionError(
    `${makes} for the commit that a run is of, and this run is of the merge commit that was deployed. Nothing was made. Use "on: pull_request" with the input "deployment", which waits for it, or "app: none" without the check.`,
  );
  const deployed = { ...proof, GITHUB_EVENT_NAME: 'deployment_status' };

  test.each<[NodeJS.ProcessEnv, Error | null]>([
    [proof, null],
    [{}, permission],
    [{ ...proof, GITHUB_EVENT_NAME: 'pull_request_target', GITHUB_SHA: head }, target],
    [{ ...deployed, GITHUB_SHA: 'b'.repeat(40) }, merged],
    [{ ...deployed, GITHUB_SHA: head }, null],
    [{ ...proof, GITHUB_EVENT_NAME: 'pull_request', GITHUB_SHA: 'b'.repeat(40) }, null],
  ])('%j', (env, error) => {
    const require = () => requireProof(app, pull, env);
    if (error === null) expect(require).not.toThrow();
    else expect(require).toThrow(error);
  });
});

describe('a link is shown where only people with read access see it, or if the workflow asks; else people sign in', () => {
  const without = { ...app, sign_in: false };
  const none = 'Input "link": sign-in is asked by the GitHub App, and ';
  const isPublic =
    'This repository is public, and everybody with a review’s link can decide, so nothing was made or posted.';
  const noApp = `${none}this run has none to register the review at: let the operator of the service set one up, or use link: direct.`;
  const noSignIn = `${none}the one at https://app.test does not offer it. Nothing was made or posted. Let its operator set GITHUB_CLIENT_ID and GITHUB_CLIENT_SECRET, or use link: direct.`;
  const direct = 'If everybody may decide, set "link: direct".';
  const instead =
    'Its GitHub App could let people sign in instead: its operator sets GITHUB_CLIENT_ID and GITHUB_CLIENT_SECRET.';

  test.each<
    [link: string, visibility: 'private' | 'public', app: string, typeof app | null, 'direct' | 'sign-in' | Error]
  >([
    ['', 'private', 'an App with sign-in', app, 'direct'],
    ['', 'private', 'an App without sign-in', without, 'direct'],
    ['', 'private', 'no App', null, 'direct'],
    ['direct', 'public', 'an App with sign-in', app, 'direct'],
    ['direct', 'public', 'no App', null, 'direct'],
    ['', 'public', 'an App with sign-in', app, 'sign-in'],
    ['', 'public', 'an App without sign-in', without, new Skip(`${isPublic} ${instead} ${direct}`, 'warning')],
    ['', 'public', 'no App', null, new Skip(`${isPublic} ${direct}`, 'warning')],
    ['sign-in', 'private', 'an App with sign-in', app, 'sign-in'],
    ['sign-in', 'private', 'an App without sign-in', without, new ActionError(noSignIn)],
    ['sign-in', 'public', 'no App', null, new ActionError(noApp)],
  ])('link %j, a %s repository, %s', (link, visibility, _, of, chosen) => {
    const choose = () => chooseLink(newInputs({ link }), { ...pull, private: visibility === 'private' }, of);
    if (typeof chosen === 'string') expect(choose()).toBe(chosen);
    else expect(choose).toThrow(chosen);
  });
});

test.each<[of: string, Partial<Review>, sentence: string]>([
  [
    'has no decision',
    { status: 'open' },
    'No decision in 5 minutes. Run this job again after the decision, or raise "wait".',
  ],
  [
    'has changes requested',
    { status: 'changes_requested', outstanding_marks: 1 },
    'Changes requested: 1 mark to fix. Push a fix to start the next pass.',
  ],
  [
    'has changes requested by a note',
    { status: 'changes_requested' },
    'Changes requested. Push a fix to start the next pass.',
  ],
  [
    'was replaced',
    { status: 'superseded', outstanding_marks: 1 },
    'Replaced by a later pass. This pass was not decided before the later one opened, so it says nothing about this commit. Run this job again to ask for a decision about it.',
  ],
  [
    'expired',
    { status: 'expired' },
    'Expired without a decision. Push a commit or run the workflow again to ask for a decision. GitHub runs one again for 30 days.',
  ],
  ['was withdrawn', { status: 'cancelled' }, 'The review was withdrawn. Run the workflow again for a new one.'],
  ['failed', { status: 'failed' }, 'No screenshot could be taken. Fix the source and run the workflow again.'],
])('a waiting job fails when its review %s, and succeeds only on approval', (_, fields, sentence) => {
  expect(() => requireApproval(newReview(fields), 5)).toThrow(new ActionError(sentence));
  expect(() => requireApproval(newReview({ ...fields, status: 'approved' }), 5)).not.toThrow();
});

describe('the end of a token is announced in the last two weeks, with how to replace it', () => {
  const now = Date.parse('2026-11-20T12:00:00Z');
  const at = (days: number) => new Date(now + days * 86_400_000).toISOString();
  const sentence = (end: string) =>
    `The token in "token" ends on ${end}. Replace it with "sightline rotate-token", or "curl -X POST -H 'Authorization: Bearer <token>' https://x.test/api/token/rotate", and store the new one as the repository's secret: it opens the same workspace, and the old one ends ten minutes later. Or leave "token" away: the job signs in by its id-token then, into the repository's own workspace.`;

  test.each([
    [14, sentence('2026-12-04, in 14 days')],
    [2.5, sentence('2026-11-23, in 2 days')],
    [1.5, sentence('2026-11-22, in 1 day')],
    [-1, sentence('2026-11-19, in 0 days')],
    [14.001, null],
  ])('%f days before', (days, announced) => {
    expect(tokensEnd(at(days), 'https://x.test', now)).toBe(announced);
  });

  test('but not when the service reports no date', () => {
    expect(tokensEnd('soon', 'https://x.test', now)).toBeNull();
  });
});

test('the secret of a review is the last part of its link', () => {
  expect(secretOf('https://x.test/base/r/secret?a=1#b')).toBe('secret');
});

test.each([
  ['one\r\ntwo\u2028three', 'one two three'],
  [' ::error::no', ': :error::no'],
  ['safe\u202egnp #\u200b#[add-mask]', 'safegnp ## [add-mask]'],
])('the line %j of the log is plain text', (line, shown) => {
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  log(line);
  const written = write.mock.calls.join('');
  write.mockRestore();
  expect(written).toBe(`${shown}\n`);
});
