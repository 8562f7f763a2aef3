import type { Operation, RestOperation } from '../../contract/define-operation.ts';
import { ErrorCode } from '../../contract/error.ts';
import { errorExamples } from '../../contract/examples.ts';
import { restOperations } from '../../contract/index.ts';
import { statusOf } from '../failure.ts';
import { namedSchema, pascalCase } from './schemas.ts';

const meaning: Record<ErrorCode, string> = {
  malformed_request: 'The request is not well-formed JSON over HTTP',
  unauthenticated: 'The token is missing, wrong or expired',
  insufficient_credits: 'The workspace has not enough credits; `needed` and `held` give the numbers',
  forbidden: 'The credential does not reach that far',
  not_found: 'It does not exist, or not for this credential',
  conflict: 'Something else happened first, or the review or mark does not allow this; `message` says what to do',
  too_large: 'The request or an image in it is too large',
  unsupported_media_type: 'The body is not JSON',
  invalid_request: 'A field is missing or wrong; `errors` names each',
  invalid_state: 'The review is in no state for this; `message` names which it needs',
  no_mark_changed: 'No mark changed; `skipped` gives the reason for each',
  rate_limited: 'Too many requests; wait `retry_after` seconds',
  unexpected: 'A fault of the service; quote `request_id` to its operator',
  unavailable: 'Not now; repeat the request in a moment',
};

const allowed = 'What the limit allows: requests in the window, or bytes or PDFs at a time';

/** Details that are always present with a code. */
const details: Partial<Record<ErrorCode, Record<string, object>>> = {
  insufficient_credits: {
    needed: { type: 'integer', description: 'What the request costs' },
    held: { type: 'integer', description: 'What the workspace has left' },
  },
  no_mark_changed: { skipped: { type: 'array', items: { $ref: '#/components/schemas/SkippedMark' } } },
  rate_limited: {
    retry_after: { type: 'integer', description: 'Seconds to wait' },
    limit: { type: 'integer', description: allowed },
  },
  unexpected: { request_id: { type: 'string' } },
};

const integer = { type: 'integer', minimum: 0 };
export const headers = {
  'X-Service-Version': { description: 'The service’s version, on every response', schema: { type: 'string' } },
  'RateLimit-Limit': { description: allowed, schema: integer },
  'RateLimit-Remaining': { description: 'Requests left in the window', schema: integer },
  'RateLimit-Reset': { description: 'Seconds until the oldest request counts no more', schema: integer },
  'RateLimit-Policy': {
    description: 'The limit and its window in seconds',
    schema: { type: 'string', examples: ['30;w=60'] },
  },
  'Retry-After': { description: 'Seconds to wait before the next attempt', schema: integer },
  'WWW-Authenticate': {
    description: '`Bearer` asks for a token; with `error="invalid_token"` the one sent is wrong or has expired',
    schema: { type: 'string', examples: ['Bearer error="invalid_token"'] },
  },
} as const;

type Header = keyof typeof headers;
const refer = (names: readonly Header[]) =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

const headersOf: Partial<Record<ErrorCode, readonly Header[]>> = {
  unauthenticated: ['WWW-Authenticate'],
  rate_limited: ['Retry-After', 'RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset'],
  unavailable: ['Retry-After'],
};

export const successHeaders = ({ limits }: Operation) =>
  refer([
    'X-Service-Version',
    ...(limits.length > 0
      ? (['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset', 'RateLimit-Policy'] as const)
      : []),
  ]);

/** Returns the errors of an operation by its contract, and those that HTTP and the service itself may add. */
export function codesOf(operation: RestOperation): ErrorCode[] {
  const { actor, input, rest } = operation;
  const writes = rest.method !== 'GET';
  // An impossible review id is answered as not found.
  const isChecked = Object.keys(input.shape).some((name) => name !== 'id');
  const codes = new Set<ErrorCode>([
    ...operation.errors,
    ...(writes ? (['malformed_request', 'too_large', 'unsupported_media_type'] as const) : []),
    ...(writes && actor !== 'client' ? (['forbidden'] as const) : []),
    ...(isChecked ? (['invalid_request'] as const) : []),
    'unexpected',
    'unavailable',
  ]);
  return ErrorCode.options.filter((code) => codes.has(code));
}

const responseName = (codes: readonly ErrorCode[]): string => codes.map(pascalCase).join('Or');

/** Groups an operation's codes by status. */
function byStatus(operation: RestOperation): [number, ErrorCode[]][] {
  const codes = codesOf(operation);
  const statuses = [...new Set(codes.map((code) => statusOf[code]))].sort((a, b) => a - b);
  return statuses.map((status) => [status, codes.filter((code) => statusOf[code] === status)]);
}

export const errorResponses = (operation: RestOperation) =>
  Object.fromEntries(
    [...byStatus(operation).map(([status, codes]) => [status, responseName(codes)]), [431, 'HeadersTooLarge']].map(
      ([status, name]) => [status, { $ref: `#/components/responses/${name}` }],
    ),
  );

function errorSchema(code: ErrorCode) {
  const more = details[code] ?? {};
  const properties = { error: { const: code }, ...more };
  return { allOf: [namedSchema('Error'), { type: 'object', properties, required: Object.keys(properties) }] };
}

function toResponse(codes: readonly ErrorCode[]) {
  const schemas = codes.map(errorSchema);
  return {
    description: `${codes.map((code) => meaning[code]).join('; or: ')}.`,
    headers: refer(['X-Service-Version', ...codes.flatMap((code) => headersOf[code] ?? [])]),
    content: {
      'application/json': {
        schema: schemas.length === 1 ? schemas[0] : { oneOf: schemas },
        examples: Object.fromEntries(
          codes.map((code) => [code, { summary: meaning[code], value: errorExamples[code] }]),
        ),
      },
    },
  };
}

/** Returns every error response of the document by its name. */
export const componentResponses = () => ({
  ...Object.fromEntries(restOperations.flatMap(byStatus).map(([, codes]) => [responseName(codes), toResponse(codes)])),
  HeadersTooLarge: { ...toResponse(['too_large']), description: 'The address and headers are too large together.' },
});
