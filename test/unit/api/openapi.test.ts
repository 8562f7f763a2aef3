import { Validator } from '@seriousme/openapi-schema-validator';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { statusOf } from '../../../server/api/failure.ts';
import { toOpenApi } from '../../../server/api/openapi.ts';
import type { RestOperation } from '../../../server/contract/define-operation.ts';
import { restOperations } from '../../../server/contract/index.ts';
import { webhookHeaders } from '../../../server/contract/webhook.ts';

interface Schema {
  $ref?: string;
  type?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  allOf?: Schema[];
  oneOf?: Schema[];
}
interface Content {
  'application/json': { schema: Schema; examples: Record<string, { summary: string; value: Record<string, unknown> }> };
}
interface Response {
  $ref?: string;
  description: string;
  headers: Record<string, { $ref: string }>;
  content: Content;
}
interface Parameter {
  name: string;
  in: string;
  required: boolean;
  description?: string;
  schema: Schema;
}
interface Documented {
  operationId: string;
  tags: string[];
  summary: string;
  description: string;
  security: object[];
  parameters: Parameter[];
  requestBody?: { content: Content };
  responses: Record<string, Response>;
}
interface OpenApi {
  openapi: string;
  info: { description: string };
  servers: { url: string }[];
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, Documented>>;
  webhooks: Record<string, { post: Documented }>;
  components: {
    headers: Record<string, { description: string }>;
    schemas: Record<string, Schema>;
    securitySchemes: Record<string, object>;
  };
}

const baseUrl = 'https://sightline.example';
// As a client reads it.
const document: OpenApi = JSON.parse(JSON.stringify(toOpenApi({ baseUrl, version: '1.2.3' })));

const all = restOperations;
const named = all.map((operation) => [operation.name, operation] as const);

function itemOf({ name, rest }: RestOperation): Documented {
  const item = document.paths[rest.path]?.[rest.method.toLowerCase()];
  if (item === undefined) throw new Error(`${name} is not documented`);
  return item;
}

function itemNamed(name: string): Documented {
  const documented = Object.values(document.paths).flatMap((item) => Object.values(item));
  const item = documented.find(({ operationId }) => operationId === name);
  if (item === undefined) throw new Error(`${name} is not documented`);
  return item;
}

/** Returns the target of a reference. */
function follow<Target extends { $ref?: string }>(target: Target | undefined): Target {
  if (target === undefined) throw new Error('There is nothing to follow');
  if (target.$ref === undefined) return target;
  const path = target.$ref.replace('#/', '').split('/');
  const found = path.reduce<unknown>((at, part) => (at as Record<string, unknown> | undefined)?.[part], document);
  if (found === undefined) throw new Error(`${target.$ref} leads nowhere`);
  return found as Target;
}

const bodyOf = (item: Documented) => item.requestBody?.content['application/json'];
const answerOf = (item: Documented, status: number) =>
  follow(item.responses[String(status)]).content['application/json'];

test('the document is valid by the official schema of OpenAPI 3.1', async () => {
  const validator = new Validator();
  expect(await validator.validate(structuredClone(document) as object as Record<string, unknown>)).toEqual({
    valid: true,
  });
  expect(validator.version).toBe('3.1');
});

test('the document describes its server, with every operation and no other', () => {
  expect(document.openapi).toBe('3.1.0');
  expect(document.servers).toEqual([{ url: baseUrl }]);
  const documented = Object.values(document.paths).flatMap((item) => Object.values(item));
  expect(documented.map(({ operationId }) => operationId).sort()).toEqual(all.map(({ name }) => name).sort());
});

test.each(named)('%s documents its caller, purpose and input', (_, operation) => {
  const item = itemOf(operation);
  expect(item.security).toEqual(operation.actor === 'client' ? [{ bearer: [] }, { connect: ['mcp:use'] }] : []);
  expect([item.summary, item.description.startsWith(operation.description)]).toEqual([operation.title, true]);
  expect(item.tags).toHaveLength(1);
  expect(document.tags.map(({ name }) => name)).toContain(item.tags[0]);
  const inPath = [...operation.rest.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
  expect(item.parameters.filter((each) => each.in === 'path').map(({ name }) => name)).toEqual(inPath);
  const fields = Object.keys(operation.input.shape).filter((name) => !inPath.includes(name));
  const inQuery = item.parameters.filter((each) => each.in === 'query').map(({ name }) => name);
  const body = bodyOf(item);
  const inBody = body === undefined ? [] : Object.keys(follow(body.schema).properties ?? {});
  const inAddress = operation.rest.method === 'GET' || operation.rest.method === 'DELETE';
  expect([inQuery, inBody]).toEqual(inAddress ? [fields, []] : [[], fields]);
  const hasKey = item.parameters.some((each) => each.in === 'header' && each.name === 'Idempotency-Key');
  expect(hasKey).toBe(operation.idempotencyField !== undefined);
  for (const parameter of item.parameters) expect(parameter.description, parameter.name).toMatch(/\w/);
});

test.each(named)('%s documents its answers, with the statuses of the contract', (_, operation) => {
  const item = itemOf(operation);
  const { success } = operation.rest;
  const statuses = Object.keys(item.responses).map(Number);
  expect(statuses).toEqual(expect.arrayContaining(operation.errors.map((code) => statusOf[code])));
  const answer = answerOf(item, success).schema;
  const [schema = answer, ...warned] = answer.allOf ?? [];
  const writes = operation.rest.method !== 'GET';
  expect(warned).toEqual(writes ? [{ $ref: '#/components/schemas/Warned' }] : []);
  expect(schema.$ref).toMatch(/^#\/components\/schemas\/\w+$/);
  expect(Object.keys(follow(schema).properties ?? {})).toEqual(Object.keys(operation.output.shape));
  expect(statuses).toContain(431);
  expect(Object.keys(follow(item.responses['503']).headers)).toContain('Retry-After');
  for (const status of statuses.filter((each) => each !== success && each !== 431)) {
    const { description, headers, content } = follow(item.responses[String(status)]);
    expect(description).toMatch(/\.$/);
    expect(Object.keys(headers)).toContain('X-Service-Version');
    const codes = Object.keys(content['application/json'].examples);
    expect(codes.length).toBeGreaterThan(0);
    expect(codes.map((code) => statusOf[code as keyof typeof statusOf])).toEqual(codes.map(() => status));
  }
});

test('HTTP errors are documented at the operations where they can happen', () => {
  const statusesOf = (path: string, method: string) => Object.keys(document.paths[path]?.[method]?.responses ?? {});
  expect(statusesOf('/api/try-token', 'post')).toEqual(expect.arrayContaining(['400', '403', '413', '415', '431']));
  expect(statusesOf('/api/connections/{connection_id}', 'delete')).toContain('422');
  expect(statusesOf('/r/{token}/marks', 'post')).toContain('403');
  expect(statusesOf('/g/{token}/suggestions', 'post')).toContain('403');
});

const validators = new Map<string, z.ZodType>();

/** Returns a validator made only from the document, as a generated client has it: one for each schema. */
function documented(schema: Schema): z.ZodType {
  const key = JSON.stringify(schema);
  const whole = JSON.stringify({ ...schema, $defs: document.components.schemas });
  const made =
    validators.get(key) ?? z.fromJSONSchema(JSON.parse(whole.replaceAll('#/components/schemas/', '#/$defs/')));
  validators.set(key, made);
  return made;
}

test.each(named)('the examples of %s are valid by their documented schema', (_, operation) => {
  const item = itemOf(operation);
  const body = bodyOf(item);
  const answers = Object.keys(item.responses).map((status) => answerOf(item, Number(status)));
  for (const { schema, examples } of body === undefined ? answers : [body, ...answers]) {
    const checker = documented(schema);
    expect(checker.safeParse(undefined).success).toBe(false);
    for (const [name, { summary, value }] of Object.entries(examples)) {
      expect(summary).toMatch(/\w/);
      expect(checker.safeParse(value).error, name).toBeUndefined();
    }
  }
  expect(answerOf(item, operation.rest.success).examples.example?.value).toEqual(operation.example.output);
});

test('a limit names what it counts by, and what it counts together', () => {
  const limitOf = (name: string): string[] => itemNamed(name).description.split('\n\n').slice(1);
  expect(limitOf('enter_workspace')).toEqual(['Limit: 10 requests in 600 seconds for one address.']);
  expect(limitOf('decide')).toEqual(['Limit: 30 requests in 60 seconds for one link.']);
  expect(limitOf('add_findings')).toEqual([
    'Limit: 60 requests, together with `add_to_baseline` and `add_screenshot`, in 60 seconds for one token.',
  ]);
});

test('the answers 402 and 429 document the missing credits and when to try again', () => {
  const create = itemNamed('create_review');
  const needed = answerOf(create, 402);
  expect(needed.examples.insufficient_credits?.value).toMatchObject({ needed: 2, held: 1 });
  expect(needed.schema.allOf?.[1]?.required).toEqual(['error', 'needed', 'held']);
  expect(answerOf(create, 429).schema.allOf?.[1]?.required).toEqual(['error', 'retry_after', 'limit']);
  expect(Object.keys(follow(create.responses['429']).headers)).toEqual([
    'X-Service-Version',
    'Retry-After',
    'RateLimit-Limit',
    'RateLimit-Remaining',
    'RateLimit-Reset',
  ]);
  for (const header of Object.values(document.components.headers)) expect(header.description).toMatch(/\w/);
});

test.each(named.filter(([, { limits }]) => limits.length > 0))('%s documents the RateLimit headers', (_, operation) => {
  const { headers } = follow(itemOf(operation).responses[String(operation.rest.success)]);
  expect(Object.keys(headers)).toEqual(
    expect.arrayContaining(['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset', 'RateLimit-Policy']),
  );
});

test('required and optional fields are distinguished', () => {
  const create = bodyOf(itemNamed('create_review'));
  expect(follow(create?.schema).required).toEqual(['title']);
  const list = document.paths['/api/reviews']?.get?.parameters ?? [];
  expect(list.map(({ name, required }) => [name, required])).toEqual(
    ['reference', 'search', 'status', 'passes', 'passes_of', 'webhook', 'cursor'].map((name) => [name, false]),
  );
});

test('the webhook is documented with its headers and its review', () => {
  const post = document.webhooks['review.decided']?.post;
  expect(post?.parameters.map(({ name }) => name.toLowerCase()).sort()).toEqual(Object.values(webhookHeaders).sort());
  for (const header of post?.parameters ?? []) expect(header.description, header.name).toMatch(/\w/);
  const body = post === undefined ? undefined : bodyOf(post);
  expect(follow(body?.schema).properties?.review).toEqual({ $ref: '#/components/schemas/Review' });
  expect(body?.examples.example?.value).toMatchObject({ event: 'review.decided' });
});

test('every reference resolves, and no large schema is repeated', () => {
  const text = JSON.stringify(document);
  const references = [...text.matchAll(/"\$ref":"([^"]+)"/g)].map(([, path]) => path ?? '');
  expect(references.length).toBeGreaterThan(100);
  for (const $ref of new Set(references)) follow({ $ref });
  const { Review, Mark, WorkPacket } = document.components.schemas;
  for (const schema of [Review, Mark, WorkPacket]) {
    expect(text.split(JSON.stringify(schema?.properties)).length - 1).toBe(1);
  }
});
