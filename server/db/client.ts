import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import { PrismaClient } from './generated/client.ts';

export { Prisma } from './generated/client.ts';
export type Database = PrismaClient;
/** Where a query runs: the database itself, or one of its transactions. */
export type Tx = Omit<PrismaClient, '$connect' | '$disconnect' | '$on' | '$transaction' | '$extends'>;

/** Names a row of a workspace. */
export type RowKey = { id: string; workspaceId: string };

/** Returns the columns of a table by their names in a row, except `left`. */
export const columnsExcept = <Name extends string, Left extends Name>(
  fields: { [Key in Name]: Key },
  ...left: Left[]
): Exclude<Name, Left>[] =>
  Object.values<Name>(fields).filter((name): name is Exclude<Name, Left> => !left.some((each) => each === name));

/** Copies bytes into memory that nobody else uses, as Prisma requires. */
export const bytes = (value: Uint8Array): Uint8Array<ArrayBuffer> => new Uint8Array(value);

/**
 * How many statements a process names. Those with ever different texts, such as lists of values, are not worth a
 * connection's memory.
 */
const MAX_STATEMENTS = 500;

const pools = new WeakMap<object, pg.Pool>();

/** Returns a function that names each text for this process, so that a connection parses and plans it once. */
function nameStatements(): (query: { sql: string }) => string {
  const names = new Map<string, string>();
  return ({ sql }) => {
    const known = names.get(sql);
    if (known !== undefined) return known;
    if (names.size >= MAX_STATEMENTS) return '';
    const name = `s${names.size}`;
    names.set(sql, name);
    return name;
  };
}

/**
 * The longest time that a transaction may be idle, and keep its locks, when its process hangs. It equals the longest
 * time that a transaction may take.
 */
const MAX_IDLE_MS = 20_000;

/**
 * Settings of each connection. Otherwise PostgreSQL plans a statement anew for its first five runs on a connection, which
 * costs ten times the run: reading a review 4.7 instead of 0.5 ms. A connection that was idle for half a minute is
 * replaced, so most readers of a small installation would wait for that. Compiling plans (`jit`) never pays for
 * statements that return few rows, but a plan that does not know how few could ask for it.
 */
const SETTINGS = "SET plan_cache_mode = 'force_generic_plan'; SET jit = off";

/** Connects lazily. `timeoutMs` limits how long connecting and each query may take. */
function openPool(url: string, max: number, timeoutMs?: number): pg.Pool {
  const limits =
    timeoutMs === undefined
      ? {}
      : { connectionTimeoutMillis: timeoutMs, query_timeout: timeoutMs, statement_timeout: timeoutMs };
  const pool = new pg.Pool({
    connectionString: url,
    max,
    idleTimeoutMillis: 30_000,
    idle_in_transaction_session_timeout: MAX_IDLE_MS,
    onConnect: async (connection) => {
      await connection.query(SETTINGS);
    },
    ...limits,
  });
  // The next query replaces a connection that broke while idle.
  pool.on('error', () => {});
  // Without a listener, a connection that breaks before it is released would end the process.
  pool.on('connect', (connection) => connection.on('error', () => {}));
  return pool;
}

/** Opens the database. `max` limits this process's connections. It takes 10 MB of memory, so a process opens one. */
export function connectDatabase(url: string, max = 10): Database {
  const pool = openPool(url, max);
  const adapter = new PrismaPg(pool, { disposeExternalPool: true, statementNameGenerator: nameStatements() });
  const db = new PrismaClient({ adapter });
  pools.set(db, pool);
  return db;
}

/** Connections that only read. */
export interface Reader {
  read<Row extends object>(text: string): Promise<Row[]>;
  close(): Promise<void>;
}

/** Opens connections that only read, `max` at most. `timeoutMs` limits how long connecting and each query may take. */
export function connectReader(url: string, max: number, timeoutMs: number): Reader {
  const pool = openPool(url, max, timeoutMs);
  return {
    read: async <Row extends object>(text: string) => (await pool.query<Row>(text)).rows,
    close: () => pool.end(),
  };
}

/** `name` must be unique in the process; `$1` and so on stand for its values. */
export interface Statement {
  name: string;
  text: string;
}

/**
 * Runs a frequent statement, prepared once for each connection. Outside a transaction it goes directly to the driver,
 * because Prisma's own work costs several times that of the query.
 */
export async function runPrepared<Row extends object>(tx: Tx, statement: Statement, values: unknown[]): Promise<Row[]> {
  const pool = pools.get(tx);
  if (pool === undefined) return tx.$queryRawUnsafe<Row[]>(statement.text, ...values);
  const { rows } = await pool.query<Row>({ ...statement, values });
  return rows;
}

/** The statements that each connection has prepared for `runTogether`. */
const preparedOn = new WeakMap<object, Set<string>>();

/**
 * Runs several statements in one exchange with the database and one transaction of their own, in which each sees what
 * was committed when it began. They take no values: their text must consist of constants. The statements in `prepare`
 * are planned once for each connection, and can be called with `EXECUTE` and constants.
 * @returns the rows of each statement
 */
export async function runTogether(
  db: Database,
  statements: readonly string[],
  prepare: readonly Statement[] = [],
): Promise<object[][]> {
  const pool = pools.get(db);
  if (pool === undefined) throw new Error('Only a database itself runs statements together.');
  const connection = await pool.connect();
  try {
    const known = preparedOn.get(connection) ?? new Set();
    preparedOn.set(connection, known);
    const missing = prepare.filter(({ name }) => !known.has(name));
    const all = [...missing.map(({ name, text }) => `PREPARE ${name} AS ${text}`), ...statements];
    // A text without values is sent unprepared; the driver then returns one result for each statement.
    const results: unknown = await connection.query(all.join(';\n'));
    for (const { name } of missing) known.add(name);
    connection.release();
    const each = (Array.isArray(results) ? results : [results]) as pg.QueryResult<object>[];
    return each.slice(missing.length).map(({ rows }) => rows);
  } catch (error) {
    // It is unknown what the connection has prepared by now, so it is closed.
    connection.release(true);
    throw error;
  }
}
