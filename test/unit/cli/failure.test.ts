import { expect, test } from 'vitest';
import { exitCodeOf } from '../../../server/cli/exit-code.ts';
import { toFailure } from '../../../server/cli/failure.ts';
import { ServiceError } from '../../../server/contract/client.ts';

const origin = { url: 'http://localhost:4000', tokenFrom: 'the login' };
const explained = (status: number, body: Record<string, unknown>, from = origin) =>
  toFailure(new ServiceError(status, body as unknown as ConstructorParameters<typeof ServiceError>[1]), from);

test('a refusal of the service is printed with the next step', () => {
  const cases: [number, Record<string, unknown>, string][] = [
    [0, {}, 'Nothing answers at http://localhost:4000. Is the service running there?'],
    [
      401,
      { error: 'unauthenticated', message: 'No.' },
      'from the login: it is wrong or has expired. Get a new one with "sightline login --url http://localhost:4000".',
    ],
    [
      402,
      { error: 'insufficient_credits', message: 'x', needed: 1, held: 0 },
      'this needs 1, and the workspace has 0 left',
    ],
    [404, { error: 'not_found', message: 'There is none.' }, 'There is none. "sightline list" shows the reviews'],
    [
      404,
      { error: 'not_found', message: 'There is no such mark here.' },
      '"sightline show ID" lists the marks of the re',
    ],
    [
      404,
      { error: 'not_found', message: 'There is no such baseline here.' },
      '"sightline baselines" lists the baselines',
    ],
    [413, { error: 'too_large', message: 'Larger than 10 MB.' }, 'Larger than 10 MB. Send fewer or smaller images'],
    [
      429,
      { error: 'rate_limited', message: 'Too many try tokens.', retry_after: 1800 },
      'Too many try tokens. Try again in 30 minutes.',
    ],
    [
      422,
      { error: 'invalid', message: '`page_url` cannot be used. Send another.', errors: [] },
      'The address cannot be used. Send another.',
    ],
    [422, { error: 'invalid', message: '`parent_id` names no review.', errors: [] }, '--parent names no review.'],
    [422, { error: 'invalid', message: '`images[0].label` is too long.', errors: [] }, '--label is too long.'],
    [
      422,
      { error: 'invalid', message: '`skip_rules[0]`: there is none. GET /api/checklist lists all.', errors: [] },
      '--skip: there is none. "sightline checklist" lists all.',
    ],
    [
      422,
      { error: 'invalid_state', message: 'Name that one as `parent_id`.', next_pass_id: '01M' },
      'Name that one as --parent.\nIts next pass: 01M',
    ],
    [500, { message: 'Oh no.' }, 'Oh no. Try again later.'],
  ];
  for (const [status, body, words] of cases) {
    const failure = explained(status, body);
    expect(failure.message).toContain(words);
    expect([status, failure.exitCode, failure.document.error]).toEqual([
      status,
      1,
      body.error ?? (status === 0 ? 'unreachable' : 'unexpected'),
    ]);
  }
  expect(explained(401, { message: 'No.' }, { ...origin, tokenFrom: 'SIGHTLINE_TOKEN' }).message).toContain(
    'Give another, or without SIGHTLINE_TOKEN get a new one with "sightline login --url http://localhost:4000".',
  );
});

test('each final state of a review has its exit code', () => {
  const ends = {
    approved: 0,
    open: 0,
    changes_requested: 3,
    cancelled: 4,
    expired: 4,
    failed: 4,
    superseded: 4,
  } as const;
  for (const [status, code] of Object.entries(ends)) {
    expect([status, exitCodeOf({ status: status as keyof typeof ends })]).toEqual([status, code]);
  }
});
