import { expect, test } from 'vitest';
import { z } from 'zod';
import { described } from '../../../server/api/mcp/schemas.ts';

const options = { target: 'draft-2020-12' } as const;
const inputOf = (field: z.ZodType) => {
  const schema = described(z.object({ field }))['~standard'].jsonSchema.input(options);
  return Object(schema).properties.field;
};
const outputOf = (field: z.ZodType) => {
  const schema = described(z.object({ field }))['~standard'].jsonSchema.output(options);
  return Object(schema).properties.field;
};

test.each([
  ['a short text', z.string().max(80), { type: 'string', maxLength: 80 }],
  ['a text with a long limit', z.string().max(200), { type: 'string' }],
  ['an id, which is always as long', z.string().length(26), { type: 'string' }],
  ['a small number', z.number().min(1).max(20), { type: 'number', minimum: 1, maximum: 20 }],
  ['a share', z.number().min(0).max(1), { type: 'number', minimum: 0, maximum: 1 }],
  ['an index', z.number().min(0).max(1_000_000), { type: 'number' }],
  ['a short list', z.array(z.string()).max(5), { type: 'array', maxItems: 5, items: { type: 'string' } }],
  ['a long list', z.array(z.string()).max(50), { type: 'array', items: { type: 'string' } }],
  ['a choice', z.enum(['a', 'b']).describe('Which'), { type: 'string', enum: ['a', 'b'], description: 'Which' }],
  [
    'one of two types, described once',
    z.union([z.string().describe('A name'), z.number()]).describe('Either'),
    { description: 'Either', anyOf: [{ type: 'string' }, { type: 'number' }] },
  ],
  [
    'an object',
    z.object({ name: z.string(), note: z.string().optional() }),
    { type: 'object', properties: { name: { type: 'string' }, note: { type: 'string' } }, required: ['name'] },
  ],
])('an input is described without bounds that a model does not reach: %s', (_, field, expected) => {
  expect(inputOf(field)).toEqual(expected);
});

test.each([
  ['a text', z.string().max(80).describe('Its name'), { type: 'string' }],
  ['a text or null', z.string().nullable(), { type: ['string', 'null'] }],
  ['a list of texts', z.array(z.string()), { type: 'array', items: { type: 'string' } }],
  ['a list of objects', z.array(z.object({ name: z.string() })), { type: 'array' }],
  ['a choice', z.enum(['a', 'b']), { type: 'string', enum: ['a', 'b'] }],
])('a field of an answer is described by its type: %s', (_, field, expected) => {
  expect(outputOf(field)).toEqual(expected);
});

test('a schema is described once', () => {
  const { input } = described(z.object({ field: z.string() }))['~standard'].jsonSchema;
  expect(input(options)).toBe(input(options));
});

test('what only programs send is described by its type, or not at all', () => {
  const shape = { elements: z.array(z.object({ x: z.number() })), notices: z.array(z.string()), label: z.string() };
  const schema = described(z.object(shape))['~standard'].jsonSchema.input(options);
  expect(Object(schema).properties).toEqual({
    elements: { type: 'array', items: { type: 'object' } },
    label: { type: 'string' },
  });
});
