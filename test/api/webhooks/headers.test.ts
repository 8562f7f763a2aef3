import { connect } from 'node:net';
import { afterAll, expect, test } from 'vitest';
import { restOperations } from '../../../server/contract/index.ts';
import { rejectedReview } from '../../support/factories.ts';
import { headersOfPage } from '../../support/on-page.ts';
import { startService } from '../../support/service.ts';
import { leastInput } from '../contract/support/minimal-input.ts';
import { fillLimits } from '../support/fill-limits.ts';
import { forgetLimits, sql } from '../support/sql.ts';

const seen = new Map<string, number>();
const service = await startService({ ROLE: 'web', MAX_REQUEST_MB: '0.2' });
const client = await service.newClient();
const token = client.token;
const made = await rejectedReview(client);
afterAll(() => {
  const kinds = [...seen].sort().map(([status, count]) => `${count} × ${status}`);
  const total = [...seen.values()].reduce((sum, count) => sum + count, 0);
  console.log(`headers of ${total} answers (${kinds.join(', ')}): none without its protection, 0 cookies`);
});

const secretOf = (link: string): string => link.split('/').at(-1) ?? '';

interface Allowed {
  /** The caller's own browser may cache the answer. */
  kept?: boolean;
  /** Pages of other sites may read it: it says nothing about anybody. */
  open?: boolean;
}

/** Checks the headers that every answer must have. */
function holds(what: string, status: number, headers: Headers, { kept = false, open = false }: Allowed = {}): void {
  seen.set(String(status), (seen.get(String(status)) ?? 0) + 1);
  const policy = headers.get('content-security-policy') ?? '';
  expect({
    what,
    sniffed: headers.get('x-content-type-options'),
    referrer: headers.get('referrer-policy'),
    robots: headers.get('x-robots-tag'),
    cookie: headers.get('set-cookie'),
    nothingByDefault: policy.includes("default-src 'none'"),
    inNoFrame: policy.includes("frame-ancestors 'none'"),
    version: headers.get('x-service-version') !== null,
    crossOrigin: headers.get('access-control-allow-origin'),
    stack: headers.get('x-powered-by') ?? headers.get('server'),
  }).toEqual({
    what,
    sniffed: 'nosniff',
    referrer: 'no-referrer',
    robots: 'noindex, nofollow',
    cookie: null,
    nothingByDefault: true,
    inNoFrame: true,
    version: true,
    crossOrigin: open ? '*' : null,
    stack: null,
  });
  if (!kept) expect([what, headers.get('cache-control')]).toEqual([what, 'no-store']);
}

async function ask(path: string, init: RequestInit = {}, allowed: Allowed = {}): Promise<number> {
  const answer = await fetch(new URL(path, service.url), { redirect: 'manual', ...init });
  await answer.arrayBuffer();
  holds(`${init.method ?? 'GET'} ${path}`, answer.status, answer.headers, allowed);
  return answer.status;
}

/** The operations that end what the others need come last. */
const ending = ['delete_review', 'rotate_token', 'delete_workspace'];
const inOrder = [...restOperations].sort((one, other) => ending.indexOf(one.name) - ending.indexOf(other.name));

/** The refusals that come before the operation are the same for all of an actor: one operation that takes a body has them all. */
const inEveryForm = restOperations.filter(
  ({ actor, rest }, at) =>
    rest.method === 'POST' &&
    at === restOperations.findIndex((other) => other.actor === actor && other.rest.method === 'POST'),
);

test.each(inOrder)('$name has the headers when accepted, refused, unknown and malformed', async (operation) => {
  await forgetLimits(service);
  const { method, path } = operation.rest;
  const isInEveryForm = inEveryForm.includes(operation);
  const takesBody = method !== 'GET' && method !== 'DELETE';
  const fill = (secret: string, id: string) =>
    path.replace(/\{(\w+)\}/g, (_, name: string) => (name === 'token' ? secret : name === 'id' ? id : '1'));
  const secret = secretOf(path.startsWith('/g/') ? made.guest_share_url : made.review_url);
  const good = fill(secret, made.id);
  const headers = {
    authorization: `Bearer ${token}`,
    ...(takesBody ? { 'content-type': 'application/json' } : {}),
    ...(operation.onPage ? await headersOfPage(made.review_url) : {}),
  };
  const init = (body: string): RequestInit => ({ method, headers, ...(takesBody ? { body } : {}) });
  const unknown = await ask(
    fill('x'.repeat(43), '01ARZ3NDEKTSV4RRFFQ69G5FAV'),
    init(JSON.stringify(leastInput(operation))),
  );
  if (path.includes('{')) expect([404, 422]).toContain(unknown);
  if (operation.actor === 'client') {
    expect(await ask(good, { method })).toBe(401);
    if (isInEveryForm) expect(await ask(good, { method, headers: { authorization: 'Bearer slt_no' } })).toBe(401);
  }
  if (takesBody) {
    expect(await ask(good, init('{'))).toBe(400);
    if (isInEveryForm) {
      expect(await ask(good, init(JSON.stringify('x'.repeat(300_000))))).toBe(413);
      expect(await ask(good, { method, headers: { ...headers, 'content-type': 'text/plain' }, body: 'x' })).toBe(415);
      expect(await ask(good, init('[7]'))).not.toBe(500);
    }
    if (operation.actor === 'reviewer') {
      const foreign = { ...headers, origin: 'https://elsewhere.example' };
      expect(await ask(good, { method, headers: foreign, body: '{}' })).toBe(403);
    }
  }
  const status = await ask(good, init(JSON.stringify(leastInput(operation))));
  expect(status).not.toBe(500);
  if (isInEveryForm) await ask(good, { method: 'OPTIONS' });
});

test('pages, images, documents and 404 answers have them', async () => {
  const client = await service.newClient();
  const { review_url, guest_share_url, screenshots, work_packets } = await rejectedReview(client);
  const [shot] = screenshots;
  const [pin] = work_packets.pins;
  if (shot === undefined || pin === undefined) throw new Error('A screenshot and a pin are needed');
  for (const page of ['/', review_url, `${review_url}?a=b`, '/docs/']) {
    for (const method of ['GET', 'HEAD']) expect(await ask(page, { method }, { kept: page === '/docs/' })).toBe(200);
  }
  await ask(guest_share_url);
  await ask('/docs', {}, { kept: true });
  for (const image of [shot.url, shot.thumbnail_url, pin.crop_url, pin.clean_crop_url]) {
    if (image === null) throw new Error('An image has no address');
    for (const method of ['GET', 'HEAD']) expect(await ask(image, { method }, { kept: true, open: true })).toBe(200);
  }
  const html = await (await fetch(review_url)).text();
  const assets = [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map((found) => found[1] ?? '');
  expect(assets.length).toBeGreaterThan(1);
  for (const asset of assets) expect(await ask(asset, {}, { kept: true, open: true })).toBe(200);
  for (const document of ['/openapi.json', '/healthz', '/readyz', '/metrics', '/.well-known/sightline'])
    await ask(document);
  const gone = ['/nothing', '/r', '/r/x', '/g/x', `/p/${'x'.repeat(43)}/shot`, '/p/x/shot', '/assets/nothing.js'];
  for (const path of [...gone, `${shot.url}x`, '/.env', '/api', '/mcp']) expect(await ask(path)).toBe(404);
  expect(await ask('/%zz')).toBe(400);
  expect(await ask(`/r/${'x'.repeat(400)}`)).toBeGreaterThanOrEqual(400);
  for (const method of ['GET', 'DELETE', 'POST']) expect(await ask('/mcp/sightline', { method })).toBe(401);
  const authorization = `Bearer ${(await service.newClient()).token}`;
  expect(await ask('/mcp/sightline', { headers: { authorization } })).toBe(405);
});

test('MCP answers, errors and 429 have them', async () => {
  const { token: bearer } = await service.newClient();
  // Its streams say `no-cache, no-transform`; nothing caches the answer to a POST.
  const post = (body: unknown) =>
    ask(
      '/mcp/sightline',
      {
        method: 'POST',
        headers: {
          authorization: `Bearer ${bearer}`,
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
        },
        body: JSON.stringify(body),
      },
      { kept: true },
    );
  const call = (method: string, params: unknown) => ({ jsonrpc: '2.0', id: 1, method, params });
  expect(await post(call('tools/list', {}))).toBe(200);
  expect(await post(call('tools/call', { name: 'get_review', arguments: { id: 'nobody' } }))).toBe(200);
  await post('nonsense');
  await fillLimits(service, 100_000);
  expect(await post(call('tools/list', {}))).toBe(429);
});

test('a fault of the service has them', async () => {
  await forgetLimits(service);
  const client = await service.newClient();
  const mine = await rejectedReview(client);
  await sql(service, 'ALTER TABLE mark RENAME TO mark_gone');
  const authorization = `Bearer ${client.token}`;
  const one = await ask(`/api/reviews/${mine.id}`, { headers: { authorization } });
  const two = await ask(`${mine.review_url}/review`);
  await sql(service, 'ALTER TABLE mark_gone RENAME TO mark');
  expect([one, two]).toEqual([500, 500]);
  await sql(service, 'ALTER TABLE review RENAME TO review_gone');
  const page = await ask(mine.review_url);
  await sql(service, 'ALTER TABLE review_gone RENAME TO review');
  expect(page).toBe(500);
});

test.each([
  ['no HTTP', 'nonsense\r\n\r\n', 400],
  ['headers too large', `GET / HTTP/1.1\r\nHost: x\r\nX-A: ${'x'.repeat(40_000)}\r\n\r\n`, 431],
])('%s', async (what, sent, expected) => {
  const { hostname, port } = new URL(service.url);
  const text = await new Promise<string>((fulfil, reject) => {
    let heard = '';
    const socket = connect(Number(port), hostname, () => socket.write(sent));
    socket.setEncoding('utf8').on('data', (part: string) => {
      heard += part;
    });
    socket.on('close', () => fulfil(heard)).on('error', reject);
  });
  const [first = '', ...lines] = (text.split('\r\n\r\n')[0] ?? '').split('\r\n');
  const status = Number(first.split(' ')[1]);
  expect(status).toBe(expected);
  holds(
    what,
    status,
    new Headers(lines.map((line): [string, string] => [line.split(': ')[0] ?? '', line.slice(line.indexOf(': ') + 2)])),
  );
});
