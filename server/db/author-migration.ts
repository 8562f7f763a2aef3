/**
 * `npm run db:migration` writes the initial migration again from `schema.prisma` and `schema.sql`. Once a version is
 * released, which is when the changelog gives it a date, `npm run db:migration -- NAME` writes the next migration: the
 * difference between `schema.prisma` and `migrations/schema.prisma`, which is the schema after the last migration.
 * `--check` exits 1 when there is something to write. It needs no database and no engine binary, because Prisma's
 * schema engine runs as WebAssembly.
 */
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import * as engineBindings from '@prisma/schema-engine-wasm/schema_engine_bg';

// Node has it, but the type library for servers without a DOM does not.
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

// The engine connects before it compares two files, though it only needs the version of the connection.
const unused = (call: string) => () => Promise.reject(new Error(`The schema engine called ${call}`));
const noDatabase = {
  provider: 'postgres' as const,
  adapterName: '@prisma/adapter-pg',
  // The engine's only query: whether the schema exists, and which version PostgreSQL has.
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

const initial = '0001_init';
const snapshot = join(migrationsFolder, 'schema.prisma');
const name = process.argv[2] === '--check' ? undefined : process.argv[2];
const [schema, sql, before, changelog, entries] = await Promise.all([
  readFile(join(here, 'schema.prisma'), 'utf8'),
  readFile(join(here, 'schema.sql'), 'utf8'),
  readFile(snapshot, 'utf8').catch(() => null),
  readFile(join(here, '../../CHANGELOG.md'), 'utf8'),
  readdir(migrationsFolder, { withFileTypes: true }),
]);
const migrations = entries.flatMap((entry) => (entry.isDirectory() ? [entry.name] : []));
const engine = await engineBindings.SchemaEngine.new(
  { datamodels: [['schema.prisma', schema]] },
  () => {},
  offline as never,
);

/** Returns the SQL that changes one schema, or an empty database, to `schema.prisma`. */
async function difference(from: string | null): Promise<string> {
  const container = (content: string) => ({ files: [{ path: 'schema.prisma', content }] });
  const { exitCode, stdout } = await engine.diff({
    from: from === null ? { tag: 'empty' } : { tag: 'schemaDatamodel', ...container(from) },
    to: { tag: 'schemaDatamodel', ...container(schema) },
    script: true,
    exitCode: true,
    filters: { externalTables: [], externalEnums: [] },
  });
  return exitCode === 0 ? '' : (stdout ?? '');
}

const isReleased = /^## \[.*\d{4}-\d\d-\d\d/m.test(changelog);
const isInitial = name === undefined && migrations.length <= 1 && !isReleased;
const migration = isInitial
  ? initial
  : `${String(migrations.length + 1).padStart(4, '0')}_${name?.replaceAll('-', '_')}`;
const file = join(migrationsFolder, migration, 'migration.sql');
const wanted = isInitial ? `${await difference(null)}\n${sql}` : await difference(before);
const isWritten = wanted === '' || wanted === (await readFile(file, 'utf8').catch(() => null));

if (isWritten) {
  console.log('The migrations and the schema agree.');
} else if (process.argv[2] === '--check' || (name === undefined && !isInitial)) {
  const command = isInitial ? 'npm run db:migration' : 'npm run db:migration -- a-name-for-the-change';
  console.error(`The schema differs from the migrations: run \`${command}\`.`);
  process.exitCode = 1;
} else {
  await mkdir(join(migrationsFolder, migration), { recursive: true });
  await Promise.all([writeFile(file, wanted), writeFile(snapshot, schema)]);
  console.log(`Wrote ${file}`);
}
