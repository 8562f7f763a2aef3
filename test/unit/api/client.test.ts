import { expect, test } from 'vitest';
import { createClient, ServiceError } from '../../../server/contract/client.ts';

/** Returns an answer whose connection breaks after the first bytes of its body. */
function brokenAnswer(status: number): Response {
  const body = new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode('{"id":"01J'));
      controller.error(new TypeError('terminated'));
    },
  });
  return new Response(body, { status });
}

const failureOf = (answer: () => Response, signal?: AbortSignal): Promise<unknown> =>
  createClient({ baseUrl: 'https://service.example', fetch: async () => answer() })
    .call('create_try_token', {}, signal === undefined ? {} : { signal })
    .catch((error: unknown) => error);

test.each([
  ['breaks off', () => brokenAnswer(201)],
  ['is cut short', () => new Response('{"id":"01J', { status: 201 })],
  ['is empty', () => new Response('', { status: 200 })],
  ['is the page of a network that asks to sign in', () => new Response('<!doctype html>', { status: 200 })],
])('a result that %s is no answer', async (_, answer) => {
  const failure = await failureOf(answer);
  expect(failure).toBeInstanceOf(ServiceError);
  expect(failure).toMatchObject({
    status: 0,
    message: 'The service at https://service.example did not send its whole answer.',
  });
});

test('a refusal keeps its status when its body breaks off', async () => {
  expect(await failureOf(() => brokenAnswer(503))).toMatchObject({ status: 503, body: {} });
});

test('a call that was aborted while its result arrived fails with the reason of the abort', async () => {
  const cause = await failureOf(() => brokenAnswer(200), AbortSignal.abort());
  expect(cause).toBeInstanceOf(TypeError);
});
