/**
 * Writes the lists of what `server/contract/operations/` declares: the operations, their routes for clients that do not
 * bundle a schema library, and their handlers, each the function `doThis` that a file of an entity in `server/domain/`
 * exports.
 * `--check` writes nothing and exits 1 when a list is out of date.
 */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Operation } from '../contract/define-operation.ts';
import { groups } from '../contract/groups.ts';

const server = join(import.meta.dirname, '..');
const declarations = join(server, 'contract/operations');

interface Declared {
  /** The file's name without its extension */
  file: string;
  /** The name of the constant, and of the handler */
  constant: string;
  operation: Operation;
}

/** Returns the operations of a file, in the order of their declarations. */
async function declaredIn(name: string): Promise<Declared[]> {
  const path = join(declarations, name);
  const source = await readFile(path, 'utf8');
  const module: Record<string, Operation | undefined> = await import(pathToFileURL(path).href);
  return [...source.matchAll(/^export const (\w+) = defineOperation\(/gm)].map(([, constant = '']) => {
    const operation = module[constant];
    const expected = constant.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    if (operation?.name !== expected) throw new Error(`${name}: name the operation ${constant} "${expected}"`);
    return { file: basename(name, '.ts'), constant, operation };
  });
}

const files = (await readdir(declarations)).filter((name) => name.endsWith('.ts')).toSorted();
const order = groups.map(({ name }) => name);
const all = (await Promise.all(files.map(declaredIn)))
  .flat()
  .toSorted((one, other) => order.indexOf(one.operation.group) - order.indexOf(other.operation.group));

/** The functions that the files of the entities export, by name. Stores serve the handlers, so they have none. */
const exported = new Map<string, string[]>();
for (const path of (await readdir(join(server, 'domain'), { recursive: true })).toSorted()) {
  if (!/^[\w-]+[\\/](?!store\.)[\w-]+\.ts$/.test(path)) continue;
  const source = await readFile(join(server, 'domain', path), 'utf8');
  for (const [, constant = ''] of source.matchAll(/^export (?:async function|const) (\w+)/gm)) {
    exported.set(constant, [...(exported.get(constant) ?? []), path.replaceAll('\\', '/')]);
  }
}
const handlers = all.flatMap(({ constant, operation: { name } }) => {
  const found = exported.get(constant) ?? [];
  if (found.length > 1) throw new Error(`${name} has several handlers: ${found.join(', ')}`);
  if (found.length === 0)
    console.warn(`${name} has no handler: export ${constant} from a file in server/domain/<entity>/`);
  return found.map((path) => ({ name, constant, path }));
});

const entry = (name: string, value: string): string => (name === value ? `  ${name},` : `  ${name}: ${value},`);
const notice = '// Written by `npm run generate`. Do not edit.';
const generated: Record<string, string[]> = {
  'contract/operations.generated.ts': [
    ...files.map((name) => `import * as ${basename(name, '.ts')} from './operations/${name}';`),
    '',
    '/** Everything the service does. REST, MCP and OpenAPI are loops over this list. */',
    'export const operations = {',
    ...all.map(({ file, constant, operation }) => entry(operation.name, `${file}.${constant}`)),
    '} as const;',
  ],
  'contract/routes.generated.ts': [
    '/** Method and path of every operation that is reached over REST. */',
    'export const routes = {',
    ...all.flatMap(({ operation: { name, rest } }) =>
      rest === null ? [] : [entry(name, `['${rest.method}', '${rest.path}']`)],
    ),
    '} as const;',
  ],
  'domain/operations.generated.ts': [
    ...handlers.map(({ constant, path }) => `import { ${constant} } from './${path}';`),
    '',
    'export const handlers = {',
    ...handlers.map(({ name, constant }) => entry(name, constant)),
    '};',
  ],
};

for (const [path, lines] of Object.entries(generated)) {
  const text = `${[notice, ...lines].join('\n')}\n`;
  const before = await readFile(join(server, path), 'utf8').catch(() => '');
  if (text === before) continue;
  if (process.argv.includes('--check')) {
    console.error(`server/${path} is out of date. Run: npm run generate`);
    process.exitCode = 1;
  } else await writeFile(join(server, path), text);
}
