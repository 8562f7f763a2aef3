import { describe, expect, test } from 'vitest';
import type { NextAction, ReviewStatus } from '../../../server/contract/review.ts';
import { ReviewStatus as Statuses } from '../../../server/contract/review.ts';
import {
  effectiveStatus,
  nextAction,
  permissions,
  type Situation,
  type StoredStatus,
} from '../../../server/domain/review/rules.ts';

const expiresAt = new Date('2026-11-20T12:00:00.000Z');
const before = new Date('2026-11-20T11:59:59.999Z');
const after = new Date('2026-11-20T12:00:00.001Z');

describe('expiry, by the clock when the review is read', () => {
  const stored: [StoredStatus, ReviewStatus][] = [
    ['preparing', 'expired'],
    ['open', 'expired'],
    ['approved', 'approved'],
    ['changes_requested', 'changes_requested'],
    ['superseded', 'superseded'],
    ['failed', 'failed'],
    ['cancelled', 'cancelled'],
  ];
  test.each(stored)('%s becomes %s', (status, later) => {
    expect(effectiveStatus({ status, expiresAt }, before)).toBe(status);
    expect(effectiveStatus({ status, expiresAt }, expiresAt)).toBe(later);
    expect(effectiveStatus({ status, expiresAt }, after)).toBe(later);
  });
});

const situation = (status: ReviewStatus, more: Partial<Situation> = {}): Situation => ({
  status,
  type: 'ui',
  expired: false,
  hasNextPass: false,
  outstanding: 0,
  awaiting: 0,
  made: 1,
  requested: 1,
  shardsLeft: 0,
  problems: [],
  ...more,
});

describe('next_action', () => {
  const later = 'A later pass continues this one. Read next_pass_id.';
  const noted = 'Changes are asked for in the decision’s note. Apply them, then open the next pass with parent_id.';
  const actions: Record<ReviewStatus, [NextAction['action'], string]> = {
    preparing: ['wait_for_screenshots', 'Screenshots are being made: 1 of 1. Read the review again in a few seconds.'],
    open: [
      'wait_for_reviewer',
      'Send review_url to the person who decides, then wait for the decision or read the review again later.',
    ],
    approved: ['proceed', 'Approved. Continue.'],
    changes_requested: ['apply_pins_then_next_pass', noted],
    superseded: ['see_latest_pass', later],
    expired: ['expired', 'This review has expired. Open a new pass to ask again.'],
    failed: ['fix_source_and_retry', 'No screenshot could be made: unknown reason'],
    cancelled: ['none', 'This review was withdrawn.'],
  };
  test.each(Statuses.options)('of %s', (status) => {
    const [action, summary] = actions[status];
    expect(nextAction(situation(status))).toEqual({ action, summary });
  });

  test.each(Statuses.options)('of %s past expires_at is expired', (status) => {
    expect(nextAction(situation(status, { expired: true }))).toEqual({
      action: 'expired',
      summary: 'This review has expired. Open a new pass to ask again.',
    });
  });

  const fix = (marks: string, them = 'them') =>
    `Fix ${marks} from work_packets, report ${them} with resolve_marks, then open the next pass with parent_id.`;
  const verify = (marks: string) =>
    `All marks are reported resolved. If the decision’s note asks for more, do that too, then open the next pass with parent_id, so that ${marks} can be verified.`;
  test.each([
    [0, 0, 'apply_pins_then_next_pass', noted],
    [1, 0, 'apply_pins_then_next_pass', fix('1 mark', 'it')],
    [3, 0, 'apply_pins_then_next_pass', fix('3 marks')],
    [1, 2, 'apply_pins_then_next_pass', fix('1 mark', 'it')],
    [0, 1, 'open_next_pass', verify('1 mark')],
    [0, 2, 'open_next_pass', verify('2 marks')],
  ])('with %i outstanding and %i awaiting verification', (outstanding, awaiting, action, summary) => {
    expect(nextAction(situation('changes_requested', { outstanding, awaiting }))).toEqual({ action, summary });
  });

  test.each([{}, { outstanding: 1 }, { awaiting: 1 }])(
    'names the type of the next pass where it is not ui: %j',
    (counts) => {
      const { summary } = nextAction(situation('changes_requested', { ...counts, type: 'email' }));
      expect(summary).toContain('pen the next pass with parent_id and type "email"');
    },
  );

  test('leads to the pass that continues it, whatever is left to fix or verify', () => {
    for (const counts of [{}, { outstanding: 2 }, { awaiting: 2 }]) {
      const next = nextAction(situation('changes_requested', { ...counts, hasNextPass: true }));
      expect(next).toEqual({ action: 'see_latest_pass', summary: later });
    }
    const { summary } = nextAction(situation('changes_requested', { expired: true, hasNextPass: true }));
    expect(summary).toBe('This review has expired. A later pass continues this one. Read next_pass_id.');
  });

  test('reports how many screenshots are ready', () => {
    const counts = { made: 2, requested: 5 };
    expect(nextAction(situation('preparing', counts)).summary).toBe(
      'Screenshots are being made: 2 of 5. Read the review again in a few seconds.',
    );
    const problems = [{ label: 'Mobile', message: 'gone' }];
    expect(nextAction(situation('preparing', { ...counts, problems })).summary).toBe(
      'Screenshots are being made: 2 of 5, 1 could not be made. Read the review again in a few seconds.',
    );
  });

  test('reports what failed', () => {
    const problems = [
      { label: 'home', message: 'It answered 404.' },
      { label: 'about', message: 'No answer.' },
      { label: 'cart', message: 'It answered 404.' },
    ];
    expect(nextAction(situation('failed', { problems })).summary).toBe(
      'No screenshot could be made: home, cart: It answered 404. · about: No answer.',
    );
  });
});

describe('what the holder of the link may do', () => {
  const open = { mark: true, decide: true, change_mind: false, verify: true, reply: true };
  const decided = { mark: false, decide: false, change_mind: true, verify: true, reply: true };
  const nothing = { mark: false, decide: false, change_mind: false, verify: false, reply: false };
  const allowed: Record<ReviewStatus, [object, string | null]> = {
    preparing: [nothing, 'The screenshots are still being made. You can mark and decide when they’re ready.'],
    open: [open, null],
    approved: [decided, null],
    changes_requested: [{ ...decided, mark: true }, null],
    superseded: [nothing, 'A newer pass took the place of this one.'],
    expired: [nothing, 'This review has expired. View only: it can no longer be approved.'],
    failed: [nothing, 'No screenshot could be made, so there is nothing to decide.'],
    cancelled: [nothing, 'This review was withdrawn by its requester.'],
  };

  test.each(Statuses.options)('while it is %s', (status) => {
    const [can, reason] = allowed[status];
    expect(permissions(status, false, false)).toEqual({ ...can, reason });
  });

  test.each(Statuses.options)('%s: nothing after expires_at or once a later pass is open', (status) => {
    for (const [expired, later] of [
      [true, false],
      [false, true],
      [true, true],
    ] as const) {
      expect(permissions(status, expired, later)).toEqual({
        ...nothing,
        reason:
          expired || status === 'expired'
            ? 'This review has expired. View only: it can no longer be approved.'
            : 'A newer pass is open. Marks and decisions belong there.',
      });
    }
  });
});
