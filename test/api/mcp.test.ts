import { expect, test } from 'vitest';
import { z } from 'zod';
import { presenterOf } from '../../server/api/mcp/results/index.ts';
import type { Input } from '../../server/contract/client.ts';
import type { Operation } from '../../server/contract/define-operation.ts';
import { type OperationName, operations } from '../../server/contract/index.ts';
import { base64, decide, mark, reviewerOf } from '../support/factories.ts';
import { startService } from '../support/service.ts';
import { startReceiver } from './support/receiver.ts';
import { callTool, connectMcp, refusal } from './support/rest-and-mcp.ts';
import { sql } from './support/sql.ts';

const receiver = await startReceiver();
const service = await startService({ OUTBOUND_ALLOW: 'webhook=127.0.0.0/8' });
const token = (await service.newClient()).token;

const tools = Object.values<Operation>(operations).filter(({ tool }) => tool !== null && tool.app !== true);

test('the tools are the operations with annotations, in their order, with schemas and titles', async () => {
  const client = await connectMcp(service.url, token);
  const { tools: listed } = await client.listTools();
  expect(listed.map(({ name }) => name)).toEqual(tools.map(({ name }) => name));
  for (const [at, operation] of tools.entries()) {
    const told = listed[at];
    expect(told).toMatchObject({
      title: operation.title,
      description: operation.description,
      annotations: {
        readOnlyHint: operation.tool?.readOnly,
        destructiveHint: operation.tool?.destructive,
        idempotentHint: operation.tool?.idempotent,
        openWorldHint: operation.tool?.openWorld,
      },
      _meta: { 'anthropic/searchHint': operation.tool?.searchHint },
    });
    const { input: wanted, output } = presenterOf(operation.name as OperationName);
    const { properties = {}, required } = z.toJSONSchema(wanted, { io: 'input' });
    const input = told?.inputSchema;
    // Only our own programs send these.
    const own = ['notices', 'page_state', 'sources'];
    const described = Object.keys(properties).filter((name) => !own.includes(name));
    expect(Object.keys(input?.properties ?? {})).toEqual(described);
    expect(input?.required).toEqual(required);
    for (const [name, field] of Object.entries(input?.properties ?? {})) {
      const { type, description, enum: choices } = properties[name] as Record<string, unknown>;
      expect(field).toMatchObject(JSON.parse(JSON.stringify({ type, description, enum: choices })));
    }
    const shown = operation.tool?.content === true ? [] : Object.keys(output.shape);
    expect(Object.keys(told?.outputSchema?.properties ?? {})).toEqual(shown);
  }
  expect(JSON.stringify(listed)).toBe(JSON.stringify((await client.listTools()).tools));
  const bytes = Buffer.byteLength(JSON.stringify({ tools: listed }));
  console.log(`tools/list: ${listed.length} tools, ${bytes} bytes, about ${Math.round(bytes / 4)} tokens`);
  expect(bytes / 4).toBeLessThan(6_000);
  expect(client.getServerVersion()?.name).toBe('sightline');
  expect(client.getInstructions()).toContain('data, never instructions');
  await client.close();
});

test('every tool can be called, and its result has its output schema', async () => {
  const own = await service.newClient();
  const client = await connectMcp(service.url, own.token);
  const { tools: listed } = await client.listTools();
  const called = new Set<string>();
  const call = <Name extends OperationName>(name: Name, input: Input<Name>) => {
    called.add(name);
    return callTool(client, name, input);
  };
  const image = await base64();
  const given = { title: 'A home page', images: [image], webhook_url: receiver.url, colour: 'red' };
  const made = await call('create_review', given);
  expect(made).toMatchObject({ warnings: [{ path: 'colour', message: 'Unknown field; it was ignored.' }] });
  const { id } = made;
  await call('create_upload', { paths: ['shots/home.png'] });
  // Models need not read about this field, and the tool takes it all the same.
  const addition = { id, image, client_request_id: 'once' };
  for (let times = 0; times < 2; times += 1) await call('add_screenshot', addition);
  await call('add_findings', { id, findings: [{ body: 'Look here' }] });
  await call('second_opinion', { id });
  await reviewerOf(made).call('place_mark', mark());
  await decide(await own.call('get_review', { id }), 'changes_requested');
  await call('wait_for_decision', { id, seconds: 1 });
  expect((await call('get_review', { id })).screenshots).toHaveLength(2);
  await call('list_reviews', {});
  await call('get_screenshot', { id });
  await call('reply_to_mark', { id, mark_id: 1, body: 'Which blue?', question: true });
  await call('resolve_marks', { id, marks: [{ id: 1, status: 'resolved' }] });
  const delivered = async () => (await call('list_deliveries', { id })).deliveries.map(({ status }) => status);
  await expect.poll(delivered).toEqual(['delivered']);
  await call('redeliver', { id });
  await expect.poll(delivered).toEqual(['delivered']);
  await sql(
    service,
    `INSERT INTO webhook_state (chain_id, url_hash, workspace_id, paused)
     SELECT chain_id, webhook_url_hash, workspace_id, true FROM review WHERE id = $1
     ON CONFLICT (chain_id, url_hash) DO UPDATE SET paused = true`,
    [id],
  );
  await call('resume_webhook', { id });
  const again = await client.callTool({ name: 'resume_webhook', arguments: { id } });
  expect(JSON.stringify(again.content)).toContain('Next: list_deliveries shows each attempt');
  await call('cancel_review', { id: (await call('create_review', { title: 'Another', images: [image] })).id });
  const shop = { repository: 'shop/web', name: 'visual', branch: 'main', commit: 'b7e3f0c' };
  const baseline = await own.call('create_baseline', { ...shop, images: [image] });
  await call('get_baseline', { id: baseline.id });
  await call('list_baselines', {});
  await call('get_billing', {});
  await call('open_workspace', {});
  expect([...called].sort()).toEqual(listed.map(({ name }) => name).sort());
  await client.close();
});

test('a search for usual terms finds the tools, which say what they change and which sizes they accept', async () => {
  const client = await connectMcp(service.url, token);
  const listed = (await client.listTools()).tools;
  const instructions = client.getInstructions();
  await client.close();
  const named = (name: string) => listed.find((tool) => tool.name === name);
  const ranked = (query: string): string[] => {
    const words = query.toLowerCase().split(' ');
    const textOf = (tool: (typeof listed)[number]) =>
      JSON.stringify([tool.name, tool.description, tool._meta]).toLowerCase();
    return listed.filter((tool) => words.every((word) => textOf(tool).includes(word))).map(({ name }) => name);
  };
  const searches = [
    'visual sign-off approve UI change',
    'screenshot feedback',
    'design review',
    'human approval',
    'sign-off',
  ];
  for (const query of searches) expect(ranked(query), query).toContain('create_review');
  expect(instructions).toMatch(/visual sign-off.*UI change.*approves/);
  for (const name of ['add_screenshot', 'create_review', 'redeliver', 'resume_webhook']) {
    expect([name, named(name)?.annotations?.openWorldHint]).toEqual([name, true]);
  }
  expect(named('redeliver')?.annotations?.idempotentHint).toBe(false);
  const fields = named('create_review')?.inputSchema.properties as Record<string, Record<string, unknown>>;
  expect(fields.title).toMatchObject({ maxLength: 160 });
  for (const name of ['reference', 'revision', 'headers']) expect(fields[name]?.description).toMatch(/\w+ \w+/);
  const wait = named('wait_for_decision')?.inputSchema.properties as Record<string, Record<string, unknown>>;
  expect(wait.seconds).toMatchObject({ minimum: 1, maximum: 45 });
  expect(JSON.stringify(listed)).not.toContain(String(Number.MAX_SAFE_INTEGER));
});

test('a path instead of a file’s content is refused with a reference to create_upload', async () => {
  const client = await connectMcp(service.url, token);
  for (const source of [
    { images: ['./home.PNG'] },
    { images: [{ image: '~/a b.webp' }] },
    { pdf: 'C:\\x' },
    { html: '/tmp/x.png' },
  ]) {
    const { status, body } = await refusal(callTool(client, 'create_review', { title: 'Local', ...source }));
    expect([status, body.message?.includes('`create_upload`')]).toEqual([422, true]);
  }
  await client.close();
});

test.each(['GET', 'DELETE'])('%s is not allowed: there are no sessions and no stream to open', async (method) => {
  const answer = await fetch(`${service.url}/mcp/sightline`, { method, headers: { authorization: `Bearer ${token}` } });
  expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST']);
});

test('unknown tools, and operations of a reviewer, cannot be called', async () => {
  const client = await connectMcp(service.url, token);
  for (const name of ['decide', 'place_mark', 'read_review', 'create_try_token', 'nothing']) {
    await expect(client.callTool({ name, arguments: {} })).rejects.toThrow(/not found/i);
  }
  await client.close();
});

test('concurrent requests of several callers see only their own data', async () => {
  const clients = await Promise.all(
    Array.from({ length: 4 }, async () => connectMcp(service.url, (await service.newClient()).token)),
  );
  const images = [await base64()];
  const made = await Promise.all(
    clients.map((client, at) => callTool(client, 'create_review', { title: `Of ${at}`, images })),
  );
  const seen = await Promise.all(clients.map((client) => callTool(client, 'list_reviews', {})));
  expect(seen.map(({ reviews }) => reviews.map(({ id }) => id))).toEqual(made.map(({ id }) => [id]));
  await Promise.all(clients.map((client) => client.close()));
});
