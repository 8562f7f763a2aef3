/**
 * `npm run db:migration -- NAME` writes the next migration from the difference between the schema as the last
 * migration left it (kept beside its SQL) and `schema.prisma`. `--check` exits 1 when there is a difference.
 * Needs no database and no engine binary: Prisma's schema engine runs as WebAssembly.
 */
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import * as engineBindings from '@prisma/schema-engine-wasm/schema_engine_bg';

// Node has it; the type library for a server without a DOM does not.
declare const WebAssembly: {
  instantiate(bytes: Uint8Array, imports: object): Promise<{ instance: { exports: Record<string, unknown> } }>;
};

const here = import.meta.dirname;
const migrationsFolder = join(here, 'migrations');

const wasmFile = createRequire(import.meta.url)
  .resolve('@prisma/schema-engine-wasm')
  .replace(/schema_engine\.js$/, 'schema_engine_bg.wasm');
const { instance } = await WebAssembly.instantiate(await readFile(wasmFile), {
  './schema_engine_bg.js': engineBindings,
});
engineBindings.__wbg_set_wasm(instance.exports);
(instance.exports.__wbindgen_start as () => void)();

// The engine connects before it compares two files, though it needs nothing of the connection but its version.
const unused = (call: string) => () => Promise.reject(new Error(`The schema engine called ${call}`));
const noDatabase = {
  provider: 'postgres' as const,
  adapterName: '@prisma/adapter-pg',
  // Its one question: does the schema exist, and which PostgreSQL is this.
  queryRaw: () =>
    Promise.resolve({
      ok: true,
      value: {
        columnNames: ['exists', 'version', 'numeric_version'],
        columnTypes: [5, 7, 0],
        rows: [[true, 'PostgreSQL 16.0', 160000]],
      },
    }),
  executeRaw: unused('executeRaw'),
  executeScript: unused('executeScript'),
  startTransaction: unused('startTransaction'),
  getConnectionInfo: () => ({ ok: true, value: { schemaName: 'public', supportsRelationJoins: true } }),
  dispose: () => Promise.resolve({ ok: true, value: undefined }),
};
const offline = {
  provider: noDatabase.provider,
  adapterName: noDatabase.adapterName,
  connect: () => Promise.resolve({ ok: true, value: noDatabase }),
  connectToShadowDb: () => Promise.resolve({ ok: true, value: noDatabase }),
};

const schema = await readFile(join(here, 'schema.prisma'), 'utf8');
const folders = (await readdir(migrationsFolder, { withFileTypes: true }))
  .filter((entry) => entry.isDirectory())
  .map((entry) => entry.name)
  .sort();
const last = folders.at(-1);
const before = last === undefined ? null : await readFile(join(migrationsFolder, last, 'schema.prisma'), 'utf8');

const engine = await engineBindings.SchemaEngine.new(
  { datamodels: [['schema.prisma', schema]] },
  () => {},
  offline as never,
);
const container = (content: string) => ({ files: [{ path: 'schema.prisma', content }] });
const difference = await engine.diff({
  from: before === null ? { tag: 'empty' } : { tag: 'schemaDatamodel', ...container(before) },
  to: { tag: 'schemaDatamodel', ...container(schema) },
  script: true,
  exitCode: true,
  filters: { externalTables: [], externalEnums: [] },
});

const name = process.argv[2];
if (difference.exitCode === 0) {
  console.log('The migrations and schema.prisma agree.');
} else if (name === '--check' || name === undefined) {
  console.error('schema.prisma differs from the last migration: run `npm run db:migration -- a-name-for-the-change`.');
  process.exitCode = 1;
} else {
  const folder = join(migrationsFolder, `${String(folders.length + 1).padStart(4, '0')}_${name.replaceAll('-', '_')}`);
  await mkdir(folder);
  await writeFile(join(folder, 'migration.sql'), difference.stdout ?? '');
  await writeFile(join(folder, 'schema.prisma'), schema);
  console.log(`Wrote ${folder}`);
}
