import type { Node } from 'libpg-query';
import { newColumn, newValue, type Term } from './terms.ts';

/** The columns of a table, a subquery or a CTE in their order; `term` where one says of which workspace a row is. */
export type Columns = readonly { name: string; term: Term | null }[];

export interface Relation {
  name: string;
  columns: Columns;
}

/** What the names in one query mean. */
export interface Scope {
  relations: Relation[];
  ctes: Map<string, Columns>;
  outer: Scope | null;
}

export const newScope = (outer: Scope | null): Scope => ({ relations: [], ctes: new Map(), outer });

/** Terms of its own for a place where a subquery or CTE is read: what is compared there does not narrow what it reads. */
export function readAgain(columns: Columns, names: readonly string[]): Columns {
  return columns.map(({ name, term }, at) => {
    if (term === null) return { name: names[at] ?? name, term };
    const again = newColumn();
    again.bounds.add(term);
    return { name: names[at] ?? name, term: again };
  });
}

export const textOf = (node: Node): string | null => ('String' in node ? (node.String.sval ?? '') : null);
export const textsOf = (nodes: readonly Node[] = []): string[] => nodes.flatMap((node) => textOf(node) ?? []);

export function findCte(scope: Scope | null, name: string): Columns | null {
  return scope === null ? null : (scope.ctes.get(name) ?? findCte(scope.outer, name));
}

/** What a column of this name is, and whether it is of the query itself and not of one around it. */
function findColumn(
  scope: Scope | null,
  relation: string | undefined,
  column: string,
): { term: Term; own: boolean } | null {
  if (scope === null) return null;
  for (const { name, columns } of scope.relations) {
    if (relation !== undefined && relation !== name) continue;
    const found = columns.find((each) => each.name === column);
    if (found !== undefined) return found.term === null ? null : { term: found.term, own: true };
    if (relation !== undefined) return null;
  }
  const around = findColumn(scope.outer, relation, column);
  return around === null ? null : { ...around, own: false };
}

/** What an expression stands for, when it is a column that says of which workspace a row is, or a value. */
export function termOf(
  node: Node | undefined,
  scope: Scope,
  values: Map<number | string, Term>,
): { term: Term; own: boolean } | null {
  if (node === undefined) return null;
  if ('TypeCast' in node) return termOf(node.TypeCast.arg, scope, values);
  const known = (value: number | string) => {
    const term = values.get(value) ?? newValue(value);
    values.set(value, term);
    return { term, own: false };
  };
  if ('ParamRef' in node) return known(node.ParamRef.number ?? 0);
  if ('A_Const' in node) return known(JSON.stringify({ ...node.A_Const, location: undefined }));
  if (!('ColumnRef' in node)) return null;
  const names = textsOf(node.ColumnRef.fields);
  const [relation, column] = [names.at(-2), names.at(-1)];
  // In a trigger: the row that it is called for.
  if (relation === 'old' || relation === 'new') return known(`${relation}.${column}`);
  return column === undefined ? null : findColumn(scope, relation, column);
}
