import type { ActorKind, Operation, RestOperation } from '../../contract/define-operation.ts';
import { countedWith } from '../../contract/index.ts';
import { errorResponses, successHeaders } from './responses.ts';
import {
  fieldsBeyondPath,
  inQuery,
  type JsonSchema,
  namedSchema,
  pathParameters,
  plainSchema,
  requestSchema,
  resultSchema,
} from './schemas.ts';
import { clientSecurity } from './security.ts';

const security = { anyone: [], client: clientSecurity, reviewer: [], guest: [] };

/** Descriptions of parameters that are the same everywhere, which the contract therefore leaves out. */
const described: Record<string, string> = {
  mark_id: 'The mark’s id',
  finding_id: 'The finding’s id',
  suggestion_id: 'The suggestion’s id',
};
const links: Partial<Record<ActorKind, string>> = {
  reviewer: 'The secret of the review link: the last part of `review_url`',
  guest: 'The secret of the guest link: the last part of `guest_share_url`',
};

function toParameter(name: string, place: 'path' | 'query', required: boolean, given: JsonSchema, example: unknown) {
  const { description = described[name], ...schema } = given;
  return {
    name,
    in: place,
    required,
    description,
    schema,
    ...(example === undefined ? {} : { example }),
  };
}

function parametersOf(operation: RestOperation): object[] {
  const { input, idempotencyField, example } = operation;
  const given: Record<string, unknown> = example.input;
  const path = pathParameters(operation).map((name) => {
    const type = input.shape[name];
    if (type !== undefined) return toParameter(name, 'path', true, plainSchema(type), given[name]);
    return toParameter(name, 'path', true, { type: 'string', description: links[operation.actor] }, given[name]);
  });
  const query = Object.entries(inQuery(operation) ? fieldsBeyondPath(operation) : {}).map(([name, type]) =>
    toParameter(name, 'query', !type.safeParse(undefined).success, plainSchema(type), given[name]),
  );
  const key = {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    description: `Fills \`${idempotencyField}\`: the same key and body within 24 h are carried out once`,
    schema: { type: 'string', maxLength: 200 },
  };
  const page = {
    name: 'X-Page-Key',
    in: 'header',
    required: true,
    description:
      'What the page at `review_url` carries as `page-key`, sent with the page’s `Origin`: a person decides there',
    schema: { type: 'string' },
  };
  return [
    ...path,
    ...query,
    ...(idempotencyField === undefined ? [] : [key]),
    ...(operation.onPage === undefined ? [] : [page]),
  ];
}

function requestBodyOf(operation: RestOperation): object {
  const fields = Object.entries(fieldsBeyondPath(operation));
  if (inQuery(operation) || fields.length === 0) return {};
  const given: Record<string, unknown> = operation.example.input;
  const value = Object.fromEntries(fields.flatMap(([name]) => (name in given ? [[name, given[name]]] : [])));
  return {
    requestBody: {
      required: fields.some(([, type]) => !type.safeParse(undefined).success),
      content: {
        'application/json': {
          schema: requestSchema(operation),
          examples: { example: { summary: operation.example.description, value } },
        },
      },
    },
  };
}

/** What limits count by: see `callOperation`. */
const countedBy: Record<ActorKind, string> = { anyone: 'address', client: 'token', reviewer: 'link', guest: 'link' };

function limitsOf(operation: Operation): string {
  const others = countedWith(operation).map((name) => `\`${name}\``);
  const of = others.length === 0 ? 'requests' : `requests, together with ${others.join(' and ')},`;
  return operation.limits
    .map(({ max, seconds }) => `\n\nLimit: ${max} ${of} in ${seconds} seconds for one ${countedBy[operation.actor]}.`)
    .join('');
}

export function toOperationObject(operation: RestOperation) {
  const { name, title, description, group, actor, rest, example } = operation;
  return {
    operationId: name,
    tags: [group],
    summary: title,
    description: description + limitsOf(operation),
    security: security[actor],
    parameters: parametersOf(operation),
    ...requestBodyOf(operation),
    responses: {
      [rest.success]: {
        description: title,
        headers: successHeaders(operation),
        content: {
          'application/json': {
            schema:
              rest.method === 'GET'
                ? resultSchema(operation)
                : { allOf: [resultSchema(operation), namedSchema('Warned')] },
            examples: { example: { summary: example.description, value: example.output } },
          },
        },
      },
      ...errorResponses(operation),
    },
  };
}
