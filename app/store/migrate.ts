import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { Client } from 'pg';
import { schema } from './database.ts';

const directory = new URL('./migrations/', import.meta.url);
const lock = 72_707_370;

/** Brings the App's schema up to date. Safe to run from many processes at once. */
export async function migrate(url: string): Promise<void> {
  const client = new Client({ connectionString: url, application_name: schema });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [lock]);
    await client.query(`create schema if not exists ${schema}`);
    await client.query(`set search_path to ${schema}`);
    await client.query(
      'create table if not exists migration (name text primary key, checksum text not null, applied_at timestamptz not null default now())',
    );
    const applied = await client.query<{ name: string; checksum: string }>('select name, checksum from migration');
    const known = new Map(applied.rows.map((row) => [row.name, row.checksum]));
    const names = (await readdir(directory)).filter((name) => name.endsWith('.sql')).sort();
    for (const name of names) await apply(client, name, known.get(name));
  } finally {
    // Ending the session gives the lock back.
    await client.end();
  }
}

async function apply(client: Client, name: string, known: string | undefined): Promise<void> {
  const sql = await readFile(new URL(name, directory), 'utf8');
  const checksum = createHash('sha256').update(sql).digest('hex');
  if (known === checksum) return;
  if (known !== undefined) throw new Error(`The migration ${name} was changed after it had been applied.`);
  await client.query('begin');
  try {
    await client.query(sql);
    await client.query('insert into migration (name, checksum) values ($1, $2)', [name, checksum]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}
