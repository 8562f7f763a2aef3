import { z } from 'zod';
import { Base, BaseChange, BaseRequest, EarlierApproval, RemovedScreenshot } from '../../contract/base.ts';
import { Baseline, BaselineSummary } from '../../contract/baseline.ts';
import type { Operation, RestOperation } from '../../contract/define-operation.ts';
import { Element } from '../../contract/element.ts';
import { ErrorBody, ErrorCode, FieldError, Warned } from '../../contract/error.ts';
import { GuestView } from '../../contract/guest.ts';
import { restOperations } from '../../contract/index.ts';
import { Mark, MarkKind, MarkStatus, SkippedMark } from '../../contract/mark.ts';
import { PageState } from '../../contract/page-state.ts';
import * as review from '../../contract/review.ts';
import { ReviewerView } from '../../contract/reviewer.ts';
import { Cookie, ImageFields, SourceKind, Viewport } from '../../contract/source.ts';
import { Attempt, DecidedEvent, Delivery } from '../../contract/webhook.ts';
import { WorkPacket, WorkPackets } from '../../contract/work-packet.ts';
import { Billing, TryToken } from '../../contract/workspace.ts';

export type JsonSchema = Record<string, unknown>;

/** Schemas with a name of their own in the document; every use of one is a reference. */
const named: Record<string, z.ZodType> = {
  Error: ErrorBody,
  ErrorCode,
  FieldError,
  Warned,
  TryToken,
  Billing,
  Review: review.Review,
  Base,
  BaseRequest,
  BaseChange,
  EarlierApproval,
  RemovedScreenshot,
  Baseline,
  BaselineSummary,
  ReviewSummary: review.ReviewSummary,
  ReviewStatus: review.ReviewStatus,
  ReviewType: review.ReviewType,
  NextAction: review.NextAction,
  Decision: review.Decision,
  Outcome: review.Outcome,
  Screenshot: review.Screenshot,
  ShotChange: review.ShotChange,
  Finding: review.Finding,
  Severity: review.Severity,
  Area: review.Area,
  Suggestion: review.Suggestion,
  Problem: review.Problem,
  WebhookState: review.WebhookState,
  SourceKind,
  Viewport,
  PageState,
  Image: ImageFields,
  Cookie,
  Mark,
  MarkKind,
  MarkStatus,
  SkippedMark,
  WorkPackets,
  WorkPacket,
  Element,
  ReviewerView,
  GuestView,
  Delivery,
  DeliveryAttempt: Attempt,
  DecidedEvent,
};

export const pascalCase = (name: string): string =>
  name.replace(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase());

export const pathParameters = (operation: RestOperation): string[] =>
  [...operation.rest.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '');

/** Returns the fields of an operation's input that are not in its path. */
export function fieldsBeyondPath(operation: RestOperation): Record<string, z.ZodType> {
  const inPath = pathParameters(operation);
  return Object.fromEntries(
    Object.entries<z.ZodType>(operation.input.shape).filter(([name]) => !inPath.includes(name)),
  );
}

/** Returns whether the fields are sent in the query; such a request has no body. */
export const inQuery = ({ rest }: RestOperation): boolean => rest.method === 'GET' || rest.method === 'DELETE';

const requestName = (operation: Operation): string => `${pascalCase(operation.name)}Request`;
const resultName = (operation: Operation): string =>
  Object.entries(named).find(([, type]) => type === operation.output)?.[0] ?? `${pascalCase(operation.name)}Result`;

const reference = (name: string) => ({ $ref: `#/components/schemas/${name}` });
export const requestSchema = (operation: Operation) => reference(requestName(operation));
export const resultSchema = (operation: Operation) => reference(resultName(operation));
export const namedSchema = (name: 'Error' | 'DecidedEvent' | 'Warned') => reference(name);

/**
 * Simplifies a schema: receivers ignore unknown fields, so no object is closed; and that numbers are JavaScript's adds
 * nothing.
 */
function plainer({ zodSchema, jsonSchema }: { zodSchema: z.core.$ZodTypes; jsonSchema: z.core.JSONSchema.BaseSchema }) {
  if (zodSchema._zod.def.type === 'object') delete jsonSchema.additionalProperties;
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
}

/** Returns the schema of a parameter, written out where it is used. */
export function plainSchema(type: z.ZodType): JsonSchema {
  const { $schema: _, ...schema } = z.toJSONSchema(type, {
    io: 'input',
    target: 'draft-2020-12',
    override: plainer,
  });
  return schema;
}

function convert(types: Record<string, z.ZodType>, io: 'input' | 'output'): Record<string, JsonSchema> {
  const registry = z.registry<{ id: string }>();
  for (const [id, type] of Object.entries(types)) registry.add(type, { id });
  const { schemas } = z.toJSONSchema(registry, {
    io,
    target: 'draft-2020-12',
    uri: (id) => `#/components/schemas/${id}`,
    override: plainer,
  });
  return Object.fromEntries(
    Object.entries(schemas).map(([name, { $schema: _, $id: __, ...schema }]) => [name, schema]),
  );
}

/**
 * Returns every schema of the document by its name. Requests are described as they are sent, everything else as it is
 * received.
 */
export function componentSchemas(): Record<string, JsonSchema> {
  const all = restOperations;
  const requests = Object.fromEntries(
    all
      .filter((operation) => !inQuery(operation) && Object.keys(fieldsBeyondPath(operation)).length > 0)
      .map((operation) => [requestName(operation), z.object(fieldsBeyondPath(operation))]),
  );
  const results = Object.fromEntries(all.map((operation) => [resultName(operation), operation.output]));
  const sent = convert({ ...named, ...requests }, 'input');
  return {
    ...convert({ ...named, ...results }, 'output'),
    ...Object.fromEntries(Object.keys(requests).map((name) => [name, sent[name] ?? {}])),
  };
}
