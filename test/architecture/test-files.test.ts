import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root, sourceFiles } from './source-imports.ts';

// A process runs many test files and loads a helper once: what the helper says of itself holds for the first of them.
const files = sourceFiles(['test']).map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }));
const helpers = files.filter(({ file }) => !/\.test\.tsx?$/.test(file) && file !== 'test/support/each-file.ts');

test('no helper has hooks of its own: what it opens it gives back `atFileEnd`', () => {
  const found = helpers.filter(({ text }) => /^(?:before|after)(?:All|Each)\(/m.test(text));
  expect(found.map(({ file }) => file)).toEqual([]);
  expect(helpers.length).toBeGreaterThan(50);
});

test('no test file changes what the process has for all: its environment and folder', () => {
  const found = files.filter(
    ({ file, text }) =>
      file !== 'test/support/global-setup.ts' &&
      /^\s*(?:process\.env(?:\.\w+|\[[^\]]+\]) = |delete process\.env|process\.chdir\()/m.test(text),
  );
  expect(found.map(({ file }) => file)).toEqual([]);
});
