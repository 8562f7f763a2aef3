import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { ErrorBody } from '../../../server/contract/error.ts';
import { operations } from '../../../server/contract/index.ts';
import { Review } from '../../../server/contract/review.ts';
import { createGenerator, type Route, routesOf } from '../../api/contract/support/generate.ts';
import { inputSchema } from '../../api/contract/support/minimal-input.ts';
import { naughtyStrings } from '../../api/contract/support/naughty-strings.ts';
import { snapshotOf } from '../../api/contract/support/snapshot.ts';
import { trickyJson } from '../../api/contract/support/tricky-json.ts';
import { type Answer, fire, type Shot, type Volley } from '../../api/contract/support/volley.ts';
import { forgetLimits, sql } from '../../api/support/sql.ts';
import { base64, mark, rejectedReview, review, reviewerOf } from '../../support/factories.ts';
import { createRandom } from '../../support/random.ts';
import { startService } from '../../support/service.ts';

/** Another seed makes other requests: FUZZ_SEED=7 npm test -- test/security/hostile-input.test.ts */
const SEED = Number(process.env.FUZZ_SEED ?? 20_261_120);
const GENERATED = 4_000;
/** Of so many routes, each text goes to one, in turn: they share what reads JSON, and most of what reads texts. */
const EACH = 4;
const SCENE_OF = 150;

interface Scene {
  token: string;
  ids: string[];
  links: string[];
}

let scene: Scene;

async function newScene(): Promise<Scene> {
  const client = await service.newClient();
  const open = await review(client);
  await reviewerOf(open).call('place_mark', mark());
  const reviews = [open, await rejectedReview(client, [{}, { must_fix: true }])];
  return {
    token: client.token,
    ids: reviews.map(({ id }) => id),
    links: reviews.map(({ review_url }) => review_url.split('/r/')[1] ?? ''),
  };
}

// Nothing is fetched or captured here; jobs stay in the queue.
const service = await startService({ CREDITS_PER_MONTH: 'unlimited', ROLE: 'web', LOG_LEVEL: 'warn' });
const image = await base64();
const owner = await service.newClient();
await rejectedReview(owner, [{}, {}], { webhook_url: 'https://hooks.invalid/' });
const guarded = { workspaceId: owner.workspaceId, before: await snapshotOf(service, owner.workspaceId) };
scene = await newScene();
const document = (await (await fetch(`${service.url}/openapi.json`)).json()) as object;
const routes = routesOf(document);
const hints: Record<string, () => unknown> = {
  id: () => generator.pick(scene.ids),
  parent_id: () => generator.pick(scene.ids),
  mark_id: () => generator.pick([1, 1, 2, 3]),
  image: () => image,
  images: () => [image, { image }],
  title: () => 'A title',
  screenshot_index: () => 0,
  body: () => 'Words',
  webhook_url: () => 'https://hooks.invalid/',
  page_url: () => 'https://pages.invalid/',
  client_mark_id: () => `mark-${generator.below(1_000_000)}-here`,
};
// Only some fields get valid values, because otherwise a review would nearly always have two sources.
const generator = createGenerator(document, createRandom(SEED), (field) =>
  ['pdf', 'html', 'capture_url'].includes(field) ? undefined : hints[field]?.(),
);
console.log(`hostile input: seed ${SEED}`);

/** Removes rate limits, which other tests cover, so that requests reach what is behind them. */
async function between(sent: number): Promise<void> {
  if (sent % 25 === 0) await forgetLimits(service);
  if (sent % SCENE_OF === 0) scene = await newScene();
}

/** Returns what is wrong with an answer to any request. */
function judge(answer: Answer, shot: Shot): string | null {
  const { status, type, text } = answer;
  if (status === 0) return 'the connection ended without an answer';
  if (status >= 500) return `answered ${status} ${text.slice(0, 300)}`;
  if (
    /node_modules|\.ts:\d+:\d|PrismaClient|prisma\.|sightline_queue|ECONN/.test(text) &&
    !shot.path.startsWith('/openapi')
  )
    return `told of the inside: ${text.slice(0, 300)}`;
  if (status < 400 || shot.path.startsWith('/mcp')) return null;
  if (!type.startsWith('application/json')) return `answered ${status} as ${type}`;
  return ErrorBody.safeParse(JSON.parse(text)).success ? null : `refused in other words: ${text.slice(0, 300)}`;
}

function report(name: string, { sent, statuses, faults }: Volley): void {
  console.log(`${name}: ${sent} requests, seed ${SEED} → ${JSON.stringify(statuses)}, ${faults.length} faults`);
  expect(faults.slice(0, 5)).toEqual([]);
}

const asText = (value: unknown): string => (typeof value === 'object' ? JSON.stringify(value) : String(value));
const encode = (text: string): string => encodeURIComponent(text.toWellFormed());
const types = [
  'application/json',
  'application/json',
  'application/json; charset=utf-8',
  'application/json;charset=utf-16',
];
const wrongTypes = [
  'text/plain',
  'application/xml',
  'multipart/form-data',
  '',
  'application/',
  ';;;',
  'a'.repeat(5000),
];

function headersFor(more: Record<string, string | string[]> = {}): Record<string, string | string[]> {
  return { authorization: `Bearer ${scene.token}`, 'content-type': 'application/json', ...more };
}

/** Returns the address of a route, mostly with ids of the scene, and with odd ones. */
function addressOf(route: Route, fields: Record<string, unknown>): string {
  return route.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    if (name === 'token')
      return generator.chance(0.95) ? generator.pick(scene.links) : encode(generator.pick(naughtyStrings));
    return encode(asText(fields[name])) || 'x';
  });
}

function* generated(count: number): Generator_<Shot> {
  for (let at = 0; at < count; at += 1) {
    const route = routes[at % routes.length];
    if (route === undefined) return;
    const fields: Record<string, unknown> = {};
    for (const { name, schema, in: where } of route.parameters) {
      if (where === 'path' || generator.chance(0.4)) fields[name] = generator.value(schema, name);
    }
    // Successful deletions leave nothing for later requests, so few delete.
    if (route.name === 'delete_review' && generator.chance(0.9)) fields.id = '01ARZ3NDEKTSV4RRFFQ69G5FAV';
    let path = addressOf(route, fields);
    const headers = headersFor({ 'content-type': generator.pick(types) });
    for (const { name, in: where } of route.parameters) {
      const value = fields[name];
      if (value === undefined || where === 'path') continue;
      if (where === 'header') headers[name.toLowerCase()] = encode(asText(value)).slice(0, 4000);
      if (where === 'query') {
        path += `${path.includes('?') ? '&' : '?'}${name}=${encode(asText(value))}`;
        if (generator.chance(0.1)) path += `&${name}=again&${name}[]=1&${name}[x]=2&__proto__[y]=1`;
      }
    }
    let body: Buffer | null = null;
    if (route.method === 'POST' || route.method === 'PATCH') {
      const value = generator.chance(0.04) ? generator.odd() : generator.value(route.body ?? {}, '');
      const text = JSON.stringify(value) ?? '';
      body = Buffer.from(text);
      const spoiled = generator.below(60);
      if (spoiled === 0) body = body.subarray(0, generator.below(body.length + 1));
      if (spoiled === 1) body = gzipSync(body);
      if (spoiled === 2) headers['content-encoding'] = 'gzip';
      if (spoiled === 3) headers['content-type'] = generator.pick(wrongTypes);
      if (spoiled === 4) body = Buffer.concat([body, Buffer.from([0xff, 0, 0xc0])]);
      if (spoiled === 5)
        body = Buffer.from(text.replace(/:/g, generator.pick([':NaN,"a":', ': Infinity ', ':01', ':+1'])));
    } else if (generator.chance(0.1)) {
      body = Buffer.from('{"id":"x"}');
    }
    yield { what: route.name, method: route.method, path, headers, body };
  }
}
type Generator_<T> = Iterable<T> & Iterator<T>;

test(`${GENERATED} requests made from the OpenAPI document`, async () => {
  const volley = await fire(service.url, generated(GENERATED), judge, between);
  report('schema fuzz', volley);
  expect(volley.sent).toBe(GENERATED);
  // Enough requests got past the checks.
  const made = (volley.statuses[200] ?? 0) + (volley.statuses[201] ?? 0);
  expect(made).toBeGreaterThan(GENERATED / 5);
});

/** Returns every `EACH`th route, with another one first each time. */
const inTurn = (all: readonly Route[], at: number): Route[] => all.filter((_, index) => (index + at) % EACH === 0);

/** Naughty strings in every field that accepts text, one field after the other. */
function* naughty(): Generator_<Shot> {
  const bodies = routes.filter(({ body }) => body !== null);
  const addressed = routes.filter(({ parameters }) => parameters.length > 0);
  for (const [at, text] of naughtyStrings.entries()) {
    for (const route of inTurn(bodies, at)) {
      const schema = generator.resolve(route.body ?? {});
      const fields = Object.keys(schema.properties ?? {});
      const field = fields[Math.floor(at / EACH) % fields.length] ?? 'x';
      const value: Record<string, unknown> = {};
      for (const name of schema.required ?? []) value[name] = generator.value(schema.properties?.[name] ?? {}, name);
      if (route.name === 'create_review' && !['pdf', 'html'].includes(field)) value.images = [image];
      value[field] = ['images', 'mask'].includes(field)
        ? [text]
        : ['headers'].includes(field)
          ? { [text]: text }
          : text;
      const path = addressOf(route, { id: generator.pick(scene.ids), mark_id: 1 });
      yield {
        what: `${route.name}.${field}`,
        method: route.method,
        path,
        headers: headersFor(),
        body: Buffer.from(JSON.stringify(value)),
      };
    }
    for (const route of inTurn(addressed, at)) {
      const fields = Object.fromEntries(route.parameters.map(({ name }) => [name, text]));
      const query = route.parameters.filter((each) => each.in === 'query').map(({ name }) => `${name}=${encode(text)}`);
      yield {
        what: route.name,
        method: route.method,
        path: `${addressOf(route, fields)}?${query.join('&')}`,
        headers: headersFor(),
        body: null,
      };
    }
  }
}

test('naughty texts in every place that takes text', async () => {
  console.log(`naughty texts: ${naughtyStrings.length}`);
  expect(naughtyStrings.length).toBeGreaterThan(250);
  report('naughty texts', await fire(service.url, naughty(), judge, between));
});

test('tricky JSON as the body of every route that takes one', async () => {
  expect(trickyJson.length).toBeGreaterThan(90);
  const bodies = routes.filter(({ method }) => method === 'POST' || method === 'PATCH');
  const shots = trickyJson.flatMap(({ name, text }, at) =>
    inTurn(bodies, at).map((route): Shot => {
      const path = addressOf(route, { id: generator.pick(scene.ids), mark_id: 1 });
      return { what: `${route.name} ${name}`, method: route.method, path, headers: headersFor(), body: text };
    }),
  );
  report(
    `tricky JSON (${trickyJson.length} on ${bodies.length} routes)`,
    await fire(service.url, shots, judge, between),
  );
});

const mcpHeaders = () => headersFor({ accept: 'application/json, text/event-stream' });
const rpc = (what: string, message: unknown): Shot => ({
  what: `mcp ${what}`,
  method: 'POST',
  path: '/mcp/sightline',
  headers: mcpHeaders(),
  body: Buffer.from(JSON.stringify(message) ?? ''),
});

function* overMcp(): Generator_<Shot> {
  const tools = Object.values(operations).filter(({ tool }) => tool !== null);
  const call = (name: unknown, input: unknown, more = {}) => ({
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name, arguments: input, ...more },
  });
  for (let at = 0; at < 1500; at += 1) {
    const operation = tools[at % tools.length];
    if (operation === undefined) return;
    const input = generator.value(inputSchema(operation), '');
    // A valid call would wait for 45 seconds as intended, which is longer than an answer may take here.
    const waits = operation.name === 'wait_for_decision' && typeof input === 'object' && input !== null;
    yield rpc(operation.name, call(operation.name, waits && !('seconds' in input) ? { ...input, seconds: 1 } : input));
  }
  for (const [at, text] of naughtyStrings.entries()) {
    const operation = tools[at % tools.length];
    yield rpc(
      'naughty',
      call(operation?.name, { id: scene.ids[0], title: text, images: [image], context: text, cursor: text }),
    );
    yield rpc('naughty name', call(text, {}));
    yield rpc('naughty method', { jsonrpc: '2.0', id: text, method: text, params: { [text]: text } });
  }
  for (const id of [null, 0, -1, 1.5, 1e308, '', [], {}, true]) {
    for (const params of [
      null,
      [],
      {},
      'x',
      1,
      { name: 'get_billing' },
      { _meta: null },
      { name: {} },
      { arguments: [] },
    ]) {
      for (const method of ['tools/call', 'tools/list', 'initialize', 'ping', 'notifications/cancelled', 'x', '']) {
        yield rpc('shape', { jsonrpc: '2.0', id, method, params });
      }
    }
  }
  for (const message of [
    [],
    [[]],
    [rpc('', {}).what],
    Array(200).fill(call('get_billing', {})),
    { jsonrpc: '1.0', id: 1, method: 'ping' },
    { id: 1 },
    { jsonrpc: '2.0', result: {}, id: 1 },
    { jsonrpc: '2.0', error: {}, id: 1 },
    'ping',
    1,
    null,
  ]) {
    yield rpc('message', message);
  }
  for (const { name, text } of trickyJson) yield { ...rpc(name, {}), body: text };
  for (const value of ['2026-07-28', '', 'x'.repeat(3000), '1', '\u00e9']) {
    yield {
      ...rpc('version', call('get_billing', {})),
      headers: { ...mcpHeaders(), 'mcp-protocol-version': value, 'mcp-session-id': value },
    };
    yield { ...rpc('accept', call('get_billing', {})), headers: { ...mcpHeaders(), accept: value } };
  }
}

test('hostile tool calls and raw JSON-RPC', async () => {
  const volley = await fire(
    service.url,
    overMcp(),
    (answer, shot) =>
      judge(answer, shot) ??
      (/"error\\*":\\*"unexpected/.test(answer.text) ? `failed inside: ${answer.text.slice(0, 400)}` : null),
    between,
  );
  report('hostile MCP', volley);
  expect(volley.statuses[200]).toBeGreaterThan(1500);
});

test('absurd headers and addresses', async () => {
  const paths = [
    '/api/reviews/..%2f..%2fetc%2fpasswd',
    '/api/../healthz',
    '/api//reviews',
    '/api/reviews/',
    '/api/reviews/%',
    '/api/reviews/%ff',
    '/api/reviews/%00',
    '/api/reviews/%c0%ae%c0%ae',
    `/api/reviews/${'x'.repeat(3000)}`,
    `/api/reviews?cursor=${'x'.repeat(12_000)}`,
    '/api/reviews?cursor=%',
    '/api/reviews?cursor=%ff',
    '/api/reviews?reference=%00',
    '/api/reviews?reference[]=1',
    '/api/reviews?=&&&=',
    '/api/reviews?__proto__=1&constructor=2',
    `/api/reviews?${'a=1&'.repeat(3000)}`,
    '/r/..%2f/review',
    '/r/%00/review',
    '/r//review',
    '/g/%00/review',
    '/p/..%2f..%2f/shot',
    `/p/${'a'.repeat(27)}/..%2f..%2fsecret.key`,
    '/p/%00/%00',
    '/p/a/mark-99999999999999',
    '/assets/..%2f..%2fpackage.json',
    '/assets/%2e%2e/%2e%2e/server/config.ts',
    '/assets/%00',
    '/assets/',
    '/.env',
    '/.git/config',
    '/%2e%2e/%2e%2e/etc/passwd',
    '//evil.example/',
    '/\\evil.example',
    '/;/',
    '/healthz?x=%',
    '/readyz/',
    '/mcp/sightline/..',
    '/mcp/',
    '/.well-known/%2e%2e',
    '/openapi.json/',
    '/%F0%9F%98%80',
    `/${'a/'.repeat(1000)}`,
    '*',
    'http://evil.example/api/billing',
  ];
  const oddHeaders: Record<string, string | string[]>[] = [
    { host: '' },
    { host: 'evil.example' },
    { host: 'a'.repeat(3000) },
    { origin: 'null' },
    { origin: 'https://evil.example' },
    { 'x-forwarded-for': '1, 2, ::1, x' },
    { 'x-forwarded-host': 'evil.example' },
    { 'x-forwarded-proto': 'javascript' },
    { accept: 'text/html' },
    { accept: '*/*;q=x' },
    { 'accept-encoding': 'x'.repeat(2000) },
    { range: 'bytes=0-0,-1' },
    { 'if-none-match': '*' },
    { expect: '200-ok' },
    { connection: 'upgrade', upgrade: 'websocket' },
    { authorization: '' },
    { authorization: 'Bearer' },
    { authorization: 'Bearer ' },
    { authorization: `Bearer ${'x'.repeat(10_000)}` },
    { authorization: 'Bearer a b' },
    { authorization: 'Bearer \u00e9' },
    { authorization: ['Bearer a', 'Bearer b'] },
    { cookie: `a=${'x'.repeat(8000)}` },
    { 'idempotency-key': '' },
    { 'idempotency-key': '\u00e9'.repeat(50) },
    { 'idempotency-key': ['a', 'b'] },
    { 'idempotency-key': 'x'.repeat(201) },
    { 'x-http-method-override': 'DELETE' },
    { 'content-type': 'application/json, text/plain' },
    { __proto__: 'x' } as Record<string, string>,
    { 'transfer-encoding': 'identity' },
    { te: 'trailers' },
    { 'x-a': '\u00ff'.repeat(100) },
  ];
  const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'TRACE', 'PROPFIND', 'QUERY'];
  const shots: Shot[] = [];
  for (const method of methods) {
    const body = method === 'POST' || method === 'PATCH' ? Buffer.from('{}') : null;
    for (const path of [...paths, ...routes.map((route) => addressOf(route, { id: scene.ids[0], mark_id: 1 }))]) {
      // Leaves out requests that would end the scene; the generated ones include deletions.
      if (method === 'DELETE' && path.startsWith('/api/')) continue;
      shots.push({ what: 'address', method, path, headers: headersFor(), body });
    }
  }
  for (const headers of oddHeaders) {
    for (const [method, path] of [
      ['POST', '/api/reviews'],
      ['GET', '/api/billing'],
      ['POST', '/mcp/sightline'],
      ['GET', `/r/${scene.links[0]}`],
    ] as const) {
      const body = method === 'POST' ? Buffer.from(JSON.stringify({ title: 'T', images: [image] })) : null;
      shots.push({ what: 'header', method, path, headers: headersFor(headers), body });
    }
  }
  const lenient = (answer: Answer, shot: Shot): string | null => {
    const { status, text } = answer;
    // Pages, and requests that Node itself refuses to parse, have no message of ours.
    if (status === 0 || status >= 500) return judge(answer, shot);
    return /root:x:0|"private":|BEGIN|node_modules/.test(text) ? `gave away ${text.slice(0, 100)}` : null;
  };
  report('absurd headers and addresses', await fire(service.url, shots, lenient, between));
});

test('after all of this the service is healthy, its data is complete, and no unexpected error was logged', async () => {
  await forgetLimits(service);
  const wellAt = (path: string) => expect.poll(async () => (await fetch(service.url + path)).status);
  for (const path of ['/healthz', '/readyz']) await wellAt(path).toBe(200);
  expect(await snapshotOf(service, guarded.workspaceId)).toEqual(guarded.before);
  const client = await service.newClient();
  expect((await review(client)).status).toBe('open');
  const rows = await sql<{ id: string; workspace_id: string }>(service, 'SELECT id, workspace_id FROM review');
  // Every review made by these requests can still be read in the shape of the contract.
  const headers = { authorization: `Bearer ${scene.token}` };
  const page = (await (await fetch(`${service.url}/api/workspace/export`, { headers })).json()) as {
    reviews: unknown[];
  };
  for (const each of page.reviews) expect(Review.safeParse(each).error).toBeUndefined();
  const logged = service.logged().split('\n');
  const conflicts = logged.filter((line) => line.includes('a transaction ended by a conflict')).length;
  console.log(
    `after hostile input: ${rows.length} reviews in the database, the guarded workspace unchanged, ${conflicts} transactions ended by a conflict`,
  );
  // Only the lines in question: the whole log would push them out of what a failed run prints.
  const unexpected = /"msg":"unexpected"|a tool failed|"level":60/;
  expect(logged.filter((line) => unexpected.test(line))).toEqual([]);
});
