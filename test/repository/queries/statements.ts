import { loadModule, type Node, parsePlPgSQLSync, parseSync } from 'libpg-query';
import type { Ran } from './watch.ts';

/** One statement as PostgreSQL parses it. */
export interface Parsed extends Ran {
  statement: Node;
}

export async function parse(ran: Iterable<Ran>): Promise<Parsed[]> {
  await loadModule();
  return [...ran].flatMap(({ text, parameters }) =>
    (parseSync(text).stmts ?? []).flatMap(({ stmt }) =>
      stmt === undefined ? [] : [{ statement: stmt, text, parameters }],
    ),
  );
}

/** The expressions and statements inside a function of the database, as statements. */
function textsInside(part: unknown): string[] {
  if (typeof part !== 'object' || part === null) return [];
  if ('PLpgSQL_expr' in part) {
    const { query, parseMode } = Object(part.PLpgSQL_expr);
    // 0 is a whole statement, 2 an expression, and 4 one that is assigned to a variable.
    if (typeof query !== 'string') return [];
    return [parseMode === 0 ? query : `SELECT ${parseMode === 4 ? query.slice(query.indexOf(':=') + 2) : query}`];
  }
  return Object.values(part).flatMap(textsInside);
}

/** What functions of the database run, given by their definitions. */
export async function parseFunctions(definitions: readonly string[]): Promise<Parsed[]> {
  await loadModule();
  return parse(
    definitions.flatMap((text) => textsInside(parsePlPgSQLSync(text))).map((text) => ({ text, parameters: [] })),
  );
}
