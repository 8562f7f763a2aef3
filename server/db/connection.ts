import type { ClientBase } from 'pg';

/** What a connection is given for as long as it lives, in milliseconds. */
export interface SessionLimits {
  idleInTransactionMs: number;
  /** null: a statement may take any time. */
  statementMs: number | null;
}

const pooled = new WeakSet<object>();

/**
 * Whether a pooler such as PgBouncer is between this connection and PostgreSQL: each of its transactions may then run on
 * another connection of PostgreSQL's, which others use as well.
 */
export const isPooled = (connection: object): boolean => pooled.has(connection);

/** A pooler tells every client of a process that it made up. */
const processOf = (connection: object): unknown => ('processID' in connection ? connection.processID : null);

/** Sets nothing where the process that answers is not the one that was connected to. */
const greeting = `
  SELECT pg_backend_pid() = $1::int AS direct,
         CASE WHEN pg_backend_pid() = $1::int THEN set_config('idle_in_transaction_session_timeout', $2, false) END,
         CASE WHEN pg_backend_pid() = $1::int AND $3::text IS NOT NULL THEN set_config('statement_timeout', $3, false) END`;

/**
 * Makes a new connection fit for use, directly or behind a pooler. Poolers refuse such limits as parameters of the start,
 * and what is set or prepared on a connection would reach others': behind one, statements lose their names and the limit
 * is set in each transaction.
 */
export async function greet(connection: ClientBase, limits: SessionLimits): Promise<void> {
  const { idleInTransactionMs, statementMs } = limits;
  const values = [
    processOf(connection),
    String(idleInTransactionMs),
    statementMs === null ? null : String(statementMs),
  ];
  const { rows } = await connection.query<{ direct: boolean | null }>(greeting, values);
  if (rows[0]?.direct === true) return;
  pooled.add(connection);
  const begin = `BEGIN; SET LOCAL idle_in_transaction_session_timeout = ${Math.trunc(idleInTransactionMs)}`;
  const query = connection.query.bind(connection) as (...given: unknown[]) => unknown;
  const plain = (first: unknown): unknown => {
    if (typeof first !== 'object' || first === null || !('text' in first)) return first;
    return { ...first, name: undefined, text: first.text === 'BEGIN' ? begin : first.text };
  };
  connection.query = ((first: unknown, ...more: unknown[]) => query(plain(first), ...more)) as ClientBase['query'];
}
