import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { toDelivery } from '../../../server/domain/webhook/deliveries.ts';
import { isSuccess, retryDelay, sign } from '../../../server/domain/webhook/rules.ts';

const secret = 'a-review-secret';
const body = Buffer.from('{"event":"review.decided","ü":1}');

test('a signature is sha256= and the lowercase hex HMAC-SHA256 of the raw bytes', () => {
  expect(sign(body, secret)).toBe(`sha256=${createHmac('sha256', secret).update(body).digest('hex')}`);
  expect(sign(body, secret)).toMatch(/^sha256=[0-9a-f]{64}$/);
  // RFC 4231, test case 2.
  expect(sign(Buffer.from('what do ya want for nothing?'), 'Jefe')).toBe(
    'sha256=5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
  );
});

test('three retries: after 10 seconds, 1 minute and 5 minutes', () => {
  expect([1, 2, 3, 4, 5, 0].map(retryDelay)).toEqual([10, 60, 300, null, null, null]);
});

test.each([
  [199, false],
  [200, true],
  [204, true],
  [299, true],
  [300, false],
  [302, false],
  [404, false],
  [500, false],
])('%i is a success: %s', (status, success) => {
  expect(isSuccess(status)).toBe(success);
});

test('a delivery read before its attempt ended is shown as it was then, without that attempt', () => {
  const at = new Date('2026-11-01T12:00:00Z');
  const row = {
    id: '01JZ0000000000000000000000',
    workspaceId: 'w',
    reviewId: 'r',
    chainId: 'c',
    url: Buffer.alloc(1),
    urlHash: Buffer.alloc(32),
    body: Buffer.alloc(1),
    decisionNumber: 1,
    status: 'pending' as const,
    attemptCount: 1,
    leaseCount: 1,
    nextAttemptAt: at,
    leasedUntil: at,
    createdAt: at,
  };
  const attempt = { deliveryId: row.id, workspaceId: 'w', at, httpStatus: 500, error: 'Failed', durationMs: 3 };
  const shown = toDelivery(
    row,
    [1, 2].map((number) => ({ ...attempt, number })),
  );
  expect(shown.attempts).toHaveLength(1);
});
