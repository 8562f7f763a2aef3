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
  expired: false,
  hasNextPass: false,
  outstanding: 0,
  awaiting: 0,
  made: 1,
  requested: 1,
  problems: [],
  ...more,
});

describe('next_action', () => {
  const actions: Record<ReviewStatus, NextAction['action']> = {
    preparing: 'wait_for_screenshots',
    open: 'wait_for_reviewer',
    approved: 'proceed',
    changes_requested: 'apply_pins_then_next_pass',
    superseded: 'see_latest_pass',
    expired: 'expired',
    failed: 'fix_source_and_retry',
    cancelled: 'none',
  };
  test.each(Statuses.options)('of %s', (status) => {
    expect(nextAction(situation(status)).action).toBe(actions[status]);
  });

  test.each(Statuses.options)('of %s past expires_at is expired', (status) => {
    expect(nextAction(situation(status, { expired: true })).action).toBe('expired');
  });

  test.each([
    [0, 0, 'apply_pins_then_next_pass', 'decision’s note'],
    [1, 0, 'apply_pins_then_next_pass', 'Fix 1 mark from'],
    [3, 0, 'apply_pins_then_next_pass', 'Fix 3 marks from'],
    [1, 2, 'apply_pins_then_next_pass', 'Fix 1 mark from'],
    [0, 1, 'open_next_pass', 'that 1 mark can be verified'],
    [0, 2, 'open_next_pass', 'that 2 marks can be verified'],
  ])('with %i outstanding and %i awaiting verification', (outstanding, awaiting, action, words) => {
    const next = nextAction(situation('changes_requested', { outstanding, awaiting }));
    expect(next.action).toBe(action);
    expect(next.summary).toContain(words);
  });

  test('leads to the pass that continues it, whatever is left to fix or verify', () => {
    for (const counts of [{}, { outstanding: 2 }, { awaiting: 2 }]) {
      const next = nextAction(situation('changes_requested', { ...counts, hasNextPass: true }));
      expect(next.action).toBe('see_latest_pass');
    }
    const { summary } = nextAction(situation('changes_requested', { expired: true, hasNextPass: true }));
    expect(summary).toBe('This review has expired. A later pass continues this one. Read next_pass_id.');
  });

  test('reports how many screenshots are ready', () => {
    const counts = { made: 2, requested: 5 };
    expect(nextAction(situation('preparing', counts)).summary).toContain('2 of 5.');
    const problems = [{ label: 'Mobile', message: 'gone' }];
    expect(nextAction(situation('preparing', { ...counts, problems })).summary).toContain(
      '2 of 5, 1 could not be made.',
    );
  });

  test('reports what failed', () => {
    const problems = [
      { label: 'home', message: 'It answered 404.' },
      { label: 'about', message: 'No answer.' },
    ];
    const { summary } = nextAction(situation('failed', { problems }));
    expect(summary).toContain('home: It answered 404.');
    expect(summary).toContain('about: No answer.');
    expect(nextAction(situation('failed')).summary).toContain('unknown reason');
  });
});

describe('what the holder of the link may do', () => {
  const open = { mark: true, decide: true, change_mind: false, verify: true };
  const decided = { mark: false, decide: false, change_mind: true, verify: true };
  const nothing = { mark: false, decide: false, change_mind: false, verify: false };
  const allowed: Record<ReviewStatus, object> = {
    preparing: nothing,
    open,
    approved: decided,
    changes_requested: decided,
    superseded: nothing,
    expired: nothing,
    failed: nothing,
    cancelled: nothing,
  };

  test.each(Statuses.options)('while it is %s', (status) => {
    const { reason, ...can } = permissions(status, false, false);
    expect(can).toEqual(allowed[status]);
    expect(reason === null).toBe(allowed[status] !== nothing);
  });

  test.each(Statuses.options)('%s: nothing after expires_at or once a later pass is open', (status) => {
    for (const [expired, later] of [
      [true, false],
      [false, true],
      [true, true],
    ] as const) {
      const { reason, ...can } = permissions(status, expired, later);
      expect(can).toEqual(nothing);
      expect(reason).toContain(expired ? 'expired' : 'newer pass');
    }
  });
});
