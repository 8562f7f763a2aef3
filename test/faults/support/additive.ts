import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'libpg-query';

/** A part of a parsed statement: its kind and what belongs to it. */
type Node = Record<string, Record<string, unknown>>;

/** Statements that take nothing from whoever runs beside the migration. */
const harmless = new Set(['CreateSchemaStmt', 'CreateStmt', 'CreateFunctionStmt', 'CreateTrigStmt', 'CommentStmt']);

const nodesOf = (value: unknown): Node[] => (Array.isArray(value) ? (value as Node[]) : []);
const tableOf = (statement: Record<string, unknown>): string =>
  String((statement.relation as { relname?: string } | undefined)?.relname);

/** Whether a row that does not name this new column is refused. */
function mustBeNamed(column: Record<string, unknown>): boolean {
  const kinds = nodesOf(column.constraints).map((each) => String(each.Constraint?.contype));
  const required = kinds.some((kind) => kind === 'CONSTR_NOTNULL' || kind === 'CONSTR_PRIMARY');
  return required && !kinds.some((kind) => /DEFAULT|IDENTITY|GENERATED/.test(kind));
}

function ofAlteration(table: string, command: Record<string, unknown>): string | null {
  const { subtype, name, def } = command;
  const column = (def as Node | undefined)?.ColumnDef;
  if (subtype === 'AT_DropNotNull' || (subtype === 'AT_ColumnDefault' && def !== undefined)) return null;
  if (subtype !== 'AT_AddColumn' || column === undefined) return `${table}: ${subtype} ${name ?? ''}`.trim();
  return mustBeNamed(column) ? `${table}.${column.colname}: required, without a default` : null;
}

/** What in a migration the version before would trip over while it runs beside the one that made it. */
export async function takenAway(sql: string): Promise<string[]> {
  const parsed: unknown = await parse(sql);
  const { stmts = [] } = parsed as { stmts?: { stmt: Node }[] };
  const statements = stmts.flatMap(({ stmt }) => Object.entries(stmt));
  const made = new Set(statements.filter(([kind]) => kind === 'CreateStmt').map(([, each]) => tableOf(each)));
  return statements.flatMap(([kind, statement]) => {
    if (harmless.has(kind)) return [];
    const table = tableOf(statement);
    // Nobody knows the table yet.
    if (made.has(table)) return [];
    if (kind === 'IndexStmt') return statement.unique === true ? [`${table}: a unique index`] : [];
    if (kind !== 'AlterTableStmt') return [`${kind} ${table === 'undefined' ? '' : table}`.trim()];
    const commands = nodesOf(statement.cmds).map(({ AlterTableCmd = {} }) => ofAlteration(table, AlterTableCmd));
    return commands.filter((each) => each !== null);
  });
}

/** The migrations of a folder, each with its name. */
export async function migrationsIn(folder: string): Promise<{ name: string; sql: string }[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const named = entries
    .filter(({ name }) => /^\d/.test(name))
    .toSorted((one, other) => (one.name < other.name ? -1 : 1));
  return Promise.all(
    named.map(async (entry) => {
      const file = entry.isDirectory() ? join(entry.name, 'migration.sql') : entry.name;
      return { name: entry.name, sql: await readFile(join(folder, file), 'utf8') };
    }),
  );
}
