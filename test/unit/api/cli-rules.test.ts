import { describe, expect, test } from 'vitest';
import { exitCode, exitCodeHelp } from '../../../server/cli/exit-code.ts';
import { CommandError, toFailure } from '../../../server/cli/failure.ts';
import { pairLabels } from '../../../server/cli/pair-labels.ts';
import { renderPackets } from '../../../server/cli/render-packets.ts';
import { problemLines } from '../../../server/cli/review-result.ts';
import { ServiceError } from '../../../server/contract/client.ts';
import { duration } from '../../../server/contract/duration.ts';
import { rejectedReview } from '../../../server/contract/examples.ts';

const origin = { url: 'http://localhost:4000', tokenFrom: 'the login' };

describe('how the images of a next pass are paired with those of the previous pass', () => {
  test.each([
    [['home'], ['home'], ['home'], []],
    [['home2'], ['home'], ['home'], []],
    [['b', 'a'], ['a', 'b'], ['b', 'a'], []],
    [['x', 'a', 'y'], ['a', 'b', 'c'], ['b', 'a', 'c'], []],
    [['home', 'new'], ['home'], ['home', 'new'], ['new']],
    [['x'], ['a', 'b'], ['x'], ['x']],
    [['a'], ['a', 'b'], ['a'], []],
  ])('%j after %j', (names, before, labels, alone) => {
    expect(pairLabels(names, before)).toEqual({ labels, alone });
  });
});

test('the end of the waiting time has its own exit code, and help lists every code', () => {
  expect(toFailure(new CommandError('timeout', 'Nobody decided.'), origin).exitCode).toBe(5);
  expect(toFailure(new CommandError('file', 'Unreadable.'), origin).exitCode).toBe(1);
  for (const code of Object.values(exitCode).filter((each) => each < 100)) {
    expect(exitCodeHelp.some((text) => text.startsWith(`${code} `))).toBe(true);
  }
});

test('what is still wrong is printed below the mark that was sent back', () => {
  const pins = rejectedReview.work_packets.pins.map((pin) => ({ ...pin, reopen_reason: 'Still pale on the phone.' }));
  const printed = renderPackets({ ...rejectedReview, work_packets: { ...rejectedReview.work_packets, pins } });
  expect(printed).toContain('Not fixed yet:\n\n```text\nStill pale on the phone.\n```');
});

test('a problem is printed once, with all screenshots that it affects', () => {
  const message = 'The page answered 404.';
  const problems = [
    { label: '/ · desktop', message },
    { label: '/ · mobile', message },
    { label: '/a · desktop', message: 'Too slow.' },
  ];
  expect(problemLines({ problems })).toEqual([`/ · desktop, / · mobile: ${message}`, '/a · desktop: Too slow.']);
});

test('a refusal of all marks gives the reason for each, and a rate limit gives the time in words', () => {
  const body = { error: 'no_mark_changed', message: 'No mark changed.' } as const;
  const skipped = [
    { id: 3, reason: 'not_found' },
    { id: 4, reason: 'already_verified' },
    { id: 5, reason: 'invalid_after_image' },
  ];
  expect(
    toFailure(new ServiceError(422, { ...body, skipped }), origin)
      .message.split('\n')
      .slice(1),
  ).toEqual([
    '  Mark 3 was not changed: this review has no mark with this id.',
    '  Mark 4 was not changed: the reviewer has verified it already.',
    '  Mark 5 was not changed: `after_image` must be a public https URL of an image, not a data URL.',
  ]);
  const only = { ...body, message: 'No mark changed. Mark 3 was not changed: this review has no mark with this id.' };
  expect(toFailure(new ServiceError(422, { ...only, skipped: skipped.slice(0, 1) }), origin).message).toBe(
    only.message,
  );
  const limited = {
    error: 'rate_limited',
    message: 'Too many requests. Try again in 12 hours.',
    retry_after: 43_200,
  } as const;
  expect(toFailure(new ServiceError(429, limited), origin).message).toBe(limited.message);
  expect([1, 45, 120, 1800, 43_200].map(duration)).toEqual([
    '1 second',
    '45 seconds',
    '2 minutes',
    '30 minutes',
    '12 hours',
  ]);
});
