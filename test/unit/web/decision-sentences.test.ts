import { describe, expect, test } from 'vitest';
import { markedReview, openReview, rejectedReview, resolvedMark, viewOf } from '../../../server/contract/examples.ts';
import { undecidedSentence } from '../../../server/web/decide/deciding.ts';
import { decidedElsewhere, decisionSentence } from '../../../server/web/decide/sentences.ts';
import type { Mark, PageView, Review } from '../../../server/web/shared/types.ts';
import type { Failure } from '../../../server/web/sync/exchange.ts';
import { failureSentence, keptSentence } from '../../../server/web/sync/sentences.ts';

type Decision = NonNullable<Review['decision']>;
const decided: Decision = {
  number: 1,
  outcome: 'approved',
  note: null,
  decided_by: null,
  verified_login: null,
  via: 'page',
};
const approved: Review = {
  ...openReview,
  status: 'approved',
  decided_at: '2026-03-02T09:42:30.000Z',
  decision: decided,
};
const asked: Review = {
  ...approved,
  status: 'changes_requested',
  decision: { ...decided, outcome: 'changes_requested' },
};
const sentenceOf = (review: Review, more: Partial<PageView> = {}) =>
  decisionSentence({ ...viewOf({ ...rejectedReview, ...review }), ...more });
const marksWith = (...statuses: Mark['status'][]): Mark[] =>
  statuses.map((status, at) => ({ ...resolvedMark, id: at + 1, status }));

const busy: Failure = { kind: 'busy', seconds: 1 };
const conflict: Failure = { kind: 'conflict', message: 'Pass 2 has replaced it.' };
const refused: Failure = { kind: 'refused', message: '`note` is too long.' };

test.each([
  [
    { kind: 'offline' },
    'The service cannot be reached. Your text is saved on this device. Try again once it answers.',
    'Nothing was decided: the service cannot be reached. Your note is saved; decide again once it answers.',
  ],
  [
    busy,
    'Too many changes at once. Your text is saved; try again in 1 second.',
    'Nothing was decided: too many requests at once. Your note is saved; try again in 1 second.',
  ],
  [
    { kind: 'missing' },
    'This review no longer exists. Your text is saved on this device: copy it before you close the page.',
    'Nothing was decided: this review no longer exists. Copy your note before you close the page.',
  ],
  [
    { kind: 'broken' },
    'Something went wrong on our side. Your text is saved on this device. Try again in a minute.',
    'Nothing was decided: something went wrong on our side. Your note is saved; try again in a minute.',
  ],
  [
    conflict,
    'Pass 2 has replaced it. The page has been brought up to date. Your text is saved.',
    'Pass 2 has replaced it. The page has been brought up to date. Your text is saved.',
  ],
  [refused, '`note` is too long. Your text is saved.', '`note` is too long. Your text is saved.'],
] satisfies [Failure, string, string][])(
  'a change and a decision that failed say why, and what became of the text: %j',
  (failure, change, decision) => {
    expect([failureSentence(failure), undecidedSentence(failure)]).toEqual([change, decision]);
  },
);

test('a change that is kept says when it is sent', () => {
  expect(keptSentence({ seconds: null })).toBe('Saved on this device — sent once the service answers.');
  expect(keptSentence({ seconds: 30 })).toBe(
    'Too many changes at once. Saved on this device — it goes by itself in 30 seconds.',
  );
});

test('a decision on a sample notifies nobody; the earlier pass reads as any other', () => {
  const next = 'This is a sample, so nobody is notified. It is deleted a day after it was opened.';
  expect(sentenceOf(approved, { sample: true })).toEqual({ what: 'Approved.', next });
  expect(sentenceOf(asked, { sample: true })).toEqual({ what: 'Changes requested.', next });
  const newest = { id: '2', pass: 2, review_url: 'https://sightline.example.com/r/2' };
  expect(sentenceOf(asked, { sample: true, newest })).toEqual(sentenceOf(asked, { newest }));
});

describe('a decision that somebody else made', () => {
  test.each([
    [{}, 'Approved.'],
    [{ decided_by: 'Mara' }, 'Approved by Mara.'],
    [{ decided_by: 'Mara', verified_login: 'mara-k' }, 'Approved by mara-k.'],
    [{ outcome: 'changes_requested' }, 'Changes requested.'],
    [{ outcome: 'changes_requested', decided_by: 'Mara' }, 'Mara requested changes.'],
    [{ decided_by: 'Mara', note: 'Well done.' }, 'Approved by Mara. “Well done.”'],
    [{ note: '' }, 'Approved.'],
  ] satisfies [Partial<Decision>, string][])('is described with who made it and the note: %j', (more, sentence) => {
    expect(decidedElsewhere({ ...approved, decision: { ...decided, ...more } })).toBe(sentence);
  });

  test('is not described before there is one', () => {
    expect(decidedElsewhere(openReview)).toBeNull();
    expect(sentenceOf(openReview)).toBeNull();
  });
});

describe('after a decision', () => {
  const webhook = { paused: false, failure_count: 0, last_error: null, last_delivered_at: null };
  const before = '2026-03-02T09:42:29.999Z';
  const at = '2026-03-02T09:42:30.000Z';
  const pull = 'github:7:1284:checkout';

  test.each([
    [null, null, 'Your decision is available to the requester.'],
    [null, pull, 'The check on pull request 1284 will pass.'],
    [{}, null, 'The requester is being notified.'],
    [{}, pull, 'The check on pull request 1284 will pass.'],
    [{ last_delivered_at: before }, null, 'The requester is being notified.'],
    [{ last_delivered_at: at }, null, 'The requester has been notified.'],
    [{ last_delivered_at: at }, pull, 'The check on pull request 1284 passed.'],
    [{ failure_count: 1 }, pull, 'The requester could not be notified yet; the service tries again.'],
    [{ failure_count: 1, last_delivered_at: at }, null, 'The requester has been notified.'],
    [{ paused: true }, null, 'Deliveries are paused, so the requester has not been notified yet.'],
    [{ paused: true }, pull, 'Deliveries are paused, so the check on pull request 1284 may come late.'],
    [{ paused: true, last_delivered_at: at }, null, 'The requester has been notified.'],
  ])(
    'with the webhook %j and the reference %s, the page says whether the requester knows',
    (more, reference, known) => {
      const review = { ...approved, reference, webhook: more && { ...webhook, ...more } };
      expect(sentenceOf(review)).toEqual({
        what: 'Approved.',
        next: `${known} Nothing more is needed from you.`,
      });
    },
  );

  test.each([
    [null, 'The check on pull request 1284 will fail.'],
    [webhook, 'The check on pull request 1284 will fail.'],
    [{ ...webhook, last_delivered_at: at }, 'The check on pull request 1284 failed.'],
  ])('that requests changes, the check fails: %j', (webhook, known) => {
    expect(sentenceOf({ ...asked, reference: pull, webhook })?.next).toBe(
      `${known} Your note was sent. You can add marks until the next pass appears at this link.`,
    );
  });

  test.each([
    [[], 'Your note was sent.'],
    [marksWith('open'), '1 mark was sent to be fixed.'],
    [marksWith('open', 'in_progress'), '2 marks were sent to be fixed.'],
    [marksWith('open', 'resolved'), '1 of 2 marks is reported as fixed.'],
    [marksWith('open', 'resolved', 'verified'), '2 of 3 marks are reported as fixed.'],
    [marksWith('resolved'), 'The mark is reported as fixed.'],
    [marksWith('resolved', 'verified'), 'All 2 marks are reported as fixed.'],
  ])('that requests changes, the page says what became of the marks: %#', (marks, fixing) => {
    expect(sentenceOf({ ...asked, webhook: null, marks })).toEqual({
      what: 'Changes requested.',
      next: `Your decision is available to the requester. ${fixing} You can add marks until the next pass appears at this link.`,
    });
  });

  test('that can no longer be changed, it only says where the next pass will be', () => {
    const can = { mark: false, decide: false, change_mind: false, verify: false, reply: false };
    expect(sentenceOf(asked, { can })?.next).toContain('The next pass will appear at this link.');
  });

  test('what is not sent yet comes first, and the marks of it count as not sent', () => {
    const sent = { ...asked, marks: marksWith('open') };
    const shown = { ...asked, marks: marksWith('open', 'open', 'open') };
    expect(sentenceOf(shown, { sent, unsentIds: [2, 3] })).toEqual({
      what: '2 changes are not sent yet.',
      next: 'Until you update your request, it stays as you sent it.',
    });
    expect(sentenceOf(shown, { sent, unsentIds: [3] })?.what).toBe('1 change is not sent yet.');
    expect(sentenceOf(shown, { sent, unsentIds: [] })?.next).toContain('1 mark was sent to be fixed.');
    const can = { mark: false, decide: false, change_mind: false, verify: false, reply: false };
    const expired = { sent, unsentIds: [3], can, read_only_reason: 'This review has expired.' };
    expect(sentenceOf(shown, expired)).toEqual({ what: '1 change was never sent.', next: 'This review has expired.' });
  });

  test('a pass with a later one says only what was decided and sent', () => {
    const newest = { id: 'next', pass: 3, review_url: 'https://sightline.example.com/r/next' };
    const older = { ...resolvedMark, status: 'verified', pass: 1 } as const;
    const rows: [Review, string, string][] = [
      [approved, 'Approved.', ''],
      [{ ...asked, marks: [] }, 'Changes requested.', 'Your note was sent.'],
      [{ ...rejectedReview, marks: markedReview.marks }, 'Mara requested changes.', '1 mark was sent to be fixed.'],
      // Settled since on a later pass, so that nothing tells whether this decision sent it.
      [{ ...asked, pass: 2, marks: [older] }, 'Changes requested.', 'Marks were sent to be fixed.'],
    ];
    expect(rows.map(([review]) => sentenceOf(review, { newest }))).toEqual(
      rows.map(([, what, next]) => ({ what, next })),
    );
  });
});
