import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { routes } from '../../server/contract/client.ts';
import type { Operation } from '../../server/contract/define-operation.ts';
import { operations, restOperations } from '../../server/contract/index.ts';
import { implementations } from '../../server/domain/index.ts';
import { root, sourceFiles } from './source-imports.ts';

const all = Object.entries<Operation>(operations);
const domainFiles = sourceFiles(['server/domain']);
const camelCase = (name: string): string => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

test.each(all)('%s is declared under its own name', (name, operation) => {
  expect(operation.name).toBe(name);
});

test.each(all.map(([name]) => name))(
  '%s is done by the function of that name in the file of that name',
  async (name) => {
    const files = domainFiles.filter((file) => basename(file) === `${name.replaceAll('_', '-')}.ts`);
    expect(files).toHaveLength(1);
    const module: Record<string, unknown> = await import(join(root, files[0] ?? ''));
    expect(module[camelCase(name)]).toBeTypeOf('function');
    expect(module[camelCase(name)]).toBe(Object.entries(implementations).find(([each]) => each === name)?.[1]);
  },
);

test('the client’s routes are those of the operations', () => {
  const declared = restOperations.map(({ name, rest }) => [name, [rest.method, rest.path]]);
  expect(routes).toEqual(Object.fromEntries(declared));
});

test('every path parameter is an input field, but for the token of a link', () => {
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

test('there are at most 20 tools, and what only reads says so', () => {
  const tools = all.filter(([, { tool }]) => tool !== null);
  expect(tools.length).toBeLessThanOrEqual(20);
  for (const [name, { tool, rest }] of tools) expect(tool?.readOnly, name).toBe(rest === null || rest.method === 'GET');
});
