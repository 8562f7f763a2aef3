/**
 * A column that says of which workspace a row is, or a value that is compared with one. What a term is bound by it can
 * only be equal to.
 */
export interface Term {
  readonly bounds: Set<Term>;
  /** Of a value: the number of its parameter, or its text in the statement. Null of a column. */
  readonly value: number | string | null;
}

export const newColumn = (): Term => ({ bounds: new Set(), value: null });
export const newValue = (value: number | string): Term => ({ bounds: new Set(), value });

/** Every term that this one can only be equal to, itself included. */
export function reach(term: Term, seen = new Set<Term>()): Set<Term> {
  if (seen.has(term)) return seen;
  seen.add(term);
  for (const next of term.bounds) reach(next, seen);
  return seen;
}

/** Whether a chain of comparisons, whichever way each of them binds, leads from any of these to any other. */
export function areJoined(terms: readonly Term[]): boolean {
  const groups: Set<Term>[] = [];
  for (const term of terms) {
    const own = reach(term);
    for (const met of groups.filter((group) => [...group].some((each) => own.has(each)))) {
      for (const each of met) own.add(each);
      groups.splice(groups.indexOf(met), 1);
    }
    groups.push(own);
  }
  return groups.length < 2;
}
