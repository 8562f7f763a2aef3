import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Operation } from '../../server/contract/define-operation.ts';
import { operations } from '../../server/contract/index.ts';
import { ServiceDocument } from '../../server/contract/registration.ts';
import { statusOf } from '../../server/faces/failure.ts';
import { startService, type TestService } from '../support/service.ts';

interface Schema {
  type?: string;
  properties?: Record<string, Schema>;
  required?: string[];
}
interface Documented {
  operationId: string;
  security: object[];
  parameters: { name: string; in: string; required: boolean; schema: Schema }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<string, { content: Record<string, { schema: Schema }> }>;
}

let service: TestService;
let document: { openapi: string; servers: { url: string }[]; paths: Record<string, Record<string, Documented>> };
beforeAll(async () => {
  service = await startService();
  document = (await (await fetch(`${service.url}/openapi.json`)).json()) as typeof document;
});
afterAll(() => service.close());

const all = Object.values<Operation>(operations);
const itemOf = ({ rest }: Operation) => document.paths[rest.path]?.[rest.method.toLowerCase()];

test('it is OpenAPI 3.1 of this server, with every operation and no other', () => {
  expect(document.openapi).toBe('3.1.0');
  expect(document.servers).toEqual([{ url: service.url }]);
  const documented = Object.values(document.paths).flatMap((item) => Object.values(item));
  expect(documented.map(({ operationId }) => operationId).sort()).toEqual(all.map(({ name }) => name).sort());
});

test.each(all.map((operation) => [operation.name, operation] as const))('%s is documented whole', (_, operation) => {
  const item = itemOf(operation);
  expect(item?.security).toEqual(operation.actor === 'client' ? [{ bearer: [] }] : []);
  const inPath = [...operation.rest.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
  const parameters = item?.parameters ?? [];
  expect(parameters.filter((each) => each.in === 'path').map(({ name }) => name)).toEqual(inPath);
  const fields = Object.keys(operation.input.shape).filter((name) => !inPath.includes(name));
  const inQuery = parameters.filter((each) => each.in === 'query').map(({ name }) => name);
  const inBody = Object.keys(item?.requestBody?.content['application/json']?.schema.properties ?? {});
  const inAddress = operation.rest.method === 'GET' || operation.rest.method === 'DELETE';
  expect([inQuery, inBody]).toEqual(inAddress ? [fields, []] : [[], fields]);
  const hasKey = parameters.some((each) => each.in === 'header' && each.name === 'Idempotency-Key');
  expect(hasKey).toBe(operation.idempotencyField !== undefined);
  const statuses = [operation.rest.success, ...operation.errors.map((code) => statusOf[code])];
  expect(Object.keys(item?.responses ?? {}).map(Number)).toEqual([...new Set(statuses)].sort((a, b) => a - b));
  const answer = item?.responses[operation.rest.success]?.content['application/json']?.schema;
  expect(Object.keys(answer?.properties ?? {})).toEqual(Object.keys(operation.output.shape));
});

test('what must be sent and what may be left out is told apart', () => {
  const create = document.paths['/api/reviews']?.post?.requestBody?.content['application/json']?.schema;
  expect(create?.required).toEqual(['title']);
  const list = document.paths['/api/reviews']?.get?.parameters ?? [];
  expect(list.map(({ name, required }) => [name, required])).toEqual([
    ['reference', false],
    ['cursor', false],
  ]);
});

test('every reference in it leads somewhere', () => {
  const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)].map(([, path]) => path ?? '');
  expect(references.length).toBeGreaterThan(10);
  for (const reference of new Set(references)) {
    const found = reference.split('/').reduce<unknown>((at, part) => (at as Record<string, unknown>)?.[part], document);
    expect(found, reference).toBeDefined();
  }
});

test('the service says where its API and its MCP endpoint are, and whether it is well', async () => {
  const answer = await fetch(`${service.url}/.well-known/sightline`);
  expect(ServiceDocument.parse(await answer.json())).toMatchObject({
    name: 'sightline',
    api_url: `${service.url}/api`,
    mcp_url: `${service.url}/mcp/sightline`,
    app: null,
  });
  expect(await (await fetch(`${service.url}/healthz`)).json()).toEqual({ ok: true });
  expect(await (await fetch(`${service.url}/readyz`)).json()).toEqual({ ready: true });
});
