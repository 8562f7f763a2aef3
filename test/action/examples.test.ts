import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { InputName } from '../../action/inputs.ts';
import { inputNames, parseInputs } from '../../action/inputs.ts';

const root = join(import.meta.dirname, '../..');
const folder = join(root, 'action/examples');
const files = [
  ...readdirSync(folder).map((file) => join(folder, file)),
  join(root, 'test/demo/site/.github/workflows/preview.yml'),
];

/** The inputs that a workflow gives to the Action's step, which is its last; expressions become plain text. */
function givenInputs(workflow: string): Record<string, string> {
  const [, step = ''] = workflow.split(/- uses: OWNER\/sightline@v0\n\s+with:\n/);
  const inputs: Record<string, string> = {};
  let name = '';
  for (const line of step.split('\n')) {
    const [, key, value = ''] = /^ {10}([a-z-]+): (.*)$/.exec(line) ?? [];
    if (key !== undefined) {
      name = key;
      inputs[name] = value === '|' ? '' : value.replace(/^'(.*)'$/, '$1');
    } else if (name !== '') inputs[name] += `${line.trim()}\n`;
  }
  const plain = (value: string) =>
    value
      .trim()
      .replace(/^\$\{\{ vars.* \}\}$/, 'https://x.test')
      .replace(/\$\{\{.*\}\}/, '1');
  return Object.fromEntries(Object.entries(inputs).map(([key, value]) => [key, plain(value)]));
}

describe.each(files)('%s', (file) => {
  test('gives inputs that exist, with values that are accepted', () => {
    const given = givenInputs(readFileSync(file, 'utf8'));
    expect(given).toHaveProperty('service-url');
    expect(inputNames).toEqual(expect.arrayContaining(Object.keys(given)));
    const read = (name: InputName) => given[name] ?? (name === 'github-token' ? 'ghs_x' : '');
    expect(() => parseInputs(read)).not.toThrow();
  });
});
