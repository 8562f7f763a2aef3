import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root, sourceFiles } from './source-imports.ts';

// Files may share a process, which loads a helper once: what the helper says of itself then holds for the first alone.
const files = sourceFiles(['test']).map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }));
const helpers = files.filter(({ file }) => !/\.test\.tsx?$/.test(file) && file !== 'test/support/each-file.ts');

test('no helper has hooks of its own: what it opens it gives back `atFileEnd`', () => {
  const found = helpers.filter(({ text }) => /^(?:before|after)(?:All|Each)\(/m.test(text));
  expect(found.map(({ file }) => file)).toEqual([]);
  expect(helpers.length).toBeGreaterThan(50);
});

test('no test file changes what the process has for all: its environment, its folder, and whom it trusts', () => {
  const found = files.filter(
    ({ file, text }) =>
      !['test/support/global-setup.ts', 'test/api/adapters/support/self-signed.ts'].includes(file) &&
      /^\s*(?:setDefaultCACertificates\(|process\.env(?:\.\w+|\[[^\]]+\]) = |delete process\.env|process\.chdir\()/m.test(
        text,
      ),
  );
  expect(found.map(({ file }) => file)).toEqual([]);
});
