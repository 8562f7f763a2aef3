import { expect, test } from 'vitest';
import { ServiceStopping } from '../../../server/adapters/service-stopping.ts';
import { toFailure } from '../../../server/api/failure.ts';
import { DomainError } from '../../../server/domain/failure.ts';

test.each([
  ['not_found', {}, 404, {}],
  ['invalid_request', { errors: [] }, 422, {}],
  ['unauthenticated', {}, 401, { challenge: 'Bearer' }],
  ['unauthenticated', { invalid_token: true }, 401, { challenge: 'Bearer error="invalid_token"' }],
  ['unavailable', {}, 503, { retryAfter: 1 }],
] as const)('a refusal %s with %j is answered %i', (code, details, status, more) => {
  const { invalid_token: _, ...shown } = { invalid_token: null, ...details };
  expect(toFailure(new DomainError(code, 'No.', details), 'r1')).toEqual({
    status,
    body: { error: code, message: 'No.', ...shown },
    unexpected: false,
    ...more,
  });
});

const withCode = (code: string) => Object.assign(new Error('It failed.'), { code });
const full =
  'Nothing was stored: this service has no room left on its disk. Its operator has to make some; then repeat.';
const unreachable = 'The service cannot reach its data at the moment. Repeat the request in a few seconds.';
const stopping = 'The service is stopping. Repeat the request in a moment.';
const busy = 'The service is very busy at the moment. Repeat the request in a few seconds.';

test.each([
  [withCode('ENOSPC'), full, 60],
  [withCode('STORAGE_FULL'), full, 60],
  [withCode('53100'), full, 60],
  [withCode('STORAGE_UNAVAILABLE'), unreachable, 5],
  [withCode('STORAGE_REFUSED'), unreachable, 60],
  [withCode('ECONNREFUSED'), unreachable, 5],
  [withCode('57P01'), unreachable, 5],
  [withCode('53300'), busy, 5],
  [withCode('P2024'), busy, 5],
  [{ originalCode: '25006' }, unreachable, 5],
  [{ errorCode: 'P1001' }, unreachable, 5],
  [new Error('Connection terminated unexpectedly'), unreachable, 5],
  [new ServiceStopping('Images are no longer read.'), stopping, 1],
  [new Error('Cannot use a pool after calling end on the pool'), stopping, 1],
  [new Error('It failed.', { cause: withCode('ENOSPC') }), full, 60],
  [{ meta: { driverAdapterError: { cause: { originalCode: '53300' } } } }, busy, 5],
])('a shortage is no fault of the request, which may be repeated: %#', (error, message, retryAfter) => {
  expect(toFailure(error, 'r1')).toEqual({
    status: 503,
    body: { error: 'unavailable', message, request_id: 'r1' },
    unexpected: true,
    advice: expect.any(String),
    retryAfter,
  });
});

/** An error that is its own cause. */
const circular = new Error('It failed.');
circular.cause = circular;

test.each([[new Error('secret')], [withCode('ENOENT')], [{ code: 53100 }], [circular], ['secret'], [null]])(
  'any other error is ours, and shows nothing but a number to quote: %#',
  (error) => {
    const message = 'Something went wrong on our side. Quote this to the operator of the service: r1';
    expect(toFailure(error, 'r1')).toEqual({
      status: 500,
      body: { error: 'unexpected', message, request_id: 'r1' },
      unexpected: true,
    });
  },
);
