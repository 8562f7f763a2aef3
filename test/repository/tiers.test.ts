import { globSync } from 'node:fs';
import { matchesGlob } from 'node:path';
import { expect, test } from 'vitest';
import { tiers } from '../../vitest.config.ts';
import { root } from './source-imports.ts';

const tiersOf = (file: string): string[] =>
  tiers.filter(({ include }) => include.some((glob) => matchesGlob(file, glob))).map(({ name }) => name);

test('each test file is run by exactly one tier', () => {
  const files = globSync('{test,server,app,action}/**/*.{test,spec}.{ts,tsx,mts,js,mjs}', {
    cwd: root,
    exclude: (path) => /(^|\/)(node_modules|dist)$/.test(path),
  });
  const found = files.map((file) => ({ file, tiers: tiersOf(file) })).filter((each) => each.tiers.length !== 1);
  expect(found).toEqual([]);
  for (const { name } of tiers) {
    expect(
      files.some((file) => tiersOf(file).includes(name)),
      name,
    ).toBe(true);
  }
});
