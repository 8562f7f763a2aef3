import { request as httpRequest } from 'node:http';
import { describe, expect, test } from 'vitest';
import { restOperations } from '../../server/contract/index.ts';
import { newBearer } from '../../server/domain/token/rules.ts';
import { review } from '../support/factories.ts';
import { startService } from '../support/service.ts';
import { post, send } from './support/http.ts';
import { sql } from './support/sql.ts';

const service = await startService({ ROLE: 'web', MAX_REQUEST_MB: '0.2' });
const token = (await service.newClient()).token;

const sendTo = (path: string, init?: RequestInit) => send(service.url + path, init);
const postTo = (path: string, body: string, more?: Record<string, string>) =>
  post(service.url + path, token, body, more);

test('REST and MCP also answer when the service’s address ends with a slash', async () => {
  const call = { name: 'list_reviews', arguments: {} };
  const list = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: call });
  const accept = { accept: 'application/json, text/event-stream' };
  expect((await postTo('//api/reviews', '{}')).body.error).toBe('invalid_request');
  expect((await postTo('//mcp/sightline', list, accept)).status).toBe(200);
});

describe('a caller without valid credentials', () => {
  const places = [
    ['GET', '/api/reviews'],
    ['POST', '/api/reviews'],
    ['GET', '/api/billing'],
    ['GET', '/api/reviews/01ARZ3NDEKTSV4RRFFQ69G5FAV'],
  ] as const;

  test.each(places)('%s %s without a token answers 401 and asks to sign in', async (method, path) => {
    const { status, headers, body } = await sendTo(path, { method });
    expect([status, body.error]).toEqual([401, 'unauthenticated']);
    expect(headers.get('www-authenticate')).toBe('Bearer');
  });

  const wrong = () => ['nonsense', newBearer('slt_'), `${token.slice(0, -1)}!`, token.toLowerCase()];
  test.each([0, 1, 2, 3])('a wrong token (%i) answers invalid_token', async (which) => {
    const headers = { authorization: `Bearer ${wrong()[which]}` };
    const answer = await sendTo('/api/billing', { headers });
    expect([answer.status, answer.body.error]).toEqual([401, 'unauthenticated']);
    expect(answer.headers.get('www-authenticate')).toBe('Bearer error="invalid_token"');
    expect(Object.keys(answer.body).sort()).toEqual(['error', 'message']);
  });

  test.each(['expires_at', 'revoked_at'])('a token whose %s has passed answers invalid_token', async (column) => {
    const client = await service.newClient();
    await client.call('get_billing', {});
    await sql(service, `UPDATE access_token SET ${column} = now() - interval '1 second' WHERE workspace_id = $1`, [
      client.workspaceId,
    ]);
    const answer = await sendTo('/api/billing', { headers: { authorization: `Bearer ${client.token}` } });
    expect(answer.status).toBe(401);
    expect(answer.headers.get('www-authenticate')).toBe('Bearer error="invalid_token"');
  });

  test('another scheme counts as no token; the scheme’s case is ignored', async () => {
    const basic = await sendTo('/api/billing', { headers: { authorization: `Basic ${token}` } });
    expect(basic.headers.get('www-authenticate')).toBe('Bearer');
    expect((await sendTo('/api/billing', { headers: { authorization: `bearer ${token}` } })).status).toBe(200);
  });
});

describe('a request whose body never arrives', () => {
  /** Sends the headers of a request of `length` bytes and only the start of its body. Resolves to the status. */
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

  test.each(writes)('$name answers a caller without credentials before the body', async ({ actor, rest }) => {
    const expected = { anyone: 413, client: 401, reviewer: 404, guest: 404 }[actor];
    expect(await begin(rest.method, pathOf(rest.path))).toBe(expected);
  });

  test.each(['/oauth/register', '/oauth/token', '/mcp/sightline'])('%s answers before the body', async (path) => {
    expect(await begin('POST', path)).toBeOneOf([400, 401, 413, 415]);
  });

  test('a caller with credentials gets 413 from the announced length', async () => {
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

test('every answer of an operation is JSON', async () => {
  for (const answer of [
    await sendTo('/api/billing', { headers: { authorization: `Bearer ${token}` } }),
    await sendTo('/api/billing'),
    await postTo('/api/reviews', '{'),
    await sendTo('/nothing'),
  ]) {
    expect(answer.headers.get('content-type')).toContain('application/json');
    expect(answer.headers.get('x-service-version')).toMatch(/^\d+\.\d+\.\d+$/);
  }
});

test.each([
  ['PUT', '/mcp/sightline', 'OPTIONS, POST', 'OPTIONS and POST'],
  ['OPTIONS', '/u/x', 'PUT', 'PUT'],
  ['PUT', '/api/reviews', 'GET, HEAD, POST', 'GET, HEAD and POST'],
])('%s %s names only methods that the address accepts: %s', async (method, path, allowed, words) => {
  const answer = await fetch(service.url + path, { method });
  expect([answer.status, answer.headers.get('allow')]).toEqual([405, allowed]);
  expect(await answer.json()).toMatchObject({ message: `This address takes ${words} only, not ${method}.` });
});

test('a try token needs neither body nor content type; an empty JSON body works too', async () => {
  for (const headers of [{}, { 'content-type': 'application/json' }]) {
    const { status, body } = await sendTo('/api/try-token', { method: 'POST', headers });
    expect(status).toBe(201);
    expect(body).toEqual({
      token: expect.stringMatching(/^slt_/),
      token_expires_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      assistant_code_command: expect.stringContaining(`${service.url}/mcp/sightline`),
      mcp_url: `${service.url}/mcp/sightline`,
      workspace_id: expect.stringMatching(/^[0-9A-Z]{26}$/),
      editor_config: {
        mcpServers: {
          sightline: { url: `${service.url}/mcp/sightline`, headers: { Authorization: `Bearer ${body.token}` } },
        },
      },
    });
    const days = (Date.parse(String(body.token_expires_at)) - Date.now()) / 86_400_000;
    expect(Math.round(days)).toBe(90);
  }
});

describe('an address where nothing is', () => {
  test('a browser gets a page that links onward, and a program gets JSON', async () => {
    const page = await fetch(`${service.url}/nope`, { headers: { accept: 'text/html,*/*;q=0.8' } });
    expect(page.status).toBe(404);
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(await page.text()).toContain('There is nothing at this address');
    expect((await sendTo('/nope')).body).toMatchObject({ error: 'not_found' });
    const posted = await sendTo('/nope', { method: 'POST', headers: { accept: 'text/html' } });
    expect([posted.status, posted.body.error]).toEqual([404, 'not_found']);
  });
});
