import { request as httpRequest } from 'node:http';
import { describe, expect, test } from 'vitest';
import { post, send } from '../../api/support/http.ts';
import { sql } from '../../api/support/sql.ts';
import { base64, review } from '../../support/factories.ts';
import { startService } from '../../support/service.ts';

const service = await startService({ MAX_REQUEST_MB: '0.2' });
const token = (await service.newClient()).token;

const sendTo = (path: string, init?: RequestInit) => send(service.url + path, init);
const postTo = (path: string, body: string, more?: Record<string, string>) =>
  post(service.url + path, token, body, more);

describe('a body that is not a valid request', () => {
  test.each(['{', '{"title":', '{"a":1}x', '\u0000', '{"__proto__":{"a":1}}'])('%j is 400', async (text) => {
    const { status, body } = await postTo('/api/reviews', text);
    expect([status, body.error]).toEqual([400, 'malformed_request']);
    expect(body.message).not.toContain('SyntaxError');
  });

  test.each([
    ['null', 'null'],
    ['[]', 'a list'],
    ['"title"', 'text'],
    ['1', 'a number'],
    ['true', 'true'],
  ])('%s is valid JSON but an invalid request', async (text, words) => {
    const { status, body } = await postTo('/api/reviews', text);
    expect([status, body.error]).toEqual([422, 'invalid_request']);
    expect(body.message).toBe(`The request body must be a JSON object such as {"name": "value"}, not ${words}.`);
  });

  test('an empty form counts as no body, as `curl -X POST -d ""` sends it', async () => {
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    expect((await sendTo('/api/try-token', { method: 'POST', body: '', headers: form })).status).toBe(201);
    const { id } = await review(await service.newClient());
    expect((await postTo(`/api/reviews/${id}/cancel`, '', form)).status).toBe(404);
    expect((await postTo('/api/reviews', '', form)).status).toBe(422);
  });

  test.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'image/png'])(
    '%s is 415',
    async (type) => {
      const { status, body } = await postTo('/api/reviews', 'title=x', { 'content-type': type });
      expect([status, body.error]).toEqual([415, 'unsupported_media_type']);
    },
  );

  test('JSON with a character set is accepted', async () => {
    const body = JSON.stringify({ title: 'Größe', images: [await base64()] });
    const { status, body: made } = await postTo('/api/reviews', body, {
      'content-type': 'application/json; charset=utf-8',
    });
    expect([status, made.title]).toEqual([201, 'Größe']);
  });

  test('a body above the limit is 413', async () => {
    const { status, body } = await postTo('/api/reviews', JSON.stringify({ title: 'x'.repeat(300_000) }));
    expect([status, body.error]).toEqual([413, 'too_large']);
  });
});

describe('addresses', () => {
  test.each(['/api', '/api/nothing', '/nothing', '/r', '/p/x', '/api/reviews/x/y/z'])('%s is 404', async (path) => {
    const { status, body } = await sendTo(path, { headers: { authorization: `Bearer ${token}` } });
    expect([status, body.error]).toEqual([404, 'not_found']);
  });

  test.each(['x', '../billing', '%00', '01ARZ3NDEKTSV4RRFFQ69G5FA%00', '%F0%9F%98%80', "'; DROP TABLE review;--"])(
    'the review %j does not exist',
    async (id) => {
      const { status, body } = await sendTo(`/api/reviews/${encodeURIComponent(decodeURIComponent(id))}`, {
        headers: { authorization: `Bearer ${token}` },
      });
      expect([status, body.error]).toEqual([404, 'not_found']);
    },
  );

  test('a malformed path is refused in the same format as other errors', async () => {
    const { status, body } = await sendTo('/api/reviews/%zz', { headers: { authorization: `Bearer ${token}` } });
    expect([status, body.error]).toEqual([400, 'malformed_request']);
  });

  test('a preflight from another site gets no permission', async () => {
    const preflight = await fetch(`${service.url}/api/reviews`, {
      method: 'OPTIONS',
      headers: { origin: 'https://elsewhere.example', 'access-control-request-method': 'POST' },
    });
    expect(preflight.headers.get('access-control-allow-origin')).toBeNull();
  });
});

test('an incomplete body causes no fault', async () => {
  const before = await sql(service, 'SELECT count(*) FROM review');
  const text = JSON.stringify({ title: 'Broken off', images: [await base64()] });
  await new Promise<void>((resolve) => {
    const request = httpRequest(`${service.url}/api/reviews`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'content-length': text.length },
    });
    request.on('error', () => resolve());
    request.write(text.slice(0, 50), () => request.destroy(new Error('cut')));
  });
  const made = await review(await service.newClient());
  expect(made.status).toBe('open');
  expect(Number((await sql<{ count: string }>(service, 'SELECT count(*) FROM review'))[0]?.count)).toBe(
    Number((before as { count: string }[])[0]?.count) + 1,
  );
});
