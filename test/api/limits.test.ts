import { createHash } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { readConfig } from '../../server/config.ts';
import { createClient } from '../../server/contract/client.ts';
import { operations, type RestOperationName, restOperations } from '../../server/contract/index.ts';
import { base64, mark, rejectedReview, review, reviewerOf } from '../support/factories.ts';
import { startService, type TestService } from '../support/service.ts';
import { fillLimits } from './support/fill-limits.ts';
import { callTool, connectMcp, refusal } from './support/rest-and-mcp.ts';
import { forgetLimits, sql } from './support/sql.ts';

/** Sets every caller's counts to a thousand, in a window that does not expire during a test. */
const exhaust = (service: TestService) => fillLimits(service, 1000);

test.each([
  ['create_review', 30, 60],
  ['add_screenshot', 60, 60],
  ['add_findings', 60, 60],
  ['resolve_marks', 120, 60],
] as const)('%s is held to %i calls in %i seconds', (name, max, seconds) => {
  expect(operations[name].limits).toEqual([{ max, seconds }]);
});

const service = await startService({ ROLE: 'web', TRY_TOKENS_PER_HOUR: '3', TRY_TOKENS_PER_DAY: '500' });
beforeEach(() => forgetLimits(service));

const raw = (path: string, token: string, body: object = {}) =>
  fetch(service.url + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify(body),
  });

test('a caller over the limit is refused, only for that operation and over both REST and MCP', async () => {
  const [caller, other] = [await service.newClient(), await service.newClient()];
  const made = await rejectedReview(caller);
  const input = { id: made.id, marks: [{ id: 1, status: 'resolved' as const }] };
  await caller.call('resolve_marks', input);
  const keys = await sql(service, 'SELECT key FROM rate_window');
  expect(JSON.stringify(keys)).not.toContain(caller.token);
  await exhaust(service);
  const overMcp = await connectMcp(service.url, caller.token);
  for (const call of [() => caller.call('resolve_marks', input), () => callTool(overMcp, 'resolve_marks', input)]) {
    const { status, body } = await refusal(call());
    expect([status, body.error]).toEqual([429, 'rate_limited']);
    expect(body.retry_after).toBeGreaterThan(0);
    expect(body.retry_after).toBeLessThanOrEqual(60);
  }
  await overMcp.close();
  expect((await caller.call('get_review', { id: made.id })).marks[0]?.status).toBe('resolved');
  expect((await review(other)).status).toBe('open');
});

interface Refused {
  error: unknown;
  retry_after: number;
}

test('a 429 carries Retry-After and the RateLimit headers, on REST and on MCP', async () => {
  const { token } = await service.newClient();
  const call = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} };
  await raw('/api/reviews', token);
  await raw('/mcp/sightline', token, call);
  await exhaust(service);
  for (const [path, body, limit] of [
    ['/api/reviews', {}, '30'],
    ['/mcp/sightline', call, '120'],
    ['/api/try-token', {}, '3'],
  ] as const) {
    const answer = await raw(path, token, body);
    const json = (await answer.json()) as Refused & { error: { code: number; message: string; data: Refused } };
    const isRpc = path === '/mcp/sightline';
    if (isRpc)
      expect(json).toMatchObject({
        jsonrpc: '2.0',
        id: null,
        error: { code: -32_000, message: expect.stringMatching(/^Too many/) },
      });
    const { error, retry_after } = isRpc ? json.error.data : json;
    expect([path, answer.status, error]).toEqual([path, 429, 'rate_limited']);
    expect(answer.headers.get('retry-after')).toBe(String(retry_after));
    expect(answer.headers.get('ratelimit-limit')).toBe(limit);
    expect(answer.headers.get('ratelimit-remaining')).toBe('0');
    expect(answer.headers.get('ratelimit-reset')).toBe(String(retry_after));
  }
});

test('screenshots and findings share one limit', async () => {
  const client = await service.newClient();
  const { id } = await review(client);
  await client.call('add_findings', { id, findings: [{ body: 'x' }] });
  await exhaust(service);
  const add = client.call('add_screenshot', { id, image: await base64('#00ff00') });
  expect((await refusal(add)).status).toBe(429);
});

test('a reviewer’s writes are limited per link', async () => {
  const client = await service.newClient();
  const [one, two] = [await review(client), await review(client)];
  await reviewerOf(one).call('place_mark', mark());
  await exhaust(service);
  expect((await refusal(reviewerOf(one).call('place_mark', mark()))).status).toBe(429);
  expect((await reviewerOf(two).call('place_mark', mark())).review.marks).toHaveLength(1);
  expect((await reviewerOf(one).call('read_review', {})).review.marks).toHaveLength(1);
});

test('a refused request counts, and a wrong token counts for no workspace', async () => {
  const client = await service.newClient();
  expect((await raw('/api/reviews', client.token)).status).toBe(422);
  await exhaust(service);
  expect((await raw('/api/reviews', client.token)).status).toBe(429);
  expect((await raw('/api/reviews', 'wrong')).status).toBe(401);
});

test('every writing operation that can grow without bound has a limit', () => {
  const unlimited = restOperations
    .filter(({ rest, limits }) => (rest.method === 'POST' || rest.method === 'PATCH') && limits.length === 0)
    .map(({ name }) => name as RestOperationName);
  // cancel_review only ends a review, and create_try_token is limited per address by settings.
  expect(unlimited.sort()).toEqual(['cancel_review', 'create_try_token']);
});

test('try tokens are limited by the connecting address, not by a header', async () => {
  const statuses: number[] = [];
  for (let at = 0; at < 2; at += 1) {
    await exhaust(service);
    const headers = { 'x-forwarded-for': `203.0.113.${at}` };
    statuses.push((await fetch(`${service.url}/api/try-token`, { method: 'POST', headers })).status);
  }
  expect(statuses).toEqual([201, 429]);
});

/** Sends requests that one limit refuses, until the other would refuse them had they counted there. */
async function limitsOfRefused(refused: TestService, path: string, count: number): Promise<unknown[]> {
  const limits: unknown[] = [];
  for (let sent = 0; sent < count; sent += 1) {
    const answer = await fetch(refused.url + path, { method: 'POST' });
    expect(answer.status).toBe(429);
    limits.push(((await answer.json()) as { limit: number }).limit);
  }
  return limits;
}

/** Creates one token a day for an address; its hourly limit is larger. */
const daily = await startService({
  ROLE: 'web',
  TRUST_PROXY: 'true',
  TRY_TOKENS_PER_HOUR: '2',
  TRY_TOKENS_PER_DAY: '1',
});

test('a new workspace that the daily limit refuses does not count by the hour', async () => {
  expect((await fetch(`${daily.url}/api/try-token`, { method: 'POST' })).status).toBe(201);
  expect(await limitsOfRefused(daily, '/api/try-token', 3)).toEqual([1, 1, 1]);
});

test('a call that the daily limit of its operation refuses does not count by the hour', async () => {
  expect(operations.create_sample_review.limits.map(({ max }) => max)).toEqual([10, 30]);
  const key = createHash('sha256').update('create_sample_review:86400:127.0.0.1').digest('base64url');
  await sql(service, `INSERT INTO rate_window (key, latest, uses) VALUES ($1, now() + interval '1 hour', '{30}')`, [
    key,
  ]);
  expect(await limitsOfRefused(service, '/api/sample-review', 12)).toEqual(Array(12).fill(30));
});

test('a service with closed sign-up creates no tokens', async () => {
  const closed = await startService({ ROLE: 'web', SIGNUP: 'closed' });
  const { status } = await refusal(createClient({ baseUrl: closed.url }).call('create_try_token', {}));
  expect(status).toBe(403);
  expect(await sql(closed, 'SELECT 1 FROM workspace')).toEqual([]);
});

test('an address gets as many try tokens a day as set; behind proxies, the one that they saw, not one that the client sent', async () => {
  const { tryTokensPerHour, tryTokensPerDay } = readConfig({});
  expect([tryTokensPerHour, tryTokensPerDay]).toEqual([5, 20]);
  const from = (forwarded: string) =>
    fetch(`${daily.url}/api/try-token`, { method: 'POST', headers: { 'x-forwarded-for': forwarded } });
  expect((await from('8.8.1.1, 203.0.113.7')).status).toBe(201);
  expect((await from('8.8.2.2, 203.0.113.7')).status).toBe(429);
  expect((await from('8.8.2.2, 203.0.113.8')).status).toBe(201);
});

test('another site cannot use up its visitors’ try tokens', async () => {
  const headers = { origin: 'https://elsewhere.example' };
  expect((await fetch(`${service.url}/api/try-token`, { method: 'POST', headers })).status).toBe(403);
});
