import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { RestOperation } from '../contract/define-operation.ts';
import { type RestOperationName, restOperations } from '../contract/index.ts';
import type { Ports } from '../domain/ports.ts';
import { actorOf, requirePage } from './actor.ts';
import { callOperation } from './call.ts';
import { jsonBytesOf } from './json.ts';

const jsonHeaders = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' };

/** Path parameters are text; where the contract wants a number it gets one, and what is none fails the schema. */
const asField = (text: string): string | number => (/^\d{1,15}$/.test(text) ? Number(text) : text);

/** A body that is no object fails the schema as one without fields. */
const bodyOf = (body: unknown): object =>
  typeof body === 'object' && body !== null && !Array.isArray(body) ? body : {};

function inputOf(operation: RestOperation, request: FastifyRequest): Record<string, unknown> {
  const { token: _, ...params } = request.params as Record<string, string>;
  const { method } = operation.rest;
  // DELETE takes its fields from the query too: many clients send no body with it.
  const fields = method === 'GET' || method === 'DELETE' ? (request.query as object) : bodyOf(request.body);
  const path = Object.entries(params).map(([name, text]) => [name, name === 'id' ? text : asField(text)]);
  const key = request.headers['idempotency-key'];
  const idempotency =
    operation.idempotencyField !== undefined && typeof key === 'string' ? { [operation.idempotencyField]: key } : {};
  return { ...fields, ...idempotency, ...Object.fromEntries(path) };
}

/** One route per operation of the contract. */
export function addRest(server: FastifyInstance, ports: Ports): void {
  for (const operation of restOperations) {
    const { method, path, success } = operation.rest;
    server.route({
      method,
      url: path.replace(/\{(\w+)\}/g, ':$1'),
      async handler(request, reply) {
        const actor = await actorOf(ports, operation.actor, request);
        if (operation.onPage) requirePage(ports, actor, request);
        const name = operation.name as RestOperationName;
        const result = await callOperation(
          ports,
          name,
          actor,
          inputOf(operation, request),
          ({ limit, remaining, reset }) =>
            reply.headers({
              'ratelimit-limit': String(limit.max),
              'ratelimit-remaining': String(remaining),
              'ratelimit-reset': String(reset),
              'ratelimit-policy': `${limit.max};w=${limit.seconds}`,
            }),
        );
        return reply.code(success).headers(jsonHeaders).send(jsonBytesOf(result));
      },
    });
  }
}
