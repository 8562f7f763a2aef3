import { expect, test } from 'vitest';
import type { Operation } from '../../server/contract/define-operation.ts';
import { operations, restOperations } from '../../server/contract/index.ts';

const all = Object.entries<Operation>(operations);

test('every path parameter except a link’s token is an input field', () => {
  for (const { name, actor, input, rest } of restOperations) {
    const parameters = [...rest.path.matchAll(/\{(\w+)\}/g)].map(([, field]) => field ?? '');
    const byLink = actor === 'reviewer' || actor === 'guest';
    const expected = byLink ? ['token', ...Object.keys(input.shape)] : Object.keys(input.shape);
    for (const parameter of parameters) expect(expected, name).toContain(parameter);
    expect(parameters.includes('token'), name).toBe(byLink);
  }
});

test('no operation of a reviewer or a guest is a tool: a model never approves', () => {
  const tools = all.filter(([, { tool, actor }]) => tool !== null && actor !== 'client').map(([name]) => name);
  expect(tools).toEqual([]);
});

test('there are at most 20 tools for models, and the read-only ones are marked as such', () => {
  const tools = all.filter(([, { tool }]) => tool !== null);
  expect(tools.filter(([, { tool }]) => tool?.app !== true).length).toBeLessThanOrEqual(20);
  for (const [name, { tool, rest }] of tools) expect(tool?.readOnly, name).toBe(rest === null || rest.method === 'GET');
});
