import type { Base, BaseRequest } from '../../contract/base.ts';

/** What a pass could be compared with: a baseline of a commit, or the pass approved before it was merged as the commit. */
export interface KnownBase {
  id: string;
  kind: 'baseline' | 'approved_pass';
  commit: string;
}

export interface ChosenBase extends Omit<KnownBase, 'commit'> {
  /** The place of its commit among the requested ones */
  position: number;
}

/**
 * Returns the first requested commit that has a base; null when none has. A commit's own baseline comes before the pass
 * that was merged as it. Of several for one commit the first of `known` counts.
 */
export function chooseBase({ commits }: BaseRequest, known: readonly KnownBase[]): ChosenBase | null {
  for (const [position, { commit }] of commits.entries()) {
    const here = known.filter((each) => each.commit === commit);
    const found = here.find(({ kind }) => kind === 'baseline') ?? here[0];
    if (found !== undefined) return { id: found.id, kind: found.kind, position };
  }
  return null;
}

const before = (distance: number): string => `${distance} commit${distance === 1 ? '' : 's'} before the merge base`;

function reasonFor({ commits }: BaseRequest, { kind, position }: Omit<ChosenBase, 'id'>): string {
  const where = position === 0 ? null : before(position);
  if (kind === 'baseline') return where ?? 'merge base';
  const number = commits[position]?.merged?.pull_request;
  const pass = number === undefined ? 'approved pass' : `approved pass of pull request ${number}`;
  return where === null ? pass : `${pass}, ${where}`;
}

/** Returns the base of a pass as it is shown; `chosen` is null while there is none. */
export function describeBase(request: BaseRequest, chosen: ChosenBase | null, isCompared: boolean): Base {
  const { repository, name, branch, commits } = request;
  const of = { repository, name, branch };
  if (chosen === null) {
    return { ...of, id: null, kind: 'none', commit: null, distance: null, reason: 'none yet', compared: false };
  }
  const { id, kind, position } = chosen;
  const commit = commits[position]?.commit ?? null;
  return { ...of, id, kind, commit, distance: position, reason: reasonFor(request, chosen), compared: isCompared };
}
