import { z } from 'zod';
import type { Operation } from '../contract/define-operation.ts';
import { ErrorBody } from '../contract/error.ts';
import { operations } from '../contract/index.ts';
import { statusOf } from './failure.ts';

const schema = (type: z.ZodType, io: 'input' | 'output') => {
  const { $schema: _, ...rest } = z.toJSONSchema(type, { io, target: 'draft-2020-12' });
  return rest;
};

const security = { anyone: [], client: [{ bearer: [] }], reviewer: [] };

function toPathItem(operation: Operation) {
  const { method, path, success } = operation.rest;
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '');
  const fields = Object.entries<z.ZodType>(operation.input.shape);
  const rest = fields.filter(([name]) => !inPath.includes(name));
  const inQuery = method === 'GET' || method === 'DELETE';
  const parameters = [
    ...inPath.map((name) => ({
      name,
      in: 'path',
      required: true,
      schema:
        operation.input.shape[name] === undefined ? { type: 'string' } : schema(operation.input.shape[name], 'input'),
    })),
    ...(inQuery
      ? rest.map(([name, type]) => ({
          name,
          in: 'query',
          required: !type.safeParse(undefined).success,
          schema: schema(type, 'input'),
        }))
      : []),
    ...(operation.idempotencyField === undefined
      ? []
      : [{ name: 'Idempotency-Key', in: 'header', required: false, schema: { type: 'string', maxLength: 200 } }]),
  ];
  const body = z.object(Object.fromEntries(rest));
  const statuses = [...new Set(operation.errors.map((code) => statusOf[code]))].sort();
  return {
    operationId: operation.name,
    summary: operation.title,
    description: operation.description,
    security: security[operation.actor],
    parameters,
    ...(inQuery || rest.length === 0
      ? {}
      : { requestBody: { required: true, content: { 'application/json': { schema: schema(body, 'input') } } } }),
    responses: {
      [success]: {
        description: operation.title,
        content: { 'application/json': { schema: schema(operation.output, 'output') } },
      },
      ...Object.fromEntries(
        statuses.map((status) => [
          status,
          {
            description: operation.errors.filter((code) => statusOf[code] === status).join(', '),
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
          },
        ]),
      ),
    },
  };
}

/** The OpenAPI 3.1 document, derived from the contract. */
export function toOpenApi(settings: { baseUrl: string; version: string }) {
  const paths: Record<string, Record<string, object>> = {};
  for (const operation of Object.values<Operation>(operations)) {
    const { method, path } = operation.rest;
    paths[path] = { ...paths[path], [method.toLowerCase()]: toPathItem(operation) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Sightline',
      version: settings.version,
      description: 'Visual sign-off for pull requests and coding agents.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: settings.baseUrl }],
    paths,
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', description: 'A try token' } },
      schemas: { Error: schema(ErrorBody, 'output') },
    },
  };
}
