import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { complaint } from './rules.ts';
import { importsOf, root, sourceFiles } from './source-imports.ts';

const imports = sourceFiles(['server', 'app', 'action', 'test']).flatMap(importsOf);

test('every import follows the directions', () => {
  expect(imports.length).toBeGreaterThan(500);
  expect(imports.map(complaint).filter((each) => each !== null)).toEqual([]);
});

test('every import of a file of ours names a file that exists, with its extension', () => {
  const lost = imports
    .filter(({ target }) => target !== null && !target.includes('/generated/'))
    .filter(({ target }) => !/\.[a-z]+$/.test(target ?? '') || !existsSync(join(root, target ?? '')))
    .map(({ file, specifier }) => `${file} imports ${specifier}, which is not there`);
  expect(lost).toEqual([]);
});

test.each([
  ['server/contract/mark.ts', 'pg', null, false],
  ['server/contract/mark.ts', '../domain/ids.ts', 'server/domain/ids.ts', true],
  ['server/domain/review/decide.ts', '../../db/client.ts', 'server/db/client.ts', true],
  ['server/domain/ports.ts', '../db/client.ts', 'server/db/client.ts', false],
  ['server/domain/review/store.ts', '../../db/migrate.ts', 'server/db/migrate.ts', false],
  ['server/domain/review/decide.ts', '../../faces/call.ts', 'server/faces/call.ts', true],
  ['server/domain/review/decide.ts', 'fastify', null, true],
  ['server/faces/rest.ts', '../adapters/queue/index.ts', 'server/adapters/queue/index.ts', true],
  ['server/faces/rest.ts', '@prisma/client', null, true],
  ['server/adapters/queue/index.ts', '../../domain/ids.ts', 'server/domain/ids.ts', false],
  ['server/capture/quiet.ts', '../contract/error.ts', 'server/contract/error.ts', false],
  ['server/web/review/desk.ts', '../../contract/review.ts', 'server/contract/review.ts', false],
  ['server/config.ts', './domain/ports.ts', 'server/domain/ports.ts', true],
  ['app/index.ts', '../server/domain/ids.ts', 'server/domain/ids.ts', true],
  ['action/main.ts', '../app/render/check.ts', 'app/render/check.ts', false],
  ['server/wire.ts', '../test/support/service.ts', 'test/support/service.ts', false],
])('%s may not import %s', (file, specifier, target, typeOnly) => {
  expect(complaint({ file, specifier, target, typeOnly })).toContain(`${file} must not import`);
});

const allowedFolders = ['action', 'app', 'server', 'test'];
const madeHere = ['node_modules', 'data', 'dist'];
const allowedFiles =
  /^(action\.yml|app\.yml|docker-compose\.yml|Dockerfile|package(-lock)?\.json|tsconfig\.json|biome\.json|knip\.json|[a-z]+\.config\.(ts|js|mjs)|(README|CHANGELOG|CONTRIBUTING|SECURITY|AGENTS)\.md|LICENSE|NOTICE|.+\.log)$/;

test('the top level holds the named folders and the usual files, nothing else', () => {
  const others = readdirSync(root, { withFileTypes: true })
    .filter(({ name }) => !name.startsWith('.') && !madeHere.includes(name))
    .filter((entry) => (entry.isDirectory() ? !allowedFolders.includes(entry.name) : !allowedFiles.test(entry.name)))
    .map(({ name }) => name);
  expect(others).toEqual([]);
});
