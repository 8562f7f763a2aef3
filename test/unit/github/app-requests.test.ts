import { createHmac } from 'node:crypto';
import { Readable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import type { AppContext } from '../../../app/context.ts';
import { checkDecision, receiveDecision } from '../../../app/decisions/receive-decision.ts';
import { Paused } from '../../../app/github.ts';
import { parseJson, Refusal } from '../../../app/http/request.ts';
import { createRouter, type Route } from '../../../app/http/router.ts';
import { createSecrets } from '../../../server/adapters/secrets/index.ts';
import { ServiceError } from '../../../server/contract/client.ts';
import type { Log } from '../../../server/domain/ports.ts';

type Router = ReturnType<typeof createRouter>;

/** Requests a path of an App at `/base` whose one route does this. Collects the answer and what is logged. */
async function request(route: Partial<Route>, url = '/base/decisions', method = 'POST', body = 'four') {
  const logged: unknown[] = [];
  const answer = { status: 0, headers: {} as Record<string, unknown>, body: null as unknown };
  const log = (level: string) => (of: object, words: string) => logged.push([level, of, words]);
  const router = createRouter(
    '/base',
    [{ path: '/decisions', maxBytes: 8, answer: async () => ({ status: 201, body: { done: true } }), ...route }],
    { info: log('info'), warn: log('warn'), error: log('error') } as unknown as Log,
  );
  const response = {
    setHeader: (name: string, value: string) => Object.assign(answer.headers, { [name]: value }),
    writeHead(status: number, headers: object) {
      Object.assign(answer, { status, headers: { ...answer.headers, ...headers } });
    },
    end: (text: string) => Object.assign(answer, { body: JSON.parse(text) }),
  } as unknown as Parameters<Router>[1];
  const incoming = Object.assign(Readable.from([Buffer.from(body)]), { headers: { a: 'b' }, url, method });
  const isOurs = await router(incoming as unknown as Parameters<Router>[0], response);
  return { isOurs, ...answer, logged };
}

const json = (body: object) => ({
  ...{ 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' },
  'content-length': JSON.stringify(body).length,
});
const failing = (error: unknown): Partial<Route> => ({ answer: () => Promise.reject(error) });
const down = { error: 'unavailable', message: 'GitHub or the service does not answer now.' };

describe('a request to the App', () => {
  test('is answered by its route, with its headers and its bytes', async () => {
    const given: unknown[] = [];
    const answer: Route['answer'] = async (headers, body) => {
      given.push(headers, body.toString());
      return { status: 202, body: { queued: true } };
    };
    expect(await request({ answer }, '/base/decisions?a=1')).toEqual({
      ...{ isOurs: true, status: 202, headers: json({ queued: true }), body: { queued: true }, logged: [] },
    });
    expect(given).toEqual([{ a: 'b' }, 'four']);
  });

  test.each(['/decisions', '/base/decisions/', '/base', '/base/other'])('to %s is not the App’s', async (url) => {
    expect(await request({}, url)).toMatchObject({ isOurs: false, status: 0 });
  });

  test('with another method is refused', async () => {
    const body = { error: 'invalid_request', message: 'This address takes another method.' };
    expect(await request({}, '/base/decisions', 'GET')).toEqual({
      ...{ isOurs: true, status: 405, headers: { allow: 'POST', ...json(body) }, body, logged: [] },
    });
  });

  test('that is too large is refused, and its rest is not read', async () => {
    const { status, headers, body } = await request({}, '/base/decisions', 'POST', 'nine bytes');
    expect([status, headers.connection, body]).toEqual([
      ...[413, 'close', { error: 'too_large', message: 'The request is too large.' }],
    ]);
  });

  test('is checked before its body is read', async () => {
    const check = () => Promise.reject(new Refusal(422, 'invalid_request', 'No.'));
    const refused = await request({ check }, '/base/decisions', 'POST', 'nine bytes');
    expect(refused).toMatchObject({ status: 422, body: { error: 'invalid_request', message: 'No.' } });
    expect(refused.headers).not.toHaveProperty('connection');
    expect(refused.logged).toEqual([
      ['info', { path: '/decisions', status: 422, reason: 'No.' }, 'a request was refused'],
    ]);
  });

  const failedElsewhere = 'GitHub or the service failed during a request';
  test.each<[of: string, error: unknown, logged: object]>([
    ['the service', new ServiceError(502, { message: 'Down.' }), { status: 502 }],
    ['GitHub', Object.assign(new Error('Bad gateway'), { status: 502 }), { error: 'Bad gateway', status: 502 }],
    ['a pause that GitHub asked for', new Paused(5), { error: 'GitHub asked to be left alone for a while.' }],
  ])('may be repeated after a failure of %s', async (_, error, logged) => {
    expect(await request(failing(error))).toMatchObject({
      ...{ status: 503, body: down, logged: [['warn', { path: '/decisions', ...logged }, failedElsewhere]] },
    });
  });

  test('that the App fails to answer is logged as an error', async () => {
    expect(await request(failing(new Error('Oops')))).toMatchObject({
      ...{ status: 500, body: { error: 'unexpected', message: 'Something went wrong here. Try again.' } },
      logged: [['error', { path: '/decisions', error: 'Oops' }, 'a request failed']],
    });
    expect((await request(failing(Object.assign(new Error('No.'), { status: 422 })))).status).toBe(500);
  });
});

test('a body that is not JSON is refused', () => {
  expect(parseJson(Buffer.from('{"a":1}'))).toEqual({ a: 1 });
  expect(() => parseJson(Buffer.from('{'))).toThrow(new Refusal(400, 'malformed_request', 'The body is not JSON.'));
});

const id = '01ARZ3NDEKTSV4RRFFQ69G5FAV';
const passId = '01ARZ3NDEKTSV4RRFFQ69G5FAW';
const secrets = createSecrets('a key of no worth');
const signature = (body: string, secret: string) => `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
const headersOf = (body: string, secret = 'of the link', review = id) => ({
  ...{
    'x-service-event': 'review.decided',
    'x-service-review': review,
    'x-service-signature': signature(body, secret),
  },
});

describe('the headers of a decision', () => {
  const unsigned = new Refusal(401, 'unauthenticated', 'The signature does not fit the body.');
  test.each([
    [
      'no event',
      { 'x-service-event': undefined },
      new Refusal(422, 'invalid_request', 'The only event taken here is `review.decided`.'),
    ],
    ['no id', { 'x-service-review': 'review' }, new Refusal(404, 'not_found', 'This review is not registered here.')],
    ['no signature', { 'x-service-signature': undefined }, unsigned],
    ['another form of signature', { 'x-service-signature': 'sha256=abc' }, unsigned],
  ])('with %s are refused', async (_, fields, refusal) => {
    await expect(checkDecision(headersOf('{}'))).resolves.toBeUndefined();
    await expect(checkDecision({ ...headersOf('{}'), ...fields })).rejects.toThrow(refusal);
  });
});

describe('a decision', () => {
  /** Sends a decision to an App that has the review registered in the repositories 7 and 8, each with a secret. */
  async function receive(body: string, headers: Record<string, string>) {
    const queued: unknown[] = [];
    const encrypt = (repositoryId: number, secret: string) =>
      secrets.encrypt(secret, `github_registration.secret:${repositoryId}:${id}`);
    const rows = [
      { reviewId: id, repositoryId: 7n, runId: null, secret: encrypt(7, 'of the link') },
      { reviewId: id, repositoryId: 8n, runId: null, secret: encrypt(8, 'of another link') },
    ];
    const app = {
      secrets,
      log: { info: () => undefined },
      transaction: (work: (tx: string) => unknown) => work('tx'),
      jobs: { syncReview: async (key: object, options?: object) => queued.push([key, options]) },
      db: {
        githubRegistration: {
          findMany: async ({ where }: { where: object }) =>
            rows.filter(({ reviewId }) => reviewId === Reflect.get(where, 'reviewId')),
        },
      },
    } as unknown as AppContext;
    await receiveDecision(app, headers, Buffer.from(body));
    return queued;
  }
  const decided = (review: object) => JSON.stringify({ event: 'review.decided', review });
  const body = decided({ id, parent_id: null });

  test('queues a read of the review where its secret signed it', async () => {
    expect(await receive(body, headersOf(body))).toEqual([[{ repositoryId: 7, reviewId: id }, { tx: 'tx' }]]);
  });

  test.each<[string, string, Record<string, string>, Refusal]>([
    [
      'signed with another secret',
      body,
      headersOf(body, 'a guess'),
      new Refusal(401, 'unauthenticated', 'The signature does not fit the body.'),
    ],
    ['that is not JSON', '{', headersOf('{'), new Refusal(400, 'malformed_request', 'The body is not JSON.')],
    [
      'of another review',
      decided({ id: passId }),
      headersOf(decided({ id: passId })),
      new Refusal(422, 'invalid_request', 'The body is not of the review that the header names.'),
    ],
    [
      'of a review that nobody registered',
      decided({ id: passId, parent_id: passId }),
      headersOf('', '', passId),
      new Refusal(404, 'not_found', 'This review is not registered here.'),
    ],
    [
      'that names a parent for another review than its header does',
      decided({ id, parent_id: id }),
      headersOf('', '', passId),
      new Refusal(404, 'not_found', 'This review is not registered here.'),
    ],
  ])('%s is refused', async (_, text, headers, refusal) => {
    await expect(receive(text, headers)).rejects.toThrow(refusal);
  });

  test('of a pass that nobody registered leads to its registered parent', async () => {
    const next = decided({ id: passId, parent_id: id });
    expect(await receive(next, headersOf('', '', passId))).toEqual([
      [{ repositoryId: 7, reviewId: id }, undefined],
      [{ repositoryId: 8, reviewId: id }, undefined],
    ]);
  });
});
