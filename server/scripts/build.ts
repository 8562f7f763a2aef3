/**
 * `npm run build`: compiles service, App and command line into `dist/`, a package that needs nothing of this tree. It
 * has the same folders, so that the same relative paths find every file. An argument names a folder other than `dist`.
 */
import { spawnSync } from 'node:child_process';
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';

const root = join(import.meta.dirname, '../..');
const dist = resolve(process.argv[2] ?? join(root, 'dist'));

/** Files that are read or served at run time, and what a package should contain. */
const carried = [
  'LICENSE',
  'README.md',
  'CHANGELOG.md',
  'action.yml',
  'app.yml',
  'app/settings/sightline.schema.json',
  'server/capture/in-page/dist',
  'server/cli/sightline.mjs',
  'server/docs',
  'server/domain/sample/screenshots',
  'server/web/dist',
  'server/web/icon.svg',
];

function compile(): void {
  const config = join(import.meta.dirname, 'tsconfig.build.json');
  const { status, stdout, stderr, error } = spawnSync('tsc', ['-p', config, '--outDir', dist], {
    cwd: root,
    encoding: 'utf8',
  });
  if (status !== 0)
    throw new Error(`The source does not compile.\n${stdout ?? ''}${stderr ?? ''}${error?.message ?? ''}`);
}

async function carry(path: string): Promise<void> {
  await mkdir(dirname(join(dist, path)), { recursive: true });
  await cp(join(root, path), join(dist, path), { recursive: true, filter: (source) => !source.endsWith('.ts') });
}

/** Copies the migrations, without the schema that only serves to make a new migration. */
async function carryMigrations(): Promise<void> {
  const folder = 'server/db/migrations';
  for (const entry of await readdir(join(root, folder), { withFileTypes: true })) {
    if (entry.isDirectory()) await carry(`${folder}/${entry.name}/migration.sql`);
  }
}

/**
 * Returns the manifest of the published package: no scripts, nothing for developers, and no access to internal modules.
 */
async function manifest(): Promise<Record<string, unknown>> {
  const own: Record<string, unknown> = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  const { scripts: _scripts, devDependencies: _devDependencies, private: _private, ...published } = own;
  return { ...published, exports: { './package.json': './package.json' } };
}

await rm(dist, { recursive: true, force: true });
compile();
await Promise.all([...carried.map(carry), carryMigrations()]);
await writeFile(join(dist, 'package.json'), `${JSON.stringify(await manifest(), null, 2)}\n`);
console.log(`${dist}: the package. "npm pack" there packs it, "node server/serve.js" starts it.`);
