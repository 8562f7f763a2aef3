import type { JsonSchema } from './minimal-input.ts';
import { naughtyStrings } from './naughty-strings.ts';

interface Parameter {
  name: string;
  in: string;
  schema: JsonSchema;
}

/** A route as the OpenAPI document describes it. */
export interface Route {
  name: string;
  method: string;
  path: string;
  parameters: Parameter[];
  body: JsonSchema | null;
}

type Document = {
  paths: Record<
    string,
    Record<
      string,
      {
        operationId: string;
        parameters?: Parameter[];
        requestBody?: { content: Record<string, { schema: JsonSchema }> };
      }
    >
  >;
};

export function routesOf(document: object): Route[] {
  return Object.entries((document as Document).paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId, parameters = [], requestBody }]) => ({
      name: operationId,
      method: method.toUpperCase(),
      path,
      parameters,
      body: requestBody?.content['application/json']?.schema ?? null,
    })),
  );
}

const numbers = [
  0,
  -0,
  -1,
  1,
  2,
  0.1,
  1.5,
  -1.5,
  1e-320,
  1e21,
  1e308,
  -1e308,
  2 ** 31 - 1,
  2 ** 31,
  -(2 ** 31) - 1,
  2 ** 32,
  2 ** 53 - 1,
  2 ** 53,
  2 ** 63,
  Number.MAX_VALUE,
  Number.MIN_VALUE,
];
const keys = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'then',
  'length',
  '',
  ' ',
  'a.b',
  'a[0]',
  '\u0000',
  '\ud800',
  '😀',
];

/**
 * Makes values for JSON Schemas from random numbers: values that fit, values at a limit, and values that do not fit.
 */
export function createGenerator(document: object, random: () => number, hints: (field: string) => unknown) {
  const below = (count: number): number => Math.floor(random() * count);
  const pick = <T>(from: readonly T[]): T => from[below(from.length)] as T;
  const chance = (share: number): boolean => random() < share;

  const resolve = (schema: JsonSchema): JsonSchema => {
    if (schema.$ref === undefined) return schema;
    const found = schema.$ref
      .replace(/^#\//, '')
      .split('/')
      .reduce<unknown>((at, part) => (at as Record<string, unknown> | undefined)?.[part], document);
    return (found as JsonSchema | undefined) ?? {};
  };

  function deep(levels: number): unknown {
    let value: unknown = 1;
    for (let level = 0; level < levels; level += 1) value = level % 2 === 0 ? [value] : { a: value };
    return value;
  }

  /** Returns a value that is made for no particular schema. */
  function odd(): unknown {
    const kind = below(8);
    if (kind < 2) return pick(naughtyStrings);
    if (kind === 2) return pick(numbers);
    if (kind === 3) return pick([null, true, false]);
    if (kind === 4) return deep(below(60));
    if (kind === 5) return Array.from({ length: below(50) }, () => pick(numbers));
    if (kind === 6) return Object.fromEntries([[pick(keys), pick(naughtyStrings)]]);
    return [];
  }

  function text({ minLength = 0, maxLength = 300 }: JsonSchema): string {
    const length = pick([minLength, minLength + 1, maxLength, maxLength + 1, Math.max(0, minLength - 1), 12]);
    if (chance(0.4)) return pick(naughtyStrings);
    return pick(['x', 'é', '😀', ' ', '\u0301']).repeat(Math.min(length, 12_000));
  }

  function number({ minimum = -5, maximum = 5 }: JsonSchema, whole: boolean): number {
    if (chance(0.3)) return pick(numbers);
    const value = pick([minimum, maximum, minimum - 1, maximum + 1, minimum + random() * (maximum - minimum)]);
    return whole ? Math.round(value) : value;
  }

  function fitting(given: JsonSchema, field: string): unknown {
    const hint = chance(0.75) ? hints(field) : undefined;
    if (hint !== undefined) return hint;
    const schema = resolve(given);
    if (schema.const !== undefined) return schema.const;
    if (schema.enum !== undefined) return pick(schema.enum);
    if (schema.anyOf !== undefined) return value(pick(schema.anyOf), field);
    if (schema.allOf !== undefined) return value(pick(schema.allOf), field);
    if (schema.type === 'object') return object(schema);
    if (schema.type === 'array') {
      const { minItems = 0, maxItems = 6 } = schema;
      const size = pick([minItems, minItems + 1, Math.min(maxItems, 45), Math.min(maxItems + 1, 45), 2, 1, 1]);
      return Array.from({ length: size }, () => value(schema.items ?? {}, field));
    }
    if (schema.type === 'boolean') return chance(0.5);
    if (schema.type === 'integer' || schema.type === 'number') return number(schema, schema.type === 'integer');
    return schema.type === 'string' ? text(schema) : odd();
  }

  const value = (schema: JsonSchema, field: string): unknown => (chance(0.08) ? odd() : fitting(schema, field));

  function object(schema: JsonSchema): Record<string, unknown> {
    const { properties = {}, required = [], additionalProperties } = schema;
    const entries: [string, unknown][] = [];
    for (const [name, each] of Object.entries(properties)) {
      if (chance(required.includes(name) ? 0.95 : 0.35)) entries.push([name, value(each, name)]);
    }
    if (typeof additionalProperties === 'object') {
      for (let at = below(4); at > 0; at -= 1) {
        entries.push([chance(0.3) ? pick(keys) : `k${at}`, value(additionalProperties, '')]);
      }
    }
    if (chance(0.05)) entries.push([pick(keys), odd()]);
    return Object.fromEntries(entries);
  }

  return { below, pick, chance, odd, value, object, resolve };
}

export type Generator = ReturnType<typeof createGenerator>;
