import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { renderDeleted } from '../../../app/render/check.ts';
import { renderMissing, renderNotRequired } from '../../../app/render/missing-review.ts';
import * as pullChecks from '../../../app/render/pull-checks.ts';
import { statusText } from '../../../app/render/status.ts';
import { restOperations } from '../../../server/contract/index.ts';
import { webhookHeaders } from '../../../server/contract/webhook.ts';
import { shortcuts } from '../../../server/web/review/shortcuts.ts';
import { codeIn, pageOf, root, rowsOf, sectionOf } from '../readme/support/readme.ts';
import { pages, shellBlocks } from './support/blocks.ts';

function sourceOf(folder: string): string {
  return readdirSync(join(root, folder), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /\.(ts|tsx|yml|json|mjs|sql)$/.test(entry.name))
    .filter((entry) => !/node_modules|\/dist(\/|$)|generated/.test(entry.parentPath))
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'))
    .join('\n');
}
const filesIn = (folder: string): string[] =>
  readdirSync(join(root, folder), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(relative(root, entry.parentPath), entry.name));
const source = ['server', 'app', 'action'].map(sourceOf).join('\n') + readFileSync(join(root, 'action.yml'), 'utf8');
const words = new Set(source.match(/[A-Za-z]\w+/g));
/** Pages about settings of other programs. */
const aboutOthers = /^(distributed-sql|backup|compose|storage|tasks)$/;
const named = [...pages].flatMap(([page, text]) => codeIn(text).map((code) => ({ page, code })));

test('every tool, field, variable and metric that a page names exists in the sources', () => {
  // The names of proxy variables are standard.
  const isThere = (code: string) =>
    words.has(code) || /^(https?|no)_proxy$/.test(code) || words.has(code.replace(/^sightline_/, ''));
  const lost = named.filter(
    ({ page, code }) => !aboutOthers.test(page) && /^[A-Za-z]+(_[A-Za-z]+)+$/.test(code) && !isThere(code),
  );
  expect(lost).toEqual([]);
});

test('every file that a page names exists', () => {
  const paths = named.filter(({ code }) => /^(server|app|action|test)\/[\w./-]+\.\w+$/.test(code));
  expect(paths.filter(({ code }) => !existsSync(join(root, code)))).toEqual([]);
});

test('the commands that pages tell people to run are existing npm scripts, which use the right Node', () => {
  const told = [...pages.values(), readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8')].flatMap(codeIn);
  const said = [...sourceOf('server/scripts').matchAll(/\bRun:? "?([^'"]+)/g)].map(([, command = '']) => command);
  const commands = [...told, ...said];
  expect(commands.filter((each) => /\bnode (server|app|action|test)\/\S+\.ts/.test(each))).toEqual([]);
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const run = commands.flatMap((each) => /^npm run ([\w:-]+)/.exec(each)?.[1] ?? []);
  expect(run).toContain('generate');
  expect(run.filter((name) => !(name in scripts))).toEqual([]);
});

test('each task of an operator has its full command for npm, systemd and Compose, with existing flags', () => {
  const serve = readFileSync(join(root, 'server/serve.ts'), 'utf8');
  const { services } = parse(readFileSync(join(root, 'docker-compose.yml'), 'utf8'));
  const blocks = shellBlocks.filter(({ page }) => page === 'tasks').map(({ text }) => text);
  expect(blocks.length).toBe((pages.get('tasks') ?? '').split('\n## ').length - 1);
  for (const block of blocks) {
    const parts = block.split('\n\n').map((part) => /^# (npm|systemd|Compose)\b.*\n\S/.exec(part)?.[1]);
    expect(parts, block).toEqual(['npm', 'systemd', 'Compose']);
  }
  const commands = [...blocks, ...shellBlocks.filter(({ page }) => page === 'backup').map(({ text }) => text)].join(
    '\n',
  );
  for (const [, flag = ''] of commands.matchAll(/(?:npm start --|serve\.js) --([\w-]+)/g))
    expect(serve).toContain(`'${flag}': {`);
  const runs = [...commands.matchAll(/docker compose (?:run(?: --[\w-]+| -[ve] \S+)*|exec -T) (\w+)/g)];
  expect(runs.length).toBeGreaterThan(5);
  for (const [, service = ''] of runs) expect(Object.keys(services)).toContain(service);
});

test('every API route that a page names exists', () => {
  const routes = new Set(restOperations.map(({ rest }) => `${rest.method} ${rest.path.replace(/\{\w+\}/g, '*')}`));
  const asked = named.filter(({ code }) => /^(GET|POST|PUT|PATCH|DELETE) \/api\//.test(code));
  const shape = (code: string): string => code.replace(/\{\w+\}|\bID\b/g, '*');
  expect(asked.filter(({ code }) => !routes.has(shape(code)))).toEqual([]);
});

test('the documented headers of the webhook are the ones that are sent', () => {
  const listed = rowsOf(sectionOf('## What comes', pageOf('webhooks'))).flatMap(([name = '']) => codeIn(name));
  expect(listed.map((name) => name.toLowerCase()).toSorted()).toEqual(
    Object.values(webhookHeaders)
      .map((name) => name.toLowerCase())
      .toSorted(),
  );
});

test('the App’s reference lists every permission and event of app.yml, and no other', () => {
  const app = parse(readFileSync(join(root, 'app.yml'), 'utf8'));
  const first = (heading: string) =>
    rowsOf(sectionOf(heading, pageOf('github-app-reference'))).map(([cell = '']) => cell);
  const permissions = first('## Permissions').map((cell) =>
    cell
      .replace(/ \(.*\)/, '')
      .toLowerCase()
      .replace(' ', '_'),
  );
  expect(permissions.toSorted()).toEqual(Object.keys(app.default_permissions).toSorted());
  const events = first('## Events').flatMap(codeIn);
  // GitHub sends these two events to every App.
  expect(events.toSorted()).toEqual([...app.default_events, 'installation', 'installation_repositories'].toSorted());
});

test('the App’s reference lists the title of every check', () => {
  const missing = { files: ['a'], paths: ['a'], agentsOnly: false, headSha: 'a'.repeat(40), parent: null };
  const contents = [
    ...Object.values(pullChecks).filter((each) => typeof each === 'object'),
    ...[pullChecks.renderSummary([]), renderMissing(missing), renderNotRequired(missing), renderDeleted({})],
  ];
  const titles = [...contents, ...Object.values(statusText)].map(({ title }) => title);
  expect(titles).toContain('The workflow runs again');
  const listed = rowsOf(sectionOf('## Checks', pageOf('github-app-reference'))).flatMap(([cell = '']) =>
    cell.split('; '),
  );
  // The checks of a merge group are described below the table.
  const lost = titles.filter((title) => title !== pullChecks.unknownGroup.title && !listed.includes(title));
  expect(lost).toEqual([]);
});

test('the reviewer’s help page has every way to compare, with its key', () => {
  const rows = rowsOf(sectionOf('## Compare with the previous pass', pageOf('start-reviewer')));
  const [keys = '', modes = ''] = shortcuts.find(([, what = '']) => what.startsWith('Now, ')) ?? [];
  expect(rows.map(([key]) => key).join(' ')).toBe(keys);
  expect(rows.map(([, mode]) => mode).join(', ')).toBe(modes);
});

test('the reviewer’s help page quotes what a link that does not open says', () => {
  const rows = rowsOf(sectionOf('## When a link does not open', pageOf('start-reviewer')));
  const quoted = rows.flatMap(([says = '']) => [...says.matchAll(/“([^”]+)”/g)].map(([, words = '']) => words));
  expect(quoted.length).toBeGreaterThanOrEqual(rows.length);
  const page = readFileSync(join(root, 'server/web/no-review.html'), 'utf8');
  expect(quoted.filter((words) => !`${source}${page}`.includes(words))).toEqual([]);
});

test('no page has npm fetch the command line by its bare name, which belongs to somebody else', () => {
  const files = [
    'CONTRIBUTING.md',
    'SECURITY.md',
    'CHANGELOG.md',
    ...filesIn('.github'),
    ...filesIn('action/examples'),
  ];
  const documents = [...pages.values(), ...files.map((file) => readFileSync(join(root, file), 'utf8'))];
  const bare = (command: string) => new RegExp(`\\b${command} (-\\S+ )*sightline(?=[\\s@\`]|$).*`, 'm');
  for (const text of [...documents, source]) expect(text).not.toMatch(bare('(npx|npm exec)'));
  for (const text of documents) expect(text).not.toMatch(bare('npm (i|install|add)'));
});

test('the package of a release has the name that the release workflow gives it, in this tree’s version', () => {
  const { name, version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const named = [...pages.values()].flatMap((text) => text.match(/https:\S+\.tgz/g) ?? []);
  expect(named.length).toBeGreaterThan(1);
  for (const address of named)
    expect(address).toBe(`https://github.com/OWNER/sightline/releases/download/v${version}/${name}-${version}.tgz`);
  const { steps } = parse(readFileSync(join(root, '.github/workflows/release.yml'), 'utf8')).jobs.package;
  const indexOf = (run: string): number => steps.findIndex((step: { run?: string }) => step.run?.startsWith(run));
  expect(indexOf('npm pack')).toBeGreaterThan(0);
  expect(indexOf('npm pack')).toBeLessThan(indexOf('npm pkg set'));
});

test('images are small', () => {
  const folder = join(root, 'server/docs/images');
  for (const name of readdirSync(folder).filter((each) => each !== 'loop.webp'))
    expect(statSync(join(folder, name)).size, name).toBeLessThanOrEqual(120_000);
});
