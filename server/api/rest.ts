import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { RestOperation } from '../contract/define-operation.ts';
import type { FieldError } from '../contract/error.ts';
import { type RestOperationName, restOperations } from '../contract/index.ts';
import { DomainError, invalid } from '../domain/failure.ts';
import type { Ports } from '../domain/ports.ts';
import { actorOf, requirePage } from './actor.ts';
import { type Actor, callOperation } from './call.ts';
import { given } from './fields/words.ts';
import { jsonBytesOf } from './json.ts';
import { type LargeBodies, MAX_ANONYMOUS_BYTES, MAX_PLAIN_BYTES } from './large-body.ts';

const jsonHeaders = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' };

/**
 * Converts a path parameter, which is text, to a number where it looks like one. One that the contract does not accept
 * fails the schema.
 */
const asField = (text: string): string | number => (/^\d{1,15}$/.test(text) ? Number(text) : text);

/**
 * Returns the fields in the body; an empty body has none. @throws DomainError for a body that is not an object, where
 * an operation takes fields
 */
function bodyOf({ input, rest }: RestOperation, body: unknown): object {
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body;
  const takesFields = Object.keys(input.shape).some((name) => !rest.path.includes(`{${name}}`));
  if (body === undefined || !takesFields) return {};
  throw invalid('', `The request body must be a JSON object such as {"name": "value"}, not ${given(body)}.`);
}

/** Renames the field in an error to the header that filled it. */
function inWordsOf(header: string, field: string, error: unknown): unknown {
  if (!(error instanceof DomainError) || error.code !== 'invalid_request') return error;
  const rename = (text: string): string => text.replaceAll(`\`${field}\``, `\`${header}\``);
  const errors = (error.details.errors as FieldError[]).map(({ path, message }) => ({
    path: path === field ? header : path,
    message: rename(message),
  }));
  return new DomainError(error.code, rename(error.message), { ...error.details, errors });
}

const KEY_HEADER = 'Idempotency-Key';

const keyOf = (request: FastifyRequest): unknown => request.headers[KEY_HEADER.toLowerCase()];

function inputOf(operation: RestOperation, request: FastifyRequest): Record<string, unknown> {
  const { token: _, ...params } = request.params as Record<string, string>;
  const { method } = operation.rest;
  // DELETE takes its fields from the query too, because many clients send no body with it.
  const fields = method === 'GET' || method === 'DELETE' ? (request.query as object) : bodyOf(operation, request.body);
  const path = Object.entries(params).map(([name, text]) => [name, name === 'id' ? text : asField(text)]);
  const key = keyOf(request);
  const idempotency =
    operation.idempotencyField !== undefined && typeof key === 'string' ? { [operation.idempotencyField]: key } : {};
  return { ...fields, ...idempotency, ...Object.fromEntries(path) };
}

/** Returns the sender of a request, which is known before its body is read. */
const senderOf = (actor: Actor): string => (actor.kind === 'anyone' ? actor.address : actor.workspaceId);

/** Adds one route for each operation of the contract. Those that carry files take bodies of up to `maxBytes`. */
export function addRest(server: FastifyInstance, ports: Ports, bodies: LargeBodies, maxBytes: number): void {
  const actors = new WeakMap<FastifyRequest, Actor>();
  for (const operation of restOperations) {
    const { method, path, success } = operation.rest;
    const plainLimit = operation.actor === 'anyone' ? MAX_ANONYMOUS_BYTES : MAX_PLAIN_BYTES;
    server.route({
      method,
      url: path.replace(/\{(\w+)\}/g, ':$1'),
      bodyLimit: Math.min(maxBytes, operation.maxBodyBytes ?? plainLimit),
      async onRequest(request) {
        const actor = await actorOf(ports, operation.actor, request);
        if (operation.onPage) requirePage(ports, actor, request);
        actors.set(request, actor);
        bodies.checkLength(request);
        // The type does not matter when there is no body: `curl -X POST -d ''` declares a form.
        const { raw, headers } = request;
        if (headers['content-length'] === '0') delete raw.headers['content-type'];
      },
      async preParsing(request, reply, payload) {
        return bodies.receive(request, reply, payload, senderOf(actorFor(request)));
      },
      async handler(request, reply) {
        const name = operation.name as RestOperationName;
        const result = await bodies
          .during(request, () =>
            callOperation(ports, name, actorFor(request), inputOf(operation, request), ({ limit, remaining, reset }) =>
              reply.headers({
                'ratelimit-limit': String(limit.max),
                'ratelimit-remaining': String(remaining),
                'ratelimit-reset': String(reset),
                'ratelimit-policy': `${limit.max};w=${limit.seconds}`,
              }),
            ),
          )
          .catch((error: unknown) => {
            const { idempotencyField: field } = operation;
            throw field === undefined || keyOf(request) === undefined ? error : inWordsOf(KEY_HEADER, field, error);
          });
        return reply.code(success).headers(jsonHeaders).send(jsonBytesOf(result));
      },
    });
  }
  function actorFor(request: FastifyRequest): Actor {
    const actor = actors.get(request);
    if (actor === undefined) throw new Error('A request was not authenticated');
    return actor;
  }
}
