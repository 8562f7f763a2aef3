import type { InsertStmt, JoinExpr, Node, RangeVar, SelectStmt, WithClause } from 'libpg-query';
import {
  type Columns,
  findCte,
  newScope,
  type Relation,
  readAgain,
  type Scope,
  termOf,
  textOf,
  textsOf,
} from './scope.ts';
import { newColumn, type Term } from './terms.ts';

/** A table as PostgreSQL's catalog has it. */
export interface Table {
  columns: readonly string[];
  /** The column that says of which workspace a row is; null when none does. */
  workspaceColumn: string | null;
}

/** One place where a statement reads or writes a table whose rows belong to workspaces. */
export interface Use {
  table: string;
  /** Its workspace, with everything that it is bound by. */
  workspace: Term;
  /** The columns that a value is demanded of. */
  demanded: Set<string>;
}

export interface Reading {
  kind: string;
  uses: Use[];
  /** Whether it locks rows that it reads. */
  locks: boolean;
  /** What conflicts its inserts settle, by the name of the key or its columns. */
  conflicts: { table: string; on: string }[];
}

/** Reads which rows of which workspaces a statement can touch, as PostgreSQL's own parser understood it. */
export function readStatement(statement: Node, tables: ReadonlyMap<string, Table>): Reading {
  const uses: Use[] = [];
  const conflicts: Reading['conflicts'] = [];
  const values = new Map<number | string, Term>();
  const usesByTerm = new Map<Term, Use>();
  let locks = false;

  function openTable(range: RangeVar, scope: Scope): Relation {
    const { relname: table = '', schemaname, alias } = range;
    const name = alias?.aliasname ?? table;
    const cte = schemaname === undefined ? findCte(scope, table) : null;
    if (cte !== null) return { name, columns: readAgain(cte, textsOf(alias?.colnames)) };
    const known = schemaname === undefined || schemaname === 'public' ? tables.get(table) : undefined;
    const columns = (known?.columns ?? []).map((column) => {
      if (column !== known?.workspaceColumn) return { name: column, term: null };
      const term = newColumn();
      const use = { table, workspace: term, demanded: new Set<string>() };
      uses.push(use);
      usesByTerm.set(term, use);
      return { name: column, term };
    });
    return { name, columns };
  }

  /** @returns the relations it adds to the scope */
  function addFrom(node: Node, scope: Scope): Relation[] {
    if ('JoinExpr' in node) return addJoin(node.JoinExpr, scope);
    let added: Relation | null = null;
    if ('RangeVar' in node) added = openTable(node.RangeVar, scope);
    else if ('RangeSubselect' in node) {
      const { subquery, alias } = node.RangeSubselect;
      const columns = subquery === undefined ? [] : readAgain(readQuery(subquery, scope), textsOf(alias?.colnames));
      added = { name: alias?.aliasname ?? '', columns };
    } else if ('RangeFunction' in node) {
      readInside(node.RangeFunction.functions, scope);
      const { alias } = node.RangeFunction;
      added = { name: alias?.aliasname ?? '', columns: textsOf(alias?.colnames).map((name) => ({ name, term: null })) };
    }
    if (added === null) throw new Error(`The reader of statements does not know this source: ${Object.keys(node)}`);
    scope.relations.push(added);
    return [added];
  }

  function addJoin({ jointype, larg, rarg, quals }: JoinExpr, scope: Scope): Relation[] {
    const left = larg === undefined ? [] : addFrom(larg, scope);
    const right = rarg === undefined ? [] : addFrom(rarg, scope);
    const narrowed = { JOIN_INNER: [...left, ...right], JOIN_LEFT: right, JOIN_RIGHT: left }[String(jointype)] ?? [];
    if (quals !== undefined) {
      demand(quals, scope, new Set(narrowed));
      readInside(quals, scope);
    }
    return [...left, ...right];
  }

  /** Notes what holds of every row that passes this condition. `narrowed`: whose rows it keeps back. */
  function demand(condition: Node, scope: Scope, narrowed: ReadonlySet<Relation>): void {
    if ('BoolExpr' in condition && condition.BoolExpr.boolop === 'AND_EXPR') {
      for (const each of condition.BoolExpr.args ?? []) demand(each, scope, narrowed);
    }
    if (!('A_Expr' in condition) || condition.A_Expr.kind !== 'AEXPR_OP') return;
    const { name, lexpr, rexpr } = condition.A_Expr;
    if (textsOf(name).join('.') !== '=' || lexpr === undefined || rexpr === undefined) return;
    bind(lexpr, rexpr, scope, narrowed);
    bind(rexpr, lexpr, scope, narrowed);
  }

  function bind(column: Node, to: Node, scope: Scope, narrowed: ReadonlySet<Relation>): void {
    const other = termOf(to, scope, values);
    if (other !== null && other.term.value !== null) noteDemanded(column, scope, narrowed);
    const bound = termOf(column, scope, values);
    if (bound === null || other === null || !bound.own) return;
    const isNarrowed = [...narrowed].some(({ columns }) => columns.some(({ term }) => term === bound.term));
    if (isNarrowed) bound.term.bounds.add(other.term);
  }

  function noteDemanded(column: Node, scope: Scope, narrowed: ReadonlySet<Relation>): void {
    if (!('ColumnRef' in column)) return;
    const names = textsOf(column.ColumnRef.fields);
    const [relation, name] = [names.at(-2), names.at(-1) ?? ''];
    for (const each of scope.relations) {
      if (!narrowed.has(each) || (relation !== undefined && relation !== each.name)) continue;
      for (const { term } of each.columns) if (term !== null) usesByTerm.get(term)?.demanded.add(name);
    }
  }

  /** The queries inside an expression, wherever in it they are. */
  function readInside(part: unknown, scope: Scope): void {
    if (typeof part !== 'object' || part === null) return;
    if ('SubLink' in part) {
      const { subselect, testexpr } = (part as Extract<Node, { SubLink: unknown }>).SubLink;
      readInside(testexpr, scope);
      if (subselect !== undefined) readQuery(subselect, scope);
      return;
    }
    for (const each of Object.values(part)) readInside(each, scope);
  }

  function addCtes(clause: WithClause | undefined, scope: Scope): void {
    for (const node of clause?.ctes ?? []) {
      if (!('CommonTableExpr' in node)) continue;
      const { ctename = '', ctequery, aliascolnames } = node.CommonTableExpr;
      const names = textsOf(aliascolnames);
      // One that reads itself finds the names, and nothing that says of which workspace its rows are.
      if (clause?.recursive === true)
        scope.ctes.set(
          ctename,
          names.map((name) => ({ name, term: null })),
        );
      if (ctequery !== undefined) scope.ctes.set(ctename, readAgain(readQuery(ctequery, scope), names));
    }
  }

  function outputs(targets: readonly Node[] | undefined, scope: Scope): Columns {
    return (targets ?? []).flatMap((target) => {
      if (!('ResTarget' in target)) return [];
      const { name, val } = target.ResTarget;
      const fields = val !== undefined && 'ColumnRef' in val ? (val.ColumnRef.fields ?? []) : [];
      const last = fields.at(-1);
      if (last !== undefined && 'A_Star' in last) {
        const [of] = fields.map(textOf);
        const all = scope.relations.filter((relation) => fields.length === 1 || relation.name === of);
        return all.flatMap(({ columns }) => columns);
      }
      const term = termOf(val, scope, values)?.term ?? null;
      return [{ name: name ?? (last === undefined ? '' : (textOf(last) ?? '')), term }];
    });
  }

  function readSelect(select: SelectStmt, outer: Scope | null): Columns {
    const scope = newScope(outer);
    addCtes(select.withClause, scope);
    if (select.larg !== undefined && select.rarg !== undefined) {
      const left = readSelect(select.larg, scope);
      readSelect(select.rarg, scope);
      // Of two sides no one column says of which workspace the rows are.
      return left.map(({ name }) => ({ name, term: null }));
    }
    for (const each of select.fromClause ?? []) addFrom(each, scope);
    if (select.lockingClause !== undefined) locks = true;
    if (select.whereClause !== undefined) demand(select.whereClause, scope, new Set(scope.relations));
    // The rest of it: what it was read from has been read by now.
    readInside({ ...select, withClause: null, fromClause: null }, scope);
    return outputs(select.targetList, scope);
  }

  /** The values that an INSERT puts into its columns, row by row. */
  function sourcesOf(source: Node | undefined, scope: Scope): (Term | null)[][] {
    if (source === undefined || !('SelectStmt' in source)) return [];
    const rows = source.SelectStmt.valuesLists;
    if (rows === undefined) return [readQuery(source, scope).map(({ term }) => term)];
    readInside(rows, scope);
    const itemsOf = (row: Node): Node[] => ('List' in row ? (row.List.items ?? []) : []);
    return rows.map((row) => itemsOf(row).map((item) => termOf(item, scope, values)?.term ?? null));
  }

  function readInsert(insert: InsertStmt, scope: Scope): void {
    const { relation, cols = [], selectStmt, onConflictClause: conflict } = insert;
    const rows = sourcesOf(selectStmt, scope);
    if (relation === undefined) return;
    const target = openTable(relation, scope);
    scope.relations.push(target);
    for (const { name, term } of target.columns) {
      if (term === null) continue;
      const at = cols.findIndex((column) => 'ResTarget' in column && column.ResTarget.name === name);
      const given = rows.map((row) => row[at] ?? null);
      if (given.every((value) => value !== null)) for (const value of given) term.bounds.add(value);
      const { infer } = conflict ?? {};
      const columns = (infer?.indexElems ?? []).map((each) => ('IndexElem' in each ? (each.IndexElem.name ?? '') : ''));
      if (infer !== undefined)
        conflicts.push({ table: relation.relname ?? '', on: infer.conname ?? columns.join(', ') });
    }
    readInside(conflict, scope);
  }

  /** @returns what it gives to the query around it */
  function readQuery(node: Node, outer: Scope | null): Columns {
    if ('SelectStmt' in node) return readSelect(node.SelectStmt, outer);
    const scope = newScope(outer);
    if ('InsertStmt' in node) {
      addCtes(node.InsertStmt.withClause, scope);
      readInsert(node.InsertStmt, scope);
      return outputs(node.InsertStmt.returningClause?.exprs, scope);
    }
    const change = 'UpdateStmt' in node ? node.UpdateStmt : 'DeleteStmt' in node ? node.DeleteStmt : null;
    if (change?.relation === undefined) return [];
    addCtes(change.withClause, scope);
    scope.relations.push(openTable(change.relation, scope));
    const from = 'fromClause' in change ? change.fromClause : 'usingClause' in change ? change.usingClause : [];
    for (const each of from ?? []) addFrom(each, scope);
    if (change.whereClause !== undefined) demand(change.whereClause, scope, new Set(scope.relations));
    readInside(change.whereClause, scope);
    if ('targetList' in change) readInside(change.targetList, scope);
    return outputs(change.returningClause?.exprs, scope);
  }

  const inner = 'PrepareStmt' in statement ? (statement.PrepareStmt.query ?? statement) : statement;
  readQuery(inner, null);
  return { kind: Object.keys(inner)[0] ?? '', uses, locks, conflicts };
}
