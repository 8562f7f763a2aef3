import { z } from 'zod';
import type { Operation, RestOperation } from '../../../../server/contract/define-operation.ts';

export interface JsonSchema {
  $ref?: string;
  type?: string;
  enum?: unknown[];
  const?: unknown;
  anyOf?: JsonSchema[];
  allOf?: JsonSchema[];
  items?: JsonSchema;
  properties?: Record<string, JsonSchema>;
  additionalProperties?: JsonSchema | boolean;
  required?: string[];
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  minimum?: number;
  maximum?: number;
}

/** Returns the smallest value that fits a schema: no optional field, the shortest text, the smallest number. */
function leastOf(schema: JsonSchema): unknown {
  if (schema.const !== undefined) return schema.const;
  if (schema.enum !== undefined) return schema.enum[0];
  const [first] = schema.anyOf ?? [];
  if (first !== undefined) return leastOf(first);
  if (schema.type === 'object') {
    const { properties = {}, required = [] } = schema;
    return Object.fromEntries(required.map((name) => [name, leastOf(properties[name] ?? {})]));
  }
  if (schema.type === 'array') return Array.from({ length: schema.minItems ?? 0 }, () => leastOf(schema.items ?? {}));
  if (schema.type === 'integer' || schema.type === 'number') return Math.max(schema.minimum ?? 0, 0);
  if (schema.type === 'boolean') return false;
  return schema.type === 'string' ? 'x'.repeat(schema.minLength ?? 1) : null;
}

export const inputSchema = (operation: Operation): JsonSchema =>
  z.toJSONSchema(operation.input, { io: 'input' }) as JsonSchema;

/** Returns an input that the contract accepts for an operation. */
export const leastInput = (operation: Operation): Record<string, unknown> =>
  leastOf(inputSchema(operation)) as Record<string, unknown>;

/** Returns the names of the fields in an operation's path. `token` is a credential, not a field. */
export const pathFields = (operation: RestOperation): string[] =>
  [...operation.rest.path.matchAll(/\{(\w+)\}/g)].map((found) => found[1] ?? '').filter((name) => name !== 'token');
