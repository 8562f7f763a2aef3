import { expect, test } from 'vitest';
import { operations } from '../../../server/contract/index.ts';
import { Review } from '../../../server/contract/review.ts';
import type { Route } from '../../api/contract/support/generate.ts';
import { inputSchema } from '../../api/contract/support/minimal-input.ts';
import { naughtyStrings } from '../../api/contract/support/naughty-strings.ts';
import { snapshotOf } from '../../api/contract/support/snapshot.ts';
import { trickyJson } from '../../api/contract/support/tricky-json.ts';
import { fire, type Shot, type Volley } from '../../api/contract/support/volley.ts';
import { forgetLimits, sql } from '../../api/support/sql.ts';
import { encode, judge, startHostileRequests } from '../../security/support/hostile-requests.ts';
import { rejectedReview, review } from '../../support/factories.ts';

/** Another seed makes other requests: FUZZ_SEED=7 npm run test:wide -- test/wide/security/hostile-input.test.ts */
const SEED = Number(process.env.FUZZ_SEED ?? 20_261_120);
const GENERATED = 2_000;
/** Of so many routes, each text goes to one, in turn: they share what reads JSON, and most of what reads texts. */
const EACH = 8;

const hostile = await startHostileRequests(SEED);
const { service, scene, routes, image, generator, headersFor, addressOf, generated, between } = hostile;
const owner = await service.newClient();
await rejectedReview(owner, [{}, {}], { webhook_url: 'https://hooks.invalid/' });
const guarded = { workspaceId: owner.workspaceId, before: await snapshotOf(service, owner.workspaceId) };

function report(name: string, { sent, statuses, faults }: Volley): void {
  console.log(`${name}: ${sent} requests, seed ${SEED} → ${JSON.stringify(statuses)}, ${faults.length} faults`);
  expect(faults.slice(0, 5)).toEqual([]);
}

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
function* naughty(): Generator<Shot> {
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
      const path = addressOf(route, { id: generator.pick(scene().ids), mark_id: 1 });
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
      const path = addressOf(route, { id: generator.pick(scene().ids), mark_id: 1 });
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

function* overMcp(): Generator<Shot> {
  const tools = Object.values(operations).filter(({ tool }) => tool !== null);
  const call = (name: unknown, input: unknown, more = {}) => ({
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name, arguments: input, ...more },
  });
  for (let at = 0; at < 750; at += 1) {
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
      call(operation?.name, { id: scene().ids[0], title: text, images: [image], context: text, cursor: text }),
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
  expect(volley.statuses[200]).toBeGreaterThan(750);
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
  const headers = { authorization: `Bearer ${scene().token}` };
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
