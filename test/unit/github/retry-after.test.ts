import { describe, expect, test } from 'vitest';
import { isLimited, isPassing, secondsAsked } from '../../../action/retry.ts';
import { isRateLimited, Paused, readRetryAfter } from '../../../app/github.ts';

const now = 1_800_000_000_000;
const refusal = (status: number, headers: Record<string, string>, message = 'No.') =>
  Object.assign(new Error(message), { status, response: { headers } });
const spent = (reset: number) => ({ 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(now / 1000 + reset) });

describe('the App', () => {
  test.each<[string, unknown, number | null]>([
    ['a secondary limit says how long', refusal(403, { 'retry-after': '3' }), 3],
    ['a refusal for too many requests says so too', refusal(429, { 'retry-after': '7' }), 7],
    ['never less than a second', refusal(429, { 'retry-after': '0' }), 1],
    ['never more than an hour', refusal(429, { 'retry-after': '86400' }), 3600],
    ['a primary limit says when it ends', refusal(403, spent(90)), 90],
    ['one that has ended', refusal(403, spent(-5)), 1],
    ['a secondary limit that says nothing', refusal(403, {}, 'You have exceeded a secondary rate limit.'), 60],
    ['a pause that is not over', new Paused(12), 12],
    ['a missing permission is no limit', refusal(403, {}), null],
    ['nor is an outage', refusal(503, { 'retry-after': '3' }), null],
    ['nor what is no answer', new Error('socket hang up'), null],
  ])('%s', (_, error, seconds) => {
    expect(readRetryAfter(error, now)).toBe(seconds);
    expect(isRateLimited(error)).toBe(seconds !== null && !(error instanceof Paused));
  });
});

describe('the Action', () => {
  test.each<[string, unknown, { limited: boolean; passing: boolean; seconds: number | undefined }]>([
    ['a secondary limit', refusal(403, { 'retry-after': '3' }), { limited: true, passing: true, seconds: 3 }],
    ['a primary limit', refusal(403, spent(90)), { limited: true, passing: true, seconds: undefined }],
    [
      'a limit in words',
      refusal(403, {}, 'API rate limit exceeded.'),
      { limited: true, passing: true, seconds: undefined },
    ],
    ['too many requests', refusal(429, { 'retry-after': '86400' }), { limited: true, passing: true, seconds: 65 }],
    ['a missing permission', refusal(403, {}), { limited: false, passing: false, seconds: undefined }],
    ['an outage', refusal(502, {}), { limited: false, passing: true, seconds: undefined }],
    ['no answer', { status: 0 }, { limited: false, passing: true, seconds: undefined }],
    ['the service’s limit', { status: 429, body: { retry_after: 7 } }, { limited: true, passing: true, seconds: 7 }],
    ['what nobody answered', new Error('x'), { limited: false, passing: false, seconds: undefined }],
  ])('%s', (_, error, { limited, passing, seconds }) => {
    expect([isLimited(error), isPassing(error), secondsAsked(error)]).toEqual([limited, passing, seconds]);
  });
});
