import { request as httpRequest } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { restOperations } from '../../server/contract/index.ts';
import { newBearer } from '../../server/domain/token/rules.ts';
import { base64, review } from '../support/factories.ts';
import { startService, type TestService } from '../support/service.ts';
import { sql } from './support/sql.ts';

let service: TestService;
let token: string;
beforeAll(async () => {
  service = await startService({ MAX_REQUEST_MB: '0.2' });
  token = (await service.newClient()).token;
});
afterAll(() => service.close());

interface Answer {
  status: number;
  headers: Headers;
  body: Record<string, unknown>;
}

async function send(path: string, init: RequestInit = {}): Promise<Answer> {
  const answer = await fetch(service.url + path, init);
  return { status: answer.status, headers: answer.headers, body: (await answer.json()) as Record<string, unknown> };
}

const post = (path: string, body: string, more: Record<string, string> = {}): Promise<Answer> =>
  send(path, {
    method: 'POST',
    body,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...more },
  });

describe('who is not known', () => {
  const places = [
    ['GET', '/api/reviews'],
    ['POST', '/api/reviews'],
    ['GET', '/api/billing'],
    ['GET', '/api/reviews/01ARZ3NDEKTSV4RRFFQ69G5FAV'],
  ] as const;

  test.each(places)('%s %s without a token is asked to sign in', async (method, path) => {
    const { status, headers, body } = await send(path, { method });
    expect([status, body.error]).toEqual([401, 'unauthenticated']);
    expect(headers.get('www-authenticate')).toBe('Bearer');
  });

  const wrong = () => ['nonsense', newBearer('slt_'), `${token.slice(0, -1)}!`, token.toLowerCase()];
  test.each([0, 1, 2, 3])('a wrong token (%i) is told so', async (which) => {
    const headers = { authorization: `Bearer ${wrong()[which]}` };
    const answer = await send('/api/billing', { headers });
    expect([answer.status, answer.body.error]).toEqual([401, 'unauthenticated']);
    expect(answer.headers.get('www-authenticate')).toBe('Bearer error="invalid_token"');
    expect(Object.keys(answer.body).sort()).toEqual(['error', 'message']);
  });

  test.each(['expires_at', 'revoked_at'])('a token whose %s has come is told so', async (column) => {
    const client = await service.newClient();
    await client.call('get_billing', {});
    await sql(service, `UPDATE access_token SET ${column} = now() - interval '1 second' WHERE workspace_id = $1`, [
      client.workspaceId,
    ]);
    const answer = await send('/api/billing', { headers: { authorization: `Bearer ${client.token}` } });
    expect(answer.status).toBe(401);
    expect(answer.headers.get('www-authenticate')).toBe('Bearer error="invalid_token"');
  });

  test('another scheme counts as no token; the scheme’s case does not matter', async () => {
    const basic = await send('/api/billing', { headers: { authorization: `Basic ${token}` } });
    expect(basic.headers.get('www-authenticate')).toBe('Bearer');
    expect((await send('/api/billing', { headers: { authorization: `bearer ${token}` } })).status).toBe(200);
  });
});

describe('what is not JSON', () => {
  test.each(['{', '{"title":', '{"a":1}x', '\u0000', '{"__proto__":{"a":1}}'])('%j is 400', async (text) => {
    const { status, body } = await post('/api/reviews', text);
    expect([status, body.error]).toEqual([400, 'malformed_request']);
    expect(body.message).not.toContain('SyntaxError');
  });

  test.each([
    ['null', 'null'],
    ['[]', 'a list'],
    ['"title"', 'text'],
    ['1', 'a number'],
    ['true', 'true'],
  ])('%s is JSON, but no request', async (text, words) => {
    const { status, body } = await post('/api/reviews', text);
    expect([status, body.error]).toEqual([422, 'invalid_request']);
    expect(body.message).toBe(`The request body must be a JSON object such as {"name": "value"}, not ${words}.`);
  });

  test.each(['', 'x'.repeat(201)])('the key %j is refused by the name of its header', async (key) => {
    const { status, body } = await post('/api/reviews', '{"title":"T"}', { 'idempotency-key': key });
    expect(status).toBe(422);
    expect(body.message).toMatch(/^`Idempotency-Key` /);
    expect(body.errors).toMatchObject([{ path: 'Idempotency-Key' }]);
  });

  test('a form without fields is no body, as `curl -X POST -d ""` sends it', async () => {
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    expect((await send('/api/try-token', { method: 'POST', body: '', headers: form })).status).toBe(201);
    const { id } = await review(await service.newClient());
    expect((await post(`/api/reviews/${id}/cancel`, '', form)).status).toBe(404);
    expect((await post('/api/reviews', '', form)).status).toBe(422);
  });

  test.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'image/png'])(
    '%s is 415',
    async (type) => {
      const { status, body } = await post('/api/reviews', 'title=x', { 'content-type': type });
      expect([status, body.error]).toEqual([415, 'unsupported_media_type']);
    },
  );

  test('JSON that names its character set is JSON', async () => {
    const body = JSON.stringify({ title: 'Größe', images: [await base64()] });
    const { status, body: made } = await post('/api/reviews', body, {
      'content-type': 'application/json; charset=utf-8',
    });
    expect([status, made.title]).toEqual([201, 'Größe']);
  });

  test('a body larger than allowed is 413', async () => {
    const { status, body } = await post('/api/reviews', JSON.stringify({ title: 'x'.repeat(300_000) }));
    expect([status, body.error]).toEqual([413, 'too_large']);
  });
});

describe('a body that is never sent', () => {
  /** Only the headers of a request of `length` bytes, and the first of these. */
  const begin = (method: string, path: string, headers: Record<string, string> = {}, length = 36_000_000) =>
    new Promise<number>((resolve, reject) => {
      const type = { 'content-type': 'application/json', 'content-length': String(length) };
      const request = httpRequest(service.url + path, { method, agent: false, headers: { ...type, ...headers } });
      request.on('response', (answer) => {
        resolve(answer.statusCode ?? 0);
        request.destroy();
      });
      request.on('error', reject);
      request.write('{"title":');
    });
  const writes = restOperations.filter(({ rest }) => rest.method !== 'GET');
  const pathOf = (path: string): string => path.replace(/\{\w+\}/g, '1');

  test.each(writes)('$name answers who has no credential without it', async ({ actor, rest }) => {
    const expected = { anyone: 413, client: 401, reviewer: 404, guest: 404 }[actor];
    expect(await begin(rest.method, pathOf(rest.path))).toBe(expected);
  });

  test.each(['/oauth/register', '/oauth/token', '/mcp/sightline'])('%s answers without it', async (path) => {
    expect(await begin('POST', path)).toBeOneOf([400, 401, 413, 415]);
  });

  test('who has one is answered as well when it says that it is too large', async () => {
    const headers = { authorization: `Bearer ${token}` };
    for (const { actor, rest } of writes) {
      if (actor === 'client')
        expect([rest.path, await begin(rest.method, pathOf(rest.path), headers)]).toEqual([rest.path, 413]);
    }
    expect(await begin('POST', '/mcp/sightline', headers)).toBe(413);
    const made = await review(await service.newClient());
    for (const link of [String(made.review_url), String(made.guest_share_url)]) {
      const { pathname } = new URL(link);
      const write = pathname.startsWith('/r/') ? '/marks' : '/suggestions';
      expect(await begin('POST', pathname + write, {}, 300_000)).toBe(413);
    }
  });
});

describe('addresses', () => {
  test.each(['/api', '/api/nothing', '/nothing', '/r', '/p/x', '/api/reviews/x/y/z'])('%s is 404', async (path) => {
    const { status, body } = await send(path, { headers: { authorization: `Bearer ${token}` } });
    expect([status, body.error]).toEqual([404, 'not_found']);
  });

  test.each(['x', '../billing', '%00', '01ARZ3NDEKTSV4RRFFQ69G5FA%00', '%F0%9F%98%80', "'; DROP TABLE review;--"])(
    'the review %j is not there',
    async (id) => {
      const { status, body } = await send(`/api/reviews/${encodeURIComponent(decodeURIComponent(id))}`, {
        headers: { authorization: `Bearer ${token}` },
      });
      expect([status, body.error]).toEqual([404, 'not_found']);
    },
  );

  test('a path that is not well-formed is refused in the same words as everything', async () => {
    const { status, body } = await send('/api/reviews/%zz', { headers: { authorization: `Bearer ${token}` } });
    expect([status, body.error]).toEqual([400, 'malformed_request']);
  });

  test.each([
    ['DELETE', '/api/reviews', 'GET, HEAD, POST'],
    ['PUT', '/api/reviews/01ARZ3NDEKTSV4RRFFQ69G5FAV', 'DELETE, GET, HEAD'],
    ['GET', '/api/try-token', 'POST'],
    ['GET', '/r/secret/decision?x=1', 'POST'],
    ['POST', '/openapi.json', 'GET, HEAD'],
    ['GET', '/oauth/token', 'OPTIONS, POST'],
  ])('%s %s is 405 and says what is allowed', async (method, path, allowed) => {
    const { status, headers, body } = await send(path, { method });
    expect([status, body.error, headers.get('allow')]).toEqual([405, 'malformed_request', allowed]);
    expect(body.message).toContain(`not ${method}`);
  });

  test('another site’s preflight gets no permission', async () => {
    const preflight = await fetch(`${service.url}/api/reviews`, {
      method: 'OPTIONS',
      headers: { origin: 'https://elsewhere.example', 'access-control-request-method': 'POST' },
    });
    expect(preflight.headers.get('access-control-allow-origin')).toBeNull();
  });
});

test('every answer carries the version and may not be sniffed or kept', async () => {
  for (const answer of [
    await send('/api/billing', { headers: { authorization: `Bearer ${token}` } }),
    await send('/api/billing'),
    await post('/api/reviews', '{'),
    await send('/nothing'),
  ]) {
    expect(answer.headers.get('x-service-version')).toMatch(/^\d+\.\d+\.\d+$/);
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(answer.headers.get('content-type')).toContain('application/json');
    if (answer.status !== 404) expect(answer.headers.get('cache-control')).toBe('no-store');
  }
});

test('a try token needs no body and no content type; an empty JSON body is as good', async () => {
  for (const headers of [{}, { 'content-type': 'application/json' }]) {
    const { status, body } = await send('/api/try-token', { method: 'POST', headers });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      token: expect.stringMatching(/^slt_/),
      mcp_url: `${service.url}/mcp/sightline`,
      workspace_id: expect.stringMatching(/^[0-9A-Z]{26}$/),
      editor_config: {
        mcpServers: {
          sightline: { url: `${service.url}/mcp/sightline`, headers: { Authorization: `Bearer ${body.token}` } },
        },
      },
    });
    expect(String(body.assistant_code_command)).toContain(`${service.url}/mcp/sightline`);
    const days = (Date.parse(String(body.token_expires_at)) - Date.now()) / 86_400_000;
    expect(Math.round(days)).toBe(90);
  }
});

test('a body that breaks off does no harm', async () => {
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

describe('where nothing is', () => {
  test('a browser shows a page that leads on, and a program reads what to do', async () => {
    const page = await fetch(`${service.url}/nope`, { headers: { accept: 'text/html,*/*;q=0.8' } });
    expect(page.status).toBe(404);
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(await page.text()).toContain('There is nothing at this address');
    expect((await send('/nope')).body).toMatchObject({ error: 'not_found' });
    const posted = await send('/nope', { method: 'POST', headers: { accept: 'text/html' } });
    expect([posted.status, posted.body.error]).toEqual([404, 'not_found']);
  });
});
