import { describe, expect, test } from 'vitest';
import {
  approvalsOf,
  type BaseFacts,
  describeDifferences,
  describeSettled,
  listDifferences,
  type NoiseDifference,
  passesBy,
  readBase,
  settledBy,
} from '../../../app/render/base.ts';
import { renderCheck } from '../../../app/render/check.ts';
import { renderTable } from '../../../app/render/comment.ts';
import { readFacts } from '../../../app/render/facts.ts';
import type { EarlierApproval } from '../../../server/contract/base.ts';
import { noiseRule } from '../../../server/contract/examples.ts';
import { newReview } from '../../github/app/support/review.ts';
import { approvalIn, differingFromBase, removed } from './support/base.ts';

const facts = (more: Partial<BaseFacts> = {}): BaseFacts => ({
  ...{ id: 'b', kind: 'baseline', repository: 'github:7', name: 'visual' },
  ...{ commit: 'abc1234def5678', reason: 'merge base', identical: 9, approved: [], noise: [], open: [] },
  ...more,
});
const approved = (pullRequest: number | null, login: string | null = null, label = '/a') =>
  ({ label, kind: 'changed', reviewId: `of ${pullRequest}`, pullRequest, login, outcome: 'approved' }) as const;
const noisy = (...reviewIds: (string | null)[]): NoiseDifference => ({
  ...{ label: '/clock', kind: 'changed' },
  rules: reviewIds.map((reviewId) => ({
    ...{ reason: 'A `clock`.', until: '2026-12-27T09:00:00.000Z' },
    approval: reviewId === null ? null : { reviewId, login: 'ada' },
  })),
});
const accepted = (pullRequest: number, login: string | null = null) => ({
  ...approved(pullRequest, login),
  outcome: 'changes_requested' as const,
});
const open = (label: string, kind: 'new' | 'changed' | 'removed' = 'changed') => ({ label, kind });

describe('how a review differs from its base', () => {
  test('counts what is identical, approved before and new to everybody', () => {
    const shown = differingFromBase(['identical', 'changed', 'new', 'approved']);
    const gone = [removed, { ...removed, label: '/older', approved_in: approvalIn(40) }];
    expect(readBase(newReview({ ...shown, removed_screenshots: gone }))).toEqual({
      ...{ id: 'b', kind: 'baseline', repository: 'github:7', name: 'visual' },
      ...{ commit: 'abc1234def5678', reason: 'merge base', identical: 1 },
      open: [open('/1'), open('/2', 'new'), open('/old', 'removed')],
      approved: [
        { label: '/3', kind: 'changed', reviewId: 'r', pullRequest: 41, login: 'ada', outcome: 'approved' },
        { label: '/older', kind: 'removed', reviewId: 'r', pullRequest: 40, login: null, outcome: 'approved' },
      ],
      noise: [],
    });
  });

  test('counts what is noise by itself, unless the very change was approved before', () => {
    const { base, screenshots } = differingFromBase(['changed', 'approved']);
    const rule = (expires_at: string, approved_in: EarlierApproval | null) => ({
      ...noiseRule,
      expires_at,
      approved_in,
    });
    const noise = [rule('2026-12-28T00:00:00Z', approvalIn(40)), rule('2026-12-27T00:00:00Z', null)];
    const withNoise = screenshots.map((shot) => ({
      ...shot,
      base_change: shot.base_change && { ...shot.base_change, noise },
    }));
    const { reason } = noiseRule;
    const [until, earlier] = noise.map(({ expires_at }) => expires_at);
    expect(readBase(newReview({ base, screenshots: withNoise }))).toMatchObject({
      open: [],
      approved: [{ label: '/1' }],
      noise: [
        {
          ...{ label: '/0', kind: 'changed' },
          rules: [
            { reason, until, approval: { reviewId: 'r', login: null } },
            { reason, until: earlier, approval: null },
          ],
        },
      ],
    });
  });

  test('is unknown without a base, before the comparison, and to an older service', () => {
    const shown = differingFromBase(['identical']);
    expect(readBase(newReview())).toBeNull();
    expect(readBase(newReview({ ...shown, base: { ...shown.base, compared: false } }))).toBeNull();
    const none = { ...shown.base, kind: 'none', commit: null, compared: false } as const;
    expect(readBase(newReview({ ...shown, base: none }))).toBeNull();
    const { base: _base, removed_screenshots: _removed, ...older } = newReview();
    expect(readBase(older as ReturnType<typeof newReview>)).toBeNull();
  });

  test.each<[string, BaseFacts, string]>([
    ['nothing', facts(), 'No visible changes since abc1234'],
    ['one', facts({ approved: [approved(41, 'ada')] }), '1 change, approved in #41 by ada'],
    ['two, by links', facts({ approved: [approved(41), approved(41)] }), '2 changes, approved in #41'],
    ['by two people', facts({ approved: [approved(41, 'ada'), approved(41, 'bo')] }), '2 changes, approved in #41'],
    ['in two places', facts({ approved: [approved(41), approved(42)] }), '2 changes, approved before'],
    ['noise', facts({ noise: [noisy('r')] }), 'No visible changes since abc1234, 1 screenshot with noise'],
    [
      'one, and noise',
      facts({ approved: [approved(41, 'ada')], noise: [noisy('r'), noisy('r')] }),
      '1 change, approved in #41 by ada, 2 screenshots with noise',
    ],
    ['elsewhere', facts({ approved: [approved(null, 'ada')] }), '1 change, approved before by ada'],
    ['one, by a request for changes', facts({ approved: [accepted(41)] }), '1 change, accepted in #41'],
    ['one of each', facts({ approved: [accepted(41), approved(41)] }), '2 changes, approved in #41'],
  ])('is said in the title: %s', (_what, given, title) => {
    expect(describeSettled(given)).toBe(title);
  });

  test('is said of what is left', () => {
    expect(describeDifferences(facts({ open: [open('/a')], approved: [approved(41)] }))).toBe(
      '1 change since abc1234, 1 change approved before, 9 screenshots look the same',
    );
    expect(describeDifferences(facts({ noise: [noisy(null)] }))).toBe(
      '0 changes since abc1234, 1 screenshot with noise, 9 screenshots look the same',
    );
    expect(describeDifferences(facts({ open: [open('/a'), open('/b')], identical: 0 }))).toBe(
      '2 changes since abc1234',
    );
  });

  test('is listed, up to forty', () => {
    const differences = [open('/`a`'), open('/b', 'new'), open('/c', 'removed'), approved(41), approved(null)];
    expect(listDifferences(differences)).toBe(
      "- `/'a'`: changed\n- `/b`: new\n- `/c`: removed\n- `/a`: changed, approved in #41\n- `/a`: changed",
    );
    const many = Array.from({ length: 42 }, (_, at) => open(`/${at}`));
    expect(listDifferences(many).split('\n').slice(-2)).toEqual(['- `/39`: changed', '- and 2 more']);
  });

  test('relies on the approval of each change, on one of each noise, and on the pass which it is compared with', () => {
    const both = { approved: [approved(1, 'ada'), approved(3)] };
    const outcome = 'approved';
    const [first, third] = [
      [{ reviewId: 'of 1', login: 'ada', outcome }],
      [{ reviewId: 'of 3', login: null, outcome }],
    ];
    expect(approvalsOf(facts(both))).toEqual([first, third]);
    expect(approvalsOf(facts({ ...both, kind: 'approved_pass', id: 'pass' }))).toEqual([
      [{ reviewId: 'pass' }],
      first,
      third,
    ]);
    expect(approvalsOf(facts({ approved: [accepted(5, 'ada')] }))).toEqual([
      [{ reviewId: 'of 5', login: 'ada', outcome: 'changes_requested' }],
    ]);
    const [a, b] = ['a', 'b'].map((reviewId) => ({ reviewId, login: 'ada' }));
    expect(approvalsOf(facts({ noise: [noisy('a', null, 'b'), noisy('b')] }))).toEqual([[a, b], [b]]);
  });

  test('needs nobody only when nothing is left', () => {
    const left = { base: facts(), failed: 0, outstanding: 0, awaitingVerification: 0 };
    expect(settledBy(left)).toEqual(facts());
    expect(settledBy({ ...left, base: facts({ open: [open('/a')] }) })).toBeNull();
    expect(settledBy({ ...left, base: null })).toBeNull();
    expect(settledBy({ ...left, base: facts({ noise: [noisy('r')] }) })).not.toBeNull();
    // Nobody has approved that it is noise.
    expect(settledBy({ ...left, base: facts({ noise: [noisy('r'), noisy(null)] }) })).toBeNull();
    for (const field of ['failed', 'outstanding', 'awaitingVerification'] as const) {
      expect(settledBy({ ...left, [field]: 1 })).toBeNull();
    }
  });

  const change = facts({ approved: [approved(41)] });
  test.each([
    [true, 'nothing differs', facts(), { before: 'approved', carriesOver: false }],
    [false, 'changes were requested before', facts(), { before: 'changes_requested', carriesOver: true }],
    [true, 'a change was approved before', change, { before: null, carriesOver: true }],
    [false, 'it was, and approvals do not carry over', change, { before: 'approved', carriesOver: false }],
    [false, 'a change is open', facts({ open: [open('/a')] }), { before: 'approved', carriesOver: true }],
  ] as const)('passes by itself (%s) when %s', (passes, _, base, by) => {
    expect(passesBy({ base, failed: 0, outstanding: 0, awaitingVerification: 0 }, by)).toBe(passes ? base : null);
  });
});

describe('the check', () => {
  const stays = 'The new review stays open: requesting changes there fails this check.';

  test('passes when nothing differs, and names the baseline', () => {
    const review = newReview(differingFromBase(['identical', 'identical']));
    expect(renderCheck(review, { pictures: false, reason: { base: facts() } })).toMatchObject({
      ...{ status: 'completed', conclusion: 'success', title: 'No visible changes since abc1234' },
      summary: `9 screenshots look the same as in the baseline of \`abc1234def5678\` (merge base).\n\n${stays}`,
    });
  });

  test('says why it asks although every change was approved before', () => {
    const { summary, conclusion } = renderCheck(newReview(differingFromBase(['approved'])), { pictures: false });
    expect(conclusion).toBeNull();
    expect(summary).toContain(
      'Nothing here is new, but the check does not pass by itself: an approval or base that it relies on does not count for this pull request, earlier approvals do not carry over, a screenshot could not be taken, changes were requested on an earlier pass, or marks or noise wait for a decision.\n\n- `/0`: changed, approved in #41',
    );
    expect(renderCheck(newReview(differingFromBase(['changed'])), { pictures: false }).summary).not.toContain(
      'Nothing here',
    );
  });

  test('passes with noise, and says what a person called noise, why and until when', () => {
    const review = newReview(differingFromBase(['changed']));
    const reason = { base: facts({ noise: [noisy('r')] }) };
    const noise = "Differs only by what a person called noise:\n\n- `/clock`: `A 'clock'.`, until 2026-12-27";
    expect(renderCheck(review, { pictures: false, reason }).summary).toBe(
      `9 screenshots look the same as in the baseline of \`abc1234def5678\` (merge base).\n\n${noise}\n\n${stays}`,
    );
  });

  test('passes when every change was approved before, and lists where', () => {
    const base = facts({ approved: [approved(41, 'ada', '/3')] });
    const review = newReview(differingFromBase(['approved']));
    expect(renderCheck(review, { pictures: false, reason: { base } })).toMatchObject({
      ...{ conclusion: 'success', title: '1 change, approved in #41 by ada' },
      summary: expect.stringContaining('to the same:\n\n- `/3`: changed, approved in #41\n\n'),
    });
  });

  test('asks for exactly the changes that are new, or for all while there is no baseline', () => {
    const shown = differingFromBase(['changed', 'approved', 'identical']);
    expect(renderCheck(newReview(shown), { pictures: false })).toMatchObject({
      ...{ status: 'in_progress', conclusion: null },
      title: 'Waiting for a decision: 1 change since abc1234, 1 change approved before, 1 screenshot looks the same',
      summary: expect.stringMatching(/\n\nTo look at:\n\n- `\/0`: changed$/),
    });
    const none = { ...shown.base, kind: 'none', commit: null, compared: false } as const;
    expect(renderCheck(newReview({ ...shown, base: none }), { pictures: false })).toMatchObject({
      title: 'Waiting for a decision',
      summary: expect.stringContaining('No baseline exists yet, so every screenshot has to be looked at.'),
    });
  });
});

test('a row of the comment says why it passes, and what differs', () => {
  const row = (review: ReturnType<typeof newReview>, conclusion: string | null) =>
    renderTable([
      { name: 'visual', status: 'open', facts: readFacts(review), olderCommit: null, link: null, conclusion },
    ]);
  const same = newReview(differingFromBase(['identical']));
  expect(row(same, 'success')).toContain('| ✓ No visible changes since abc1234 |');
  const changed = newReview(differingFromBase(['changed', 'identical']));
  expect(row(changed, null)).toContain(
    '| ◐ Waiting for a decision | 1 change since abc1234, 1 screenshot looks the same |',
  );
  expect(readFacts(changed).thumbnail).toBe(changed.screenshots[0]?.thumbnail_url);
});
