import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { complaint, entities } from './rules.ts';
import { importsOf, root, sourceFiles } from './source-imports.ts';

const imports = sourceFiles(['server', 'app', 'action', 'test']).flatMap(importsOf);

test('every import is allowed by the architecture', () => {
  expect(imports.length).toBeGreaterThan(500);
  expect(imports.map(complaint).filter((each) => each !== null)).toEqual([]);
});

test('the order of entities names every folder of the domain', () => {
  const folders = readdirSync(join(root, 'server/domain'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
  expect(folders.toSorted()).toEqual(entities.toSorted());
});

test('no files import each other in a circle, not even types', () => {
  const needed = Map.groupBy(
    imports.filter(({ later }) => later !== true),
    ({ file }) => file,
  );
  const followed = new Set<string>();
  const circles: string[] = [];
  const follow = (file: string, path: string[]): void => {
    const at = path.indexOf(file);
    if (at !== -1) circles.push([...path.slice(at), file].join(' → '));
    if (at !== -1 || followed.has(file)) return;
    for (const { target } of needed.get(file) ?? []) if (target !== null) follow(target, [...path, file]);
    followed.add(file);
  };
  for (const file of needed.keys()) follow(file, []);
  expect(circles).toEqual([]);
});

test('every import of our own files names an existing file, with its extension', () => {
  const lost = imports
    .filter(({ target }) => target !== null && !target.includes('/generated/'))
    .filter(({ target }) => !/\.[a-z]+$/.test(target ?? '') || !existsSync(join(root, target ?? '')))
    .map(({ file, specifier }) => `${file} imports ${specifier}, which is not there`);
  expect(lost).toEqual([]);
});

test.each([
  ['server/contract/mark.ts', 'pg', null, false],
  ['server/contract/mark.ts', '../domain/ids.ts', 'server/domain/ids.ts', true],
  ['server/domain/reviewer/decide.ts', '../../db/client.ts', 'server/db/client.ts', true],
  ['server/domain/ports.ts', '../db/client.ts', 'server/db/client.ts', false],
  ['server/domain/review/store.ts', '../../db/migrate.ts', 'server/db/migrate.ts', false],
  ['server/domain/reviewer/decide.ts', '../../api/call.ts', 'server/api/call.ts', true],
  ['server/domain/reviewer/decide.ts', 'fastify', null, true],
  ['server/domain/shot/store.ts', '../review/store.ts', 'server/domain/review/store.ts', true],
  ['server/domain/new-entity/store.ts', '../token/store.ts', 'server/domain/token/store.ts', true],
  ['server/domain/failure.ts', './token/rules.ts', 'server/domain/token/rules.ts', true],
  ['server/domain/second-opinion/check-shot.ts', '../../checklist/rule.ts', 'server/checklist/rule.ts', true],
  ['server/checklist/check.ts', '../domain/ports.ts', 'server/domain/ports.ts', true],
  ['server/api/rest.ts', '../checklist/index.ts', 'server/checklist/index.ts', true],
  ['server/api/rest.ts', '../adapters/queue/index.ts', 'server/adapters/queue/index.ts', true],
  ['server/api/rest.ts', '@prisma/client', null, true],
  ['server/adapters/queue/index.ts', '../../domain/ids.ts', 'server/domain/ids.ts', false],
  ['server/capture/traffic.ts', '../contract/error.ts', 'server/contract/error.ts', false],
  ['server/capture/settle.ts', './in-page/wait.ts', 'server/capture/in-page/wait.ts', true],
  ['server/capture/in-page/wait.ts', '../deadline.ts', 'server/capture/deadline.ts', false],
  ['server/web/review/controller.ts', '../../contract/review.ts', 'server/contract/review.ts', false],
  ['server/config.ts', './domain/ports.ts', 'server/domain/ports.ts', true],
  ['app/index.ts', '../server/domain/ids.ts', 'server/domain/ids.ts', false],
  ['app/decisions/governing.ts', '../../server/db/client.ts', 'server/db/client.ts', false],
  ['server/start.ts', '../app/jobs.ts', 'app/jobs.ts', false],
  ['action/main.ts', '../app/index.ts', 'app/index.ts', false],
  ['app/render/comment.ts', '../store/registrations.ts', 'app/store/registrations.ts', true],
  ['server/bootstrap.ts', '../test/support/service.ts', 'test/support/service.ts', false],
])('%s may not import %s', (file, specifier, target, typeOnly) => {
  expect(complaint({ file, specifier, target, typeOnly })).toContain(`${file} must not import`);
});

const allowedFolders = ['action', 'app', 'server', 'test'];
const madeHere = ['node_modules', 'data', 'dist'];
const allowedFiles =
  /^(action\.yml|app\.yml|docker-compose\.yml|Dockerfile|package(-lock)?\.json|tsconfig\.json|biome\.json|knip\.json|[a-z]+\.config\.(ts|js|mjs)|(README|CHANGELOG|CONTRIBUTING|SECURITY|AGENTS)\.md|LICENSE|NOTICE|.+\.log)$/;

test('the top level holds only the named folders and the usual files', () => {
  const others = readdirSync(root, { withFileTypes: true })
    .filter(({ name }) => !name.startsWith('.') && !madeHere.includes(name))
    .filter((entry) => (entry.isDirectory() ? !allowedFolders.includes(entry.name) : !allowedFiles.test(entry.name)))
    .map(({ name }) => name);
  expect(others).toEqual([]);
});
