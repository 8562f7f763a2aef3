import { describe, expect, test } from 'vitest';
import { ActionError } from '../../../action/error.ts';
import { explainOutage } from '../../../action/github.ts';
import { isLimited, isPassing, poll, retry, secondsAsked } from '../../../action/retry.ts';
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
    ['what is no error', null, { limited: false, passing: false, seconds: undefined }],
    ['a status in words', { status: '503' }, { limited: false, passing: false, seconds: undefined }],
    ['no pause', { status: 429, body: { retry_after: 0 } }, { limited: true, passing: true, seconds: undefined }],
  ])('%s', (_, error, { limited, passing, seconds }) => {
    expect([isLimited(error), isPassing(error), secondsAsked(error)]).toEqual([limited, passing, seconds]);
  });

  const outage = { status: 503, body: { retry_after: 0.001 } };
  const refused = { status: 422 };

  test.each<
    [of: string, failures: object[], again: ((error: unknown) => boolean) | undefined, calls: number, object | null]
  >([
    ['nothing that succeeds', [], undefined, 1, null],
    ['an outage until it is over', [outage, outage, outage], undefined, 4, null],
    ['an outage at most four times', [outage, outage, outage, outage], undefined, 4, outage],
    ['no refusal', [refused], undefined, 1, refused],
    ['only the failures that it should', [outage], () => false, 1, outage],
  ])('calls again after %s', async (_, failures, again, calls, error) => {
    let called = 0;
    const answer = retry(async () => {
      const failure = failures[called];
      called += 1;
      if (failure !== undefined) throw failure;
      return 'done';
    }, again);
    if (error === null) expect(await answer).toBe('done');
    else await expect(answer).rejects.toBe(error);
    expect(called).toBe(calls);
  });

  test('asks until an answer is accepted, and takes the last one when the time is over', async () => {
    let asked = 0;
    const ask = async () => {
      asked += 1;
      if (asked > 20) throw new Error('It asks for ever.');
      return asked;
    };
    expect(await poll(10, ask, () => true)).toBe(1);
    expect(await poll(0, ask, () => false)).toBe(2);
  });

  test.each<[string, unknown, sentence: string | null]>([
    [
      'an outage',
      refusal(502, {}),
      'GitHub does not answer as it should (502). Run this job again a little later: it continues with what is there, and nothing is spent twice.',
    ],
    [
      'a limit',
      refusal(403, { 'retry-after': '3' }),
      'GitHub was asked too often for now (403). Run this job again a little later: it continues with what is there, and nothing is spent twice.',
    ],
    ['a missing permission', refusal(403, {}), null],
  ])('explains %s of GitHub to the author of the workflow', (_, error, sentence) => {
    const answered = Object.assign(Object(error), { name: 'HttpError' });
    expect(explainOutage(answered)).toEqual(sentence === null ? answered : new ActionError(sentence));
    // The service’s errors are explained elsewhere.
    const elsewhere = Object.assign(refusal(502, {}), { name: 'ServiceError' });
    expect(explainOutage(elsewhere)).toBe(elsewhere);
  });
});
