import { expect, test } from 'vitest';
import type { RestOperation } from '../../server/contract/define-operation.ts';
import { ErrorBody } from '../../server/contract/error.ts';
import { restOperations } from '../../server/contract/index.ts';
import { createGenerator } from '../api/contract/support/generate.ts';
import { inputSchema } from '../api/contract/support/minimal-input.ts';
import { fire, type Shot } from '../api/contract/support/volley.ts';
import { base64, mark, rejectedReview, review, reviewerOf } from '../support/factories.ts';
import { createRandom } from '../support/random.ts';
import { startService } from '../support/service.ts';

/** The wide tests send about ten thousand requests. */
const ROUNDS = 3;
const fuzzer = createGenerator({}, createRandom(20_261_120), () => undefined);
const service = await startService({ CREDITS_PER_MONTH: 'unlimited', TRUST_PROXY: 'loopback', LOG_LEVEL: 'warn' });
const image = await base64();

/** Creates what the requests of one round are about: reviews in several states and their links. */
async function scene(round: number) {
  const client = await service.newClient();
  const open = await review(client);
  await reviewerOf(open).call('place_mark', mark());
  const reviews = [open, await rejectedReview(client, [{}, {}])];
  return { token: client.token, reviews, address: `10.0.0.${round}` };
}
type Scene = Awaited<ReturnType<typeof scene>>;

function requestOf(
  operation: RestOperation,
  { token, reviews, address }: Scene,
): { path: string; init: RequestInit; body: string } {
  const about = fuzzer.pick(reviews);
  const fields = fuzzer.object(inputSchema(operation));
  // Most requests must pass the first checks.
  if ('id' in operation.input.shape && fuzzer.chance(0.9)) fields.id = about.id;
  if ('mark_id' in operation.input.shape && fuzzer.chance(0.8)) fields.mark_id = 1;
  if (operation.name === 'create_review' && fuzzer.chance(0.7)) {
    for (const source of ['capture_url', 'pdf', 'html', 'client_request_id']) delete fields[source];
    Object.assign(fields, { title: 'Fuzz', images: [{ image, ...fields }] });
  }
  const link = about.review_url.split('/r/')[1] ?? '';
  let path = operation.rest.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const text = String(name === 'token' ? link : (fields[name] ?? 'x'));
    delete fields[name];
    return encodeURIComponent(text.toWellFormed());
  });
  const { method } = operation.rest;
  const caller = { authorization: `Bearer ${token}`, 'x-forwarded-for': address };
  const body = JSON.stringify(fields);
  if (method === 'POST' || method === 'PATCH') {
    return { path, init: { method, headers: { ...caller, 'content-type': 'application/json' }, body }, body };
  }
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(fields)) query.append(name, String(value).toWellFormed());
  path += `?${query}`;
  return { path, init: { method, headers: caller }, body };
}

test('no request is answered by 500 or outside the contract', async () => {
  const statuses = new Map<number, number>();
  for (let round = 0; round < ROUNDS; round += 1) {
    // Each round has its own credentials and address, so that it reaches no limit.
    const about = await scene(round);
    for (const operation of restOperations) {
      const { path, init, body } = requestOf(operation, about);
      const answer = await fetch(service.url + path, init);
      const said: unknown = await answer.json();
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
      const request = `${operation.name} ${path} ${body}`;
      expect(answer.status, request).toBeLessThan(500);
      if (answer.ok) expect(operation.output.safeParse(said).error, request).toBeUndefined();
      else expect(ErrorBody.safeParse(said).success, request).toBe(true);
    }
  }
  expect(statuses.has(429)).toBe(false);
  // Enough requests passed the first checks.
  expect((statuses.get(200) ?? 0) + (statuses.get(201) ?? 0)).toBeGreaterThan(ROUNDS * 3);
  expect(statuses.get(422)).toBeGreaterThan(ROUNDS * 3);
  expect(service.logged()).not.toContain('"msg":"unexpected"');
});

test('absurd addresses, headers and bodies reveal nothing and cause no fault', async () => {
  const { token, reviews, address } = await scene(ROUNDS);
  const link = reviews[0]?.review_url.split('/r/')[1];
  const caller = { authorization: `Bearer ${token}`, 'x-forwarded-for': address };
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
      '/r/%00/review',
    ],
    ...[`/api/reviews?cursor=${'x'.repeat(12_000)}`, '/api/reviews?reference[]=1', '/api/reviews?__proto__=1'],
    ...['/assets/..%2f..%2fpackage.json', '/assets/%2e%2e/%2e%2e/server/config.ts', '/.git/config', '//evil.example/'],
    ...[`/p/${'a'.repeat(27)}/..%2f..%2fsecret.key`, '*', 'http://evil.example/api/billing', `/${'a/'.repeat(1000)}`],
  ];
  const headers: Shot['headers'][] = [
    ...[{ host: 'evil.example' }, { range: 'bytes=0-0,-1' }, { expect: '200-ok' }, { 'transfer-encoding': 'identity' }],
    ...[{ connection: 'upgrade', upgrade: 'websocket' }, { cookie: `a=${'x'.repeat(8000)}` }],
    ...['', 'Bearer', 'Bearer a b', 'Bearer \u00e9', `Bearer ${'x'.repeat(10_000)}`].map((authorization) => ({
      authorization,
    })),
    { authorization: ['Bearer a', 'Bearer b'] },
  ];
  const bodies = ['', '{', 'null', '[[]]', '{"title":NaN}', '['.repeat(50_000), '{"__proto__":{"title":"x"}}'];
  const shots = [
    ...paths.flatMap((path) => ['GET', 'POST', 'TRACE'].map((method) => shot(path, caller, method))),
    ...headers.flatMap((more) => [
      shot('/api/billing', { ...caller, ...more }),
      shot(`/r/${link}`, { ...caller, ...more }),
    ]),
    ...[...bodies, Buffer.from([0xff, 0, 0xc0])].flatMap((body) =>
      ['/api/reviews', '/mcp/sightline', `/r/${link}/marks`].map((path) => shot(path, json, 'POST', body)),
    ),
    shot('/api/reviews', { ...json, 'content-encoding': 'gzip' }, 'POST', '{}'),
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
