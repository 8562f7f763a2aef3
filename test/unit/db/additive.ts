import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Statements that change nothing for a process of the previous version. */
const harmless =
  /^(CREATE (SCHEMA|TYPE|(UNLOGGED )?TABLE|(OR REPLACE )?FUNCTION|(OR REPLACE )?TRIGGER|INDEX|STATISTICS)|COMMENT ON|ALTER TABLE \S+ SET UNLOGGED)\b/i;
const harmlessInTable = /^ALTER (COLUMN )?\S+ (DROP NOT NULL|SET DEFAULT .*)$/i;

/** Returns the statements of a migration without comments and without the bodies of functions. */
const statementsOf = (sql: string): string[] =>
  sql
    .replace(/--.*$/gm, '')
    .replace(/\$\$.*?\$\$/gs, "''")
    .split(';')
    .map((statement) => statement.replace(/\s+/g, ' ').trim())
    .filter((statement) => statement !== '');

const tableOf = (statement: string): string | undefined =>
  /^(?:CREATE (?:UNLOGGED )?TABLE (?:IF NOT EXISTS )?|ALTER TABLE (?:ONLY )?|CREATE (?:UNIQUE )?INDEX \S+ ON )"?(\w+)/i.exec(
    statement,
  )?.[1];

/** A column that the previous version leaves empty must be optional or have a default. */
const isHarmlessChange = (change: string): boolean =>
  /^ADD COLUMN /i.test(change)
    ? !/ (NOT NULL|PRIMARY KEY)\b/i.test(change) || / (DEFAULT|GENERATED)\b/i.test(change)
    : harmlessInTable.test(change);

/** Returns what in a migration breaks the previous version, which runs beside the one that migrated. */
export function breakingIn(sql: string): string[] {
  const statements = statementsOf(sql);
  const created = new Set(statements.filter((each) => /^CREATE (UNLOGGED )?TABLE/i.test(each)).map(tableOf));
  return statements.flatMap((statement) => {
    if (harmless.test(statement) || created.has(tableOf(statement))) return [];
    const [, changes] = /^ALTER TABLE (?:ONLY )?\S+ (.*)$/i.exec(statement) ?? [];
    if (changes === undefined) return [statement];
    return changes.split(/, (?=(?:ADD|ALTER|DROP|RENAME) )/i).filter((change) => !isHarmlessChange(change));
  });
}

/** Returns the migrations of a folder in their order. */
export async function migrationsIn(folder: string): Promise<{ name: string; sql: string }[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const named = entries.filter(({ name }) => /^\d/.test(name)).toSorted((a, b) => (a.name < b.name ? -1 : 1));
  return Promise.all(
    named.map(async (entry) => {
      const file = entry.isDirectory() ? join(entry.name, 'migration.sql') : entry.name;
      return { name: entry.name, sql: await readFile(join(folder, file), 'utf8') };
    }),
  );
}
