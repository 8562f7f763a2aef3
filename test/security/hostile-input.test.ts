import { expect, test } from 'vitest';
import { fire, type Shot } from '../api/contract/support/volley.ts';
import { judge, startHostileRequests } from './support/hostile-requests.ts';

/** The wide tests send about ten thousand requests. */
const ROUNDS = 3;
const hostile = await startHostileRequests(20_261_120);
const { service } = hostile;

test('no request is answered by 500 or outside the contract', async () => {
  const count = ROUNDS * hostile.routes.length;
  const { sent, statuses, faults } = await fire(service.url, hostile.generated(count), judge, hostile.between);
  expect([sent, faults]).toEqual([count, []]);
  // Enough requests passed the first checks.
  expect((statuses[200] ?? 0) + (statuses[201] ?? 0)).toBeGreaterThan(ROUNDS * 3);
  expect(statuses[422]).toBeGreaterThan(ROUNDS * 3);
  expect(service.logged()).not.toContain('"msg":"unexpected"');
});

test('absurd addresses, headers and bodies reveal nothing and cause no fault', async () => {
  const { token, links } = hostile.scene();
  const [link] = links;
  const caller = { authorization: `Bearer ${token}` };
  const json = { ...caller, 'content-type': 'application/json' };
  const shot = (path: string, headers: Shot['headers'] = caller, method = 'GET', body?: string | Buffer): Shot => ({
    ...{ what: 'absurd', method, path, headers },
    body: body === undefined ? null : Buffer.from(body),
  });
  const paths = [
    ...[
      '/api/reviews/..%2f..%2fetc%2fpasswd',
      '/api/../healthz',
      '/api/reviews/%',
      '/api/reviews/%00',
      '/api/reviews/%ff',
      '/api//reviews',
      '/api/reviews/%c0%ae%c0%ae',
      `/api/reviews/${'x'.repeat(3000)}`,
      '/r/%00/review',
      '/p/..%2f..%2f/shot',
      '/p/%00/%00',
      '/p/a/mark-99999999999999',
      '/g/%00/review',
      '/assets/%00',
      '/%2e%2e/%2e%2e/etc/passwd',
      '/mcp/sightline/..',
      '/.well-known/%2e%2e',
      '/healthz?x=%',
      '/%F0%9F%98%80',
    ],
    ...[`/api/reviews?cursor=${'x'.repeat(12_000)}`, '/api/reviews?reference[]=1', '/api/reviews?__proto__=1'],
    ...[
      '/api/reviews?cursor=%',
      '/api/reviews?cursor=%ff',
      '/api/reviews?reference=%00',
      `/api/reviews?${'a=1&'.repeat(3000)}`,
    ],
    ...['/assets/..%2f..%2fpackage.json', '/assets/%2e%2e/%2e%2e/server/config.ts', '/.git/config', '//evil.example/'],
    ...[`/p/${'a'.repeat(27)}/..%2f..%2fsecret.key`, '*', 'http://evil.example/api/billing', `/${'a/'.repeat(1000)}`],
  ];
  const headers: Shot['headers'][] = [
    ...[
      { host: 'evil.example' },
      { host: '' },
      { 'x-forwarded-proto': 'javascript' },
      { 'x-forwarded-host': 'evil.example' },
      { 'x-forwarded-for': '1, 2, ::1, x' },
      { 'x-http-method-override': 'DELETE' },
      { 'accept-encoding': 'x'.repeat(2000) },
      { range: 'bytes=0-0,-1' },
      { expect: '200-ok' },
      { 'transfer-encoding': 'identity' },
    ],
    ...[{ connection: 'upgrade', upgrade: 'websocket' }, { cookie: `a=${'x'.repeat(8000)}` }],
    ...['', 'Bearer', 'Bearer a b', 'Bearer \u00e9', `Bearer ${'x'.repeat(10_000)}`].map((authorization) => ({
      authorization,
    })),
    { authorization: ['Bearer a', 'Bearer b'] },
  ];
  const bodies = ['', '{', 'null', '[[]]', '{"title":NaN}', '['.repeat(50_000), '{"__proto__":{"title":"x"}}'];
  const shots = [
    ...paths.flatMap((path) =>
      ['GET', 'HEAD', 'POST', 'PUT', 'OPTIONS', 'TRACE', 'PROPFIND', 'QUERY'].map((method) =>
        shot(path, caller, method),
      ),
    ),
    ...headers.flatMap((more) => [
      shot('/api/billing', { ...caller, ...more }),
      shot(`/r/${link}`, { ...caller, ...more }),
    ]),
    ...[...bodies, Buffer.from([0xff, 0, 0xc0])].flatMap((body) =>
      ['/api/reviews', '/mcp/sightline', `/r/${link}/marks`].map((path) => shot(path, json, 'POST', body)),
    ),
    shot('/api/reviews', { ...json, 'content-encoding': 'gzip' }, 'POST', '{}'),
    ...['', '\u00e9'.repeat(50), ['a', 'b']].map((key) =>
      shot('/api/reviews', { ...json, 'idempotency-key': key }, 'POST', '{}'),
    ),
  ];
  const { sent, faults } = await fire(
    service.url,
    shots,
    ({ status, text }) =>
      status === 0 || status >= 500 || /root:x:0|"private":|BEGIN|node_modules|PrismaClient/.test(text)
        ? `answered ${status} ${text.slice(0, 200)}`
        : null,
    async () => {},
  );
  expect([sent, faults]).toEqual([shots.length, []]);
  expect(service.logged()).not.toContain('"msg":"unexpected"');
});
