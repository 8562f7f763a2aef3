import { findBase } from '../../../../action/baseline/candidates.ts';
import type { AssociatedPull, GitHub } from '../../../../action/github.ts';
import { chooseBase, describeBase, type KnownBase } from '../../../../server/domain/base/choose.ts';
import { pull as samplePull } from './pull.ts';

interface Commit {
  sha: string;
  parents: string[];
}

interface Pull extends AssociatedPull {
  /** Its commits, with which GitHub associates it besides its merge */
  commits: string[];
}

/** The commits of a repository, with what GitHub and the service know of them. */
export function newHistory() {
  /** A later commit comes after its parents. */
  const commits: Commit[] = [];
  const branches = new Map<string, string>();
  let current = 'main';
  const pulls: Pull[] = [];
  const known: (KnownBase & { name: string })[] = [];

  const head = (branch = current): string => {
    const sha = branches.get(branch) ?? branch;
    if (!commits.some((each) => each.sha === sha)) throw new Error(`There is no ${branch}.`);
    return sha;
  };
  const add = (...parents: string[]): string => {
    const sha = `${commits.length + 1}`.padStart(40, '0');
    commits.push({ sha, parents });
    branches.set(current, sha);
    return sha;
  };
  /** Returns a commit and its ancestors, latest first. */
  const reachable = (from: string): Commit[] => {
    const wanted = new Set([head(from)]);
    return commits.toReversed().filter(({ sha, parents }) => {
      if (wanted.has(sha)) for (const parent of parents) wanted.add(parent);
      return wanted.has(sha);
    });
  };
  /** Returns what `branch` has and `base` has not, latest first. */
  const beyond = (base: string, branch: string): string[] => {
    const had = new Set(reachable(base).map(({ sha }) => sha));
    return reachable(branch).flatMap(({ sha }) => (had.has(sha) ? [] : [sha]));
  };
  const mergeBase = (one: string, other: string): string | null => {
    const shared = new Set(reachable(one).map(({ sha }) => sha));
    return reachable(other).find(({ sha }) => shared.has(sha))?.sha ?? null;
  };
  const github = {
    mergeBase: async (base: string, sha: string) => mergeBase(base, sha),
    commitsFrom: async (sha: string, most: number) => reachable(sha).slice(0, most),
    associatedPulls: async (sha: string) =>
      pulls.filter((pull) => pull.commits.includes(sha) || pull.mergeCommit === sha),
  } as Partial<GitHub> as GitHub;

  return {
    head,
    /** Adds a commit to the current branch: a change, a squash, a revert or a cherry-pick. */
    commit: (): string => add(...(commits.length === 0 ? [] : [head()])),
    checkout(branch: string): void {
      current = branch;
    },
    /** Starts a branch, or moves it, and checks it out. */
    start(branch: string, from: string): void {
      branches.set(branch, head(from));
      current = branch;
    },
    rename(branch: string, name: string): void {
      branches.set(name, head(branch));
      branches.delete(branch);
    },
    merge: (branch: string): string => add(head(), head(branch)),
    fastForward: (branch: string): void => void branches.set(current, head(branch)),
    /** Replays the commits that the current branch has beyond `onto`. */
    rebase(onto: string): void {
      const replayed = beyond(onto, current);
      branches.set(current, head(onto));
      for (const _ of replayed) add(head());
    },
    /** Opens a pull request for the commits that its branch has beyond `base`. */
    open(number: number, branch: string, base = 'main'): void {
      const own = { headSha: head(branch), commits: beyond(base, branch) };
      pulls.push({ number, ...own, open: true, merged: false, mergeCommit: null });
    },
    /** Notes that a pull request was merged as the last commit of the current branch. */
    merged(number: number): string {
      for (const pull of pulls)
        if (pull.number === number) Object.assign(pull, { open: false, merged: true, mergeCommit: head() });
      return head();
    },
    /** Records a baseline, as a push does. */
    record(sha: string, name = 'visual'): string {
      known.unshift({ id: `baseline ${sha}`, kind: 'baseline', commit: sha, name });
      return sha;
    },
    forget(sha: string): void {
      known.splice(
        known.findIndex((each) => each.commit === sha),
        1,
      );
    },
    /** Returns the base of the pass that a pull request's head gets; `approved`: references of approved passes. */
    async baseOf(branch: string, options: { base?: string; number?: number; name?: string; approved?: number[] } = {}) {
      const { base = 'main', number = 99, name = 'visual', approved = [] } = options;
      const pull = { ...samplePull, number, headSha: head(branch), headRef: branch, baseRef: base };
      const request = await findBase(github, pull, name);
      if (request === null) return null;
      const passes = request.commits.flatMap(({ commit: sha, merged }): KnownBase[] =>
        merged !== undefined && approved.includes(merged.pull_request)
          ? [{ id: `pass ${merged.revision}`, kind: 'approved_pass', commit: sha }]
          : [],
      );
      const chosen = chooseBase(request, [...known.filter((each) => each.name === name), ...passes]);
      return { chosen: chosen?.id ?? null, ...describeBase(request, chosen, true) };
    },
  };
}
export type History = ReturnType<typeof newHistory>;
