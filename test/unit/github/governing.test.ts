import { describe, expect, test } from 'vitest';
import type { AppContext } from '../../../app/context.ts';
import { findGoverning, findReasonToPass, findRefusal, withReview } from '../../../app/decisions/governing.ts';
import type { BaseFacts } from '../../../app/render/base.ts';
import { parseSettings, type Settings } from '../../../app/settings/file.ts';
import type { PullRequest } from '../../../app/store/pull-requests.ts';
import type { Registration } from '../../../app/store/registrations.ts';
import { newReview } from '../../github/app/support/review.ts';
import { fakeDatabase, type Rows } from './support/app-database.ts';
import { adaMayWrite, decidedBy, facts, headSha, newPull, newRegistration } from './support/app-rows.ts';

const appWith = (rows: Rows) => ({ db: fakeDatabase(rows).db }) as AppContext;
const anybody = parseSettings({}, true);
const writers = parseSettings({ approvers: 'write' }, true);

test('a registration has the state of its review, or that the service deleted it', () => {
  const registration = newRegistration();
  const review = newReview({ status: 'approved', pass: 2 });
  expect(withReview(registration, review)).toMatchObject({ status: 'approved', facts: { pass: 2, withdrawn: false } });
  expect(withReview(registration, review, true).facts?.withdrawn).toBe(true);
  expect(withReview(registration, null)).toEqual({ ...registration, status: 'deleted' });
});

describe('an approval', () => {
  const refusal = (rows: Rows, login: string | null, settings: Settings, fields: Partial<Registration> = {}) =>
    findRefusal(appWith(rows), newPull(), newRegistration(fields), login, settings);

  test('counts for what the App knows of the person and of the authors', async () => {
    const access = [adaMayWrite('b')];
    expect(await refusal({ access }, 'Ada', writers)).toBeNull();
    expect(await refusal({ access }, null, writers)).toMatch(/^This repository takes the approval of/);
    expect(await refusal({ access: [adaMayWrite('another review')] }, 'ada', writers)).toMatch(
      /^This repository takes/,
    );
    const notAuthor = parseSettings({ approvers: 'write', 'not-author': true }, true);
    expect(await refusal({ access }, 'ada', notAuthor)).toBeNull();
    const pushers = [{ repositoryId: 7, headSha, login: 'Ada' }];
    expect(await refusal({ access, pushers }, 'ada', notAuthor)).toMatch(/does not take the approval of the pull/);
    const pulls = [newPull({ number: 43, author: 'ada' })];
    expect(await refusal({ access, pulls }, 'ada', notAuthor)).toMatch(/does not take the approval of the pull/);
  });

  test('of a pass that an agent opened asks for a sign-in, where people can sign in', async () => {
    const settings = parseSettings({}, true, true);
    expect(await refusal({}, null, settings)).toBeNull();
    expect(await refusal({}, null, settings, { runId: null })).toMatch(/^This repository takes the approval of/);
  });
});

describe('an approval is carried over to the same screenshots', () => {
  const old = 'b'.repeat(40);
  const before = newRegistration({ reviewId: 'a', headSha: old, status: 'approved', facts: decidedBy('ada') });
  const now = newRegistration();

  const carried = (changed: { before?: Partial<Registration>; now?: Partial<Registration>; settings?: Settings }) =>
    findReasonToPass(
      appWith({ registrations: [{ ...before, ...changed.before }, now], access: [adaMayWrite('a')] }),
      newPull(),
      { ...now, ...changed.now },
      changed.settings ?? writers,
    );

  test('of the newest decided pass, by a person whose approval counts', async () => {
    expect(await carried({})).toEqual({ carriedFrom: old });
  });

  const marked = { ...facts, outstanding: 1 };
  test.each<[unless: string, Parameters<typeof carried>[0]]>([
    ['the repository does not want it', { settings: parseSettings({ approvers: 'write', 'carry-over': false }, true) }],
    ['the job does not want it', { now: { carryOver: false } }],
    ['the review is decided', { now: { status: 'changes_requested' } }],
    ['the review is not read yet', { now: { facts: null } }],
    ['a mark is outstanding', { now: { facts: marked } }],
    ['changes were requested', { before: { status: 'changes_requested' } }],
    ['a mark was outstanding', { before: { facts: { ...marked, decision: decidedBy('ada').decision } } }],
    ['it was never read', { before: { facts: null } }],
    ['the screenshots differ', { before: { facts: { ...decidedBy('ada'), digest: 'other' } } }],
    ['it does not count', { before: { facts: decidedBy(null) } }],
    ['it is of another name', { before: { name: 'email' } }],
    ['it is of a later pass', { before: { reviewId: 'c' } }],
  ])('unless %s', async (_, changed) => {
    expect(await carried(changed)).toBeNull();
  });
});

describe('a review that differs from its base only in what was approved before', () => {
  const ada = { reviewId: 'a', pullRequest: 41, login: 'ada', outcome: 'approved' as const };
  const byAda = { label: '/a', kind: 'changed' as const, ...ada };
  const base: BaseFacts = {
    ...{ id: 'x', kind: 'baseline', repository: 'github:7', name: 'visual', commit: 'abc1234', reason: 'merge base' },
    ...{ identical: 3, open: [], approved: [], noise: [] },
  };
  const byRule = (reviewId: string, login: string | null) => ({
    ...{ reason: 'A clock.', until: '2026-12-27', approval: { reviewId, login } },
  });
  const noiseBy = (...rules: ReturnType<typeof byRule>[]) => [{ label: '/c', kind: 'changed' as const, rules }];
  const noise = noiseBy(byRule('a', 'ada'));
  const unwanted = parseSettings({ approvers: 'write', 'carry-over': false }, true);
  const approvedByAda = newRegistration({
    reviewId: 'a',
    pullRequest: 41,
    status: 'approved',
    facts: decidedBy('ada'),
  });

  interface Changed {
    base?: Partial<BaseFacts>;
    settings?: Settings;
    now?: Partial<Registration>;
    approving?: Partial<Registration>;
    /** An earlier pass of the same pull request. */
    before?: Partial<Registration>;
    /** The merge base of the base's commit and the branch that the pull request would be merged into. */
    mergeBase?: string;
  }
  const reason = (given: Changed) => {
    const now = newRegistration({ facts: { ...facts, base: { ...base, ...given.base } }, ...given.now });
    const before = given.before && newRegistration({ reviewId: '0', headSha: 'b'.repeat(40), ...given.before });
    const registrations = [now, { ...approvedByAda, ...given.approving }, ...(before ? [before] : [])];
    // Ada signed in to the review of #41, where she approved it.
    const { db } = fakeDatabase({ registrations, access: [adaMayWrite('a')] });
    const rest = {
      pulls: { get: async () => ({ data: { base: { sha: 'tip' } } }) },
      repos: {
        compareCommitsWithBasehead: async ({ basehead }: { basehead: string }) => ({
          data: { merge_base_commit: { sha: given.mergeBase ?? basehead.replace('...tip', 'def') } },
        }),
      },
    };
    const app = { db, github: { forInstallation: async () => ({ rest }) } } as unknown as AppContext;
    return findReasonToPass(app, newPull(), now, given.settings ?? writers);
  };

  test('passes when nothing differs, whatever is carried over', async () => {
    expect(await reason({ settings: unwanted })).toEqual({ base });
  });

  test('passes when the approvals count for it', async () => {
    expect(await reason({ base: { approved: [byAda] } })).toEqual({ base: { ...base, approved: [byAda] } });
    const approving = { facts: decidedBy(null) };
    const byLink = { base: { approved: [{ ...byAda, login: null }] } };
    expect(await reason({ ...byLink, approving, settings: anybody })).not.toBeNull();
    expect(await reason({ base: { kind: 'approved_pass', id: 'a' } })).not.toBeNull();
    expect(await reason({ base: { noise } })).not.toBeNull();
    // Each rule is enough, so one that does not count changes nothing.
    expect(await reason({ base: { noise: noiseBy(byRule('other', 'eve'), byRule('a', 'ada')) } })).not.toBeNull();
  });

  const relies = { base: { approved: [byAda] } };
  const isPass = { base: { kind: 'approved_pass' as const, id: 'a' } };
  test.each<[when: string, Changed]>([
    ['the approval was by a link, where people sign in', { ...relies, approving: { facts: decidedBy(null) } }],
    ['the approval is of a review that nobody registered', { base: { approved: [{ ...byAda, reviewId: 'other' }] } }],
    ['somebody else has approved since', { ...relies, approving: { facts: decidedBy('eve') } }],
    ['the App knows of no approval by the link', { base: { noise: noiseBy(byRule('a', null)) } }],
    ['the approval is of another name', { ...relies, approving: { name: 'email' } }],
    ['the approval was withdrawn', { ...relies, approving: { status: 'changes_requested' } }],
    ['the approved pass that it is compared with does not count', { ...isPass, approving: { facts: decidedBy(null) } }],
    ['approvals are not carried over', { ...relies, settings: unwanted }],
    ['an approved pass is the base and approvals are not carried over', { ...isPass, settings: unwanted }],
    ['the job does not want them', { ...relies, now: { carryOver: false } }],
    ['noise was approved by a link, where people sign in', { base: { noise }, approving: { facts: decidedBy(null) } }],
    ['the approval of noise was withdrawn', { base: { noise }, approving: { status: 'changes_requested' } }],
    ['there is noise, and approvals are not carried over', { base: { noise }, settings: unwanted }],
    ['it is decided', { now: { status: 'changes_requested' } }],
    ['changes were requested on an earlier pass', { before: { status: 'changes_requested' } }],
    ['a mark is to be verified', { now: { facts: { ...facts, base, awaitingVerification: 1 } } }],
    ['a screenshot could not be taken', { now: { facts: { ...facts, base, failed: 1 } } }],
    ['the base is of another repository', { base: { repository: 'github:8' } }],
    ['the base is of another name', { base: { name: 'email' } }],
    ['the base is not on the branch that it would be merged into', { mergeBase: 'older' }],
  ])('does not pass when %s', async (_when, given) => {
    expect(await reason(given)).toBeNull();
  });

  test('passes after an earlier approval of other screenshots', async () => {
    const before = { status: 'approved' as const, facts: { ...decidedBy('ada'), digest: 'other' } };
    expect(await reason({ before })).toEqual({ base });
  });
});

describe('of several pull requests with one head, the review that governs its check', () => {
  const check = { repositoryId: 7, headSha, name: 'visual' };
  const approved: Partial<Registration> = { status: 'approved', facts: decidedBy('ada') };
  const requested: Partial<Registration> = { status: 'changes_requested' };
  const pulls = [newPull({ number: 1 }), newPull({ number: 2 })];

  /** Returns the pull request whose review governs: that of the pull request 2 is the newer one. */
  async function governing(
    one: Partial<Registration>,
    two: Partial<Registration>,
    rows: Rows = {},
    settings = writers,
  ) {
    const registrations = [
      newRegistration({ reviewId: 'c', pullRequest: 1, ...one }),
      newRegistration({ reviewId: 'd', pullRequest: 2, ...two }),
    ];
    const access = [adaMayWrite('c'), adaMayWrite('d')];
    const app = appWith({ registrations, pulls, access, ...rows });
    return (await findGoverning(app, check, settings))?.pullRequest ?? null;
  }
  const forkFirst: PullRequest[] = [newPull({ number: 1, fork: true }), newPull({ number: 2 })];
  const by = (login: string | null) => ({ ...approved, facts: decidedBy(login) });

  test.each<[is: string, one: Partial<Registration>, two: Partial<Registration>, rows: Rows, number: number]>([
    ['the newer one of two that wait', {}, {}, {}, 2],
    ['an approval before one that waits', approved, {}, {}, 1],
    ['the request for changes before an approval', requested, approved, {}, 1],
    ['an approval before a fork’s request for changes', requested, approved, { pulls: forkFirst }, 2],
    ['a fork’s request for changes before one that waits', requested, {}, { pulls: forkFirst }, 1],
    [
      'a fork’s request for changes before an approval that does not count',
      requested,
      by(null),
      { pulls: forkFirst },
      1,
    ],
    ['an approval that does not count before one that waits', by(null), {}, {}, 1],
    ['one that waits before one that ended', {}, { status: 'expired' }, {}, 1],
    ['one in preparation before one that ended', { status: 'preparing' }, { status: 'failed' }, {}, 1],
    ['the newer one of one that waits and one in preparation', {}, { status: 'preparing' }, {}, 2],
    [
      'that of the open pull request',
      requested,
      {},
      { pulls: [newPull({ number: 1, open: false }), newPull({ number: 2 })] },
      2,
    ],
    [
      'an approval, also when all pull requests are closed',
      approved,
      {},
      { pulls: pulls.map((pull) => ({ ...pull, open: false })) },
      1,
    ],
    ['the one whose pull request is known', {}, requested, { pulls: [newPull({ number: 1 })] }, 1],
  ])('is %s', async (_, one, two, rows, number) => {
    expect(await governing(one, two, rows)).toBe(number);
  });

  test('is one that an approval is carried over to', async () => {
    const before = newRegistration({ ...approved, reviewId: 'a', pullRequest: 1, headSha: 'b'.repeat(40) });
    const registrations = ['c', 'd'].map((reviewId, index) => newRegistration({ reviewId, pullRequest: index + 1 }));
    const app = appWith({ registrations: [before, ...registrations], pulls, access: [adaMayWrite('a')] });
    expect((await findGoverning(app, check, writers))?.reviewId).toBe('c');
  });

  test('may be known better than it is stored', async () => {
    const registrations = ['c', 'd'].map((reviewId, index) => newRegistration({ reviewId, pullRequest: index + 1 }));
    const current = newRegistration({ reviewId: 'c', pullRequest: 1, ...requested });
    expect(await findGoverning(appWith({ registrations, pulls }), check, anybody, current)).toBe(current);
  });

  test('is none where nobody registered one', async () => {
    expect(await findGoverning(appWith({}), check, anybody)).toBeNull();
  });
});
