import type { Reading } from './read-statement.ts';
import { areJoined, reach } from './terms.ts';

/**
 * `none`: it touches nothing that belongs to a workspace. `one`: every table it touches is held to the same workspace by
 * a value. `several`: to no one workspace, but what it joins it joins within each. `across`: it may join rows of
 * different workspaces.
 */
export type Span = 'none' | 'one' | 'several' | 'across';

/** `parameters`: what the statement was run with. */
export function spanOf({ uses }: Reading, parameters: readonly unknown[]): Span {
  if (uses.length === 0) return 'none';
  const workspaces = uses.map(({ workspace }) =>
    [...reach(workspace)].flatMap(({ value }) =>
      value === null ? [] : [typeof value === 'number' ? String(parameters[value - 1]) : value],
    ),
  );
  const isHeld = workspaces.every((values) => values.length > 0);
  if (isHeld && new Set(workspaces.flat()).size === 1) return 'one';
  return areJoined(uses.map(({ workspace }) => workspace)) ? 'several' : 'across';
}

/** The table and the column of a plain read by one value, such as a secret's hash; null when it is none. */
export function lookupOf({ kind, uses, locks }: Reading): { table: string; by: string[] } | null {
  const [use] = uses;
  if (kind !== 'SelectStmt' || uses.length !== 1 || locks || use === undefined) return null;
  return { table: use.table, by: [...use.demanded] };
}
