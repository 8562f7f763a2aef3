import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { Client } from 'pg';
import { schema } from './database.ts';

const directory = new URL('./migrations/', import.meta.url);
const lock = 72_707_370;

/** Brings the App's schema up to date. Safe to run from many processes at once, behind a connection pooler too. */
export async function migrate(url: string): Promise<void> {
  const client = new Client({ connectionString: url, application_name: schema });
  await client.connect();
  try {
    await alone(client, async () => {
      await client.query(`create schema if not exists ${schema}`);
      await client.query(
        `create table if not exists ${schema}.migration (name text primary key, checksum text not null, applied_at timestamptz not null default now())`,
      );
    });
    const names = (await readdir(directory)).filter((name) => name.endsWith('.sql')).sort();
    for (const name of names) await alone(client, () => apply(client, name));
  } finally {
    // Ending the session rolls back what was not committed, and with that gives the lock back.
    await client.end();
  }
}

/** One transaction, while no other process has one of these. What the statements in it do not name is the App's. */
async function alone(client: Client, work: () => Promise<void>): Promise<void> {
  await client.query('begin');
  await client.query('select pg_advisory_xact_lock($1)', [lock]);
  await client.query(`set local search_path to ${schema}`);
  await work();
  await client.query('commit');
}

async function apply(client: Client, name: string): Promise<void> {
  const sql = await readFile(new URL(name, directory), 'utf8');
  const checksum = createHash('sha256').update(sql).digest('hex');
  const applied = await client.query<{ checksum: string }>('select checksum from migration where name = $1', [name]);
  const known = applied.rows[0]?.checksum;
  if (known === checksum) return;
  if (known !== undefined) throw new Error(`The migration ${name} was changed after it had been applied.`);
  await client.query(sql);
  await client.query('insert into migration (name, checksum) values ($1, $2)', [name, checksum]);
}
