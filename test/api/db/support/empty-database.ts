import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { urlOf } from '../../../support/database.ts';
import { closeOnce } from '../../../support/file-end.ts';

export interface EmptyDatabase {
  url: string;
  query<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>;
  drop(): Promise<void>;
}

async function query<Row extends pg.QueryResultRow>(url: string, text: string, values: unknown[] = []): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(text, values)).rows;
  } finally {
    await client.end();
  }
}

/** Creates an empty database. */
export async function emptyDatabase(): Promise<EmptyDatabase> {
  const name = `empty_${randomBytes(6).toString('hex')}`;
  const admin = urlOf('sightline');
  await query(admin, `CREATE DATABASE ${name}`);
  const url = urlOf(name);
  return {
    url,
    query: (text, values) => query(url, text, values),
    drop: closeOnce(() => query(admin, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)),
  };
}
