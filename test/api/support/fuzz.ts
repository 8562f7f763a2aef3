import { z } from 'zod';
import type { Operation } from '../../../server/contract/define-operation.ts';

/** Returns a generator of pseudo-random numbers, the same in every run (mulberry32). */
export function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const naughtyTexts = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\udfff\ud800',
  '\ufeff',
  '\u202e\u2066',
  '😀'.repeat(90),
  'Ω≈ç√∫˜µ≤≥÷',
  'undefined',
  'null',
  'NaN',
  '-1',
  '1e309',
  '0x10',
  '../../../etc/passwd',
  '%00%0a%2e%2e',
  "'; DROP TABLE review; --",
  '{{7*7}}${7*7}<%= 7*7 %>',
  '<script>alert(1)</script>',
  'javascript:alert(1)',
  'data:image/png;base64,',
  'data:image/png;base64,iVBORw0KGgo=',
  'https://',
  'https://[::1]/',
  'https://user:pass@127.0.0.1:22/',
  'http://169.254.169.254/latest',
  'file:///etc/passwd',
  'AAAA',
  '🏳️‍🌈',
  'x'.repeat(5000),
  '01ARZ3NDEKTSV4RRFFQ69G5FAV',
  '2026-13-45T99:99:99Z',
];
const naughtyNumbers = [0, -0, -1, 1, 0.5, 1.5, 1e-320, 1e308, 2 ** 31, -(2 ** 31) - 1, 2 ** 32, 2 ** 53 - 1, 2 ** 63];

interface Schema {
  type?: string;
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  minLength?: number;
}

/** Makes inputs of operations: most fields fit their schema, some do not. */
export function createFuzzer(random: () => number) {
  const pick = <T>(from: readonly T[]): T | undefined => from[Math.floor(random() * from.length)];
  const chance = (share: number): boolean => random() < share;

  function naughty(depth = 0): unknown {
    const kind = Math.floor(random() * (depth > 2 ? 3 : 5));
    if (kind === 0) return pick(naughtyTexts);
    if (kind === 1) return pick(naughtyNumbers);
    if (kind === 2) return pick([null, true, false]);
    const items = Array.from({ length: Math.floor(random() * 4) }, () => naughty(depth + 1));
    return kind === 3 ? items : Object.fromEntries(items.map((item, at) => [pick(naughtyTexts) ?? at, item]));
  }

  function fitting(schema: Schema): unknown {
    if (schema.const !== undefined) return schema.const;
    if (schema.enum !== undefined) return pick(schema.enum);
    if (schema.anyOf !== undefined) return value(pick(schema.anyOf) ?? {});
    if (schema.type === 'object') return object(schema.properties ?? {});
    if (schema.type === 'array')
      return Array.from({ length: Math.floor(random() * 4) }, () => value(schema.items ?? {}));
    if (schema.type === 'boolean') return chance(0.5);
    if (schema.type === 'integer') return chance(0.5) ? Math.floor(random() * 4) : pick(naughtyNumbers);
    if (schema.type === 'number') return chance(0.5) ? random() : pick(naughtyNumbers);
    if (schema.type === 'string') return chance(0.5) ? 'x'.repeat(schema.minLength ?? 1) : pick(naughtyTexts);
    return naughty();
  }

  const value = (schema: Schema): unknown => (chance(0.1) ? naughty() : fitting(schema));

  function object(properties: Record<string, Schema>): Record<string, unknown> {
    const entries = Object.entries(properties).filter(() => chance(0.6));
    return Object.fromEntries(entries.map(([name, schema]) => [name, value(schema)]));
  }

  const schemas = new Map<string, Schema>();
  function schemaOf({ name, input }: Operation): Schema {
    const schema = schemas.get(name) ?? (z.toJSONSchema(input, { io: 'input' }) as Schema);
    schemas.set(name, schema);
    return schema;
  }

  return {
    pick,
    chance,
    input: (operation: Operation): Record<string, unknown> => object(schemaOf(operation).properties ?? {}),
  };
}
