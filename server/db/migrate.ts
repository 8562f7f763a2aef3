import { createHash, randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';

/** The lock that Prisma's own `migrate deploy` takes, so that the two exclude each other. */
const PRISMA_MIGRATION_LOCK = 72_707_369;

const bookkeeping = `CREATE TABLE IF NOT EXISTS _prisma_migrations (
  id VARCHAR(36) PRIMARY KEY NOT NULL,
  checksum VARCHAR(64) NOT NULL,
  finished_at TIMESTAMPTZ,
  migration_name VARCHAR(255) NOT NULL,
  logs TEXT,
  rolled_back_at TIMESTAMPTZ,
  started_at TIMESTAMPTZ NOT NULL DEFAULT now(),
  applied_steps_count INTEGER NOT NULL DEFAULT 0
)`;

/**
 * Returns the first migration that is still to be applied. @throws Error when an applied migration differs from its
 * file
 */
async function firstMissing(client: pg.Client, files: readonly MigrationFile[]): Promise<MigrationFile | undefined> {
  const { rows } = await client.query<{ migration_name: string; checksum: string }>(
    'SELECT migration_name, checksum FROM _prisma_migrations WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL',
  );
  const applied = new Map(rows.map((row) => [row.migration_name, row.checksum]));
  return files.find(({ name, checksum }) => {
    const before = applied.get(name);
    if (before === undefined || before === checksum) return before === undefined;
    throw new Error(`The migration ${name} was changed after it was applied to this database.`);
  });
}

interface MigrationFile {
  name: string;
  sql: string;
  /** SHA-256, in hexadecimal. */
  checksum: string;
}

async function readFiles(folder: string): Promise<MigrationFile[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const names = entries.flatMap((entry) => (entry.isDirectory() ? [entry.name] : [])).sort();
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(join(folder, name, 'migration.sql'), 'utf8');
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
    }),
  );
}

/** Returns whether no migration was ever applied to this database. */
export async function isUntouched(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ untouched: boolean }>(
      "SELECT to_regclass('_prisma_migrations') IS NULL AS untouched",
    );
    return rows[0]?.untouched ?? false;
  } finally {
    await client.end();
  }
}

/**
 * Migrates the database to the newest migration. Many processes may run it at once: the lock lasts for a transaction,
 * and each migration is one. Writes the same rows as `prisma migrate deploy`, which remains usable where its engine can
 * be downloaded.
 * @returns the names of the migrations it applied
 * @throws Error when an applied migration differs from its file
 */
export async function migrate(url: string, folder = join(import.meta.dirname, 'migrations')): Promise<string[]> {
  const files = await readFiles(folder);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const done: string[] = [];
  try {
    for (let complete = false; !complete; ) {
      await client.query('BEGIN');
      await client.query('SELECT pg_advisory_xact_lock($1)', [PRISMA_MIGRATION_LOCK]);
      await client.query(bookkeeping);
      const next = await firstMissing(client, files);
      if (next !== undefined) {
        await client.query(next.sql);
        await client.query(
          `INSERT INTO _prisma_migrations (id, checksum, finished_at, migration_name, applied_steps_count)
           VALUES ($1, $2, now(), $3, 1)`,
          [randomUUID(), next.checksum, next.name],
        );
        done.push(next.name);
      }
      await client.query('COMMIT');
      complete = next === undefined;
    }
    return done;
  } finally {
    // Ending the session rolls back what was not committed.
    await client.end();
  }
}
