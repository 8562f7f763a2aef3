import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import { greet, isPooled } from './connection.ts';
import { PrismaClient } from './generated/client.ts';

export { Prisma } from './generated/client.ts';
export type Database = PrismaClient;
/** What a query runs on: the database itself, or one transaction of it. */
export type Tx = Omit<PrismaClient, '$connect' | '$disconnect' | '$on' | '$transaction' | '$extends'>;

/** Bytes as Prisma takes them: over memory that nobody shares. */
export const bytes = (value: Uint8Array): Uint8Array<ArrayBuffer> => new Uint8Array(value);

/** Statements whose text varies without end, such as lists of values, are not worth a connection's memory. */
const MOST_STATEMENTS = 500;

const pools = new WeakMap<object, pg.Pool>();

/** Names each text for this process, so that a connection parses and plans it once. */
function nameStatements(): (query: { sql: string }) => string {
  const names = new Map<string, string>();
  return ({ sql }) => {
    const known = names.get(sql);
    if (known !== undefined) return known;
    if (names.size >= MOST_STATEMENTS) return '';
    const name = `s${names.size}`;
    names.set(sql, name);
    return name;
  };
}

/**
 * A process that stands still in the middle of a transaction keeps its locks no longer than this, which is as long as a
 * transaction may take.
 */
const MOST_IDLE_MS = 20_000;

/** Connects lazily. `max` bounds this process's connections, `timeoutMs` how long connecting and each query may take. */
export function connectDatabase(url: string, max = 10, timeoutMs?: number): Database {
  const limits = timeoutMs === undefined ? {} : { connectionTimeoutMillis: timeoutMs, query_timeout: timeoutMs };
  const session = { idleInTransactionMs: MOST_IDLE_MS, statementMs: timeoutMs ?? null };
  const pool = new pg.Pool({
    connectionString: url,
    max,
    idleTimeoutMillis: 30_000,
    onConnect: (connection) => greet(connection, session),
    ...limits,
  });
  // A connection that dies while idle is replaced by the next query's.
  pool.on('error', () => {});
  // One that dies with its answer, before it was given back, would otherwise end the process.
  pool.on('connect', (connection) => connection.on('error', () => {}));
  const adapter = new PrismaPg(pool, { disposeExternalPool: true, statementNameGenerator: nameStatements() });
  const db = new PrismaClient({ adapter });
  pools.set(db, pool);
  return db;
}

/** `name` is this statement's alone in the whole process; `$1` and so on are its values. */
export interface Statement {
  name: string;
  text: string;
}

/**
 * Runs a hot statement, prepared once per connection. Outside a transaction it goes to the driver without Prisma in
 * between, whose own work costs several times that of the query.
 */
export async function runPrepared<Row extends object>(tx: Tx, statement: Statement, values: unknown[]): Promise<Row[]> {
  const pool = pools.get(tx);
  if (pool === undefined) return tx.$queryRawUnsafe<Row[]>(statement.text, ...values);
  const { rows } = await pool.query<Row>({ ...statement, values });
  return rows;
}

/** Which statements a connection has prepared for `runTogether`. */
const preparedOn = new WeakMap<object, Set<string>>();

/** The statement with each `EXECUTE` replaced by what it would run. */
const inFull = (statement: string, plans: readonly Statement[]): string =>
  plans.reduce((text, plan) => {
    const execute = new RegExp(`EXECUTE ${plan.name}\\b(?: \\(([^)]*)\\))?`, 'g');
    return text.replace(execute, (_, given: string | undefined) => {
      const values = given?.split(', ') ?? [];
      return plan.text.replace(/\$(\d+)/g, (_, number: string) => values[Number(number) - 1] ?? 'NULL');
    });
  }, statement);

/**
 * Runs several statements in one exchange with the database and one transaction of their own, in which each sees what
 * was committed when it began. They take no values: their text is to be made of constants alone. What is in `prepare`
 * they may `EXECUTE`, with constants that hold neither comma nor bracket: it is planned once per connection; behind a
 * pooler, where nothing may stay prepared, each time.
 * @returns the rows of each
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
    const pooled = isPooled(connection);
    const missing = pooled ? [] : prepare.filter(({ name }) => !known.has(name));
    const texts = pooled ? statements.map((each) => inFull(each, prepare)) : statements;
    const all = [...missing.map(({ name, text }) => `PREPARE ${name} AS ${text}`), ...texts];
    // A text without values goes as it is; the driver then answers with one result for each statement.
    const results: unknown = await connection.query(all.join(';\n'));
    for (const { name } of missing) known.add(name);
    connection.release();
    const each = (Array.isArray(results) ? results : [results]) as pg.QueryResult<object>[];
    return each.slice(missing.length).map(({ rows }) => rows);
  } catch (error) {
    // Nobody knows what it has prepared by now.
    connection.release(true);
    throw error;
  }
}
