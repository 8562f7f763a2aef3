import { Client } from 'pg';
import { type Queries, schema } from './database.ts';

export interface SetupRow {
  nonce: string;
  /** Encrypted; null: there is no App yet. */
  credentials: string | null;
}

const lock = 72_707_371;

/**
 * Runs `work` in one transaction over a connection of its own: setting up is rare, and most processes do it never.
 * `alone`: while no other process does the same.
 */
export async function inTransaction<Result>(
  url: string,
  alone: boolean,
  work: (queries: Queries) => Promise<Result>,
): Promise<Result> {
  const client = new Client({
    connectionString: url,
    application_name: schema,
    connectionTimeoutMillis: 10_000,
  });
  // A connection that breaks fails the query that waits for it.
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query('begin');
    if (alone) await client.query('select pg_advisory_xact_lock($1)', [lock]);
    const result = await work({ query: async (text, values = []) => (await client.query(text, values)).rows });
    await client.query('commit');
    return result;
  } finally {
    // Ending the session rolls back what was not committed.
    await client.end().catch(() => {});
  }
}

/** The one row, made with `nonce` when it is not there. */
export async function openSetup(db: Queries, nonce: string): Promise<SetupRow> {
  const read = () => db.query<SetupRow>('select nonce, credentials from sightline_app.github_app');
  let [row] = await read();
  if (row !== undefined) return row;
  await db.query('insert into sightline_app.github_app (nonce) values ($1) on conflict do nothing', [nonce]);
  [row] = await read();
  if (row === undefined) throw new Error('The row of the GitHub App is gone.');
  return row;
}

export async function keepCredentials(db: Queries, credentials: string): Promise<void> {
  await db.query('update sightline_app.github_app set credentials = $1, created_at = now()', [credentials]);
}

/** Takes the credentials away, and all that was good for making them. */
export async function forgetCredentials(db: Queries): Promise<void> {
  await db.query('delete from sightline_app.github_app');
}
