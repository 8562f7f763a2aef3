import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findBase } from '../../../../action/baseline/candidates.ts';
import type { AssociatedPull, GitHub } from '../../../../action/github.ts';
import { chooseBase, describeBase, type KnownBase } from '../../../../server/domain/base/choose.ts';
import { pull as samplePull } from '../../../unit/github/support/pull.ts';

const identity = { GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_SYSTEM: '/dev/null', HOME: tmpdir() };
const person = (kind: string) => ({ [`GIT_${kind}_NAME`]: 'Ida', [`GIT_${kind}_EMAIL`]: 'ida@example.com' });

interface Pull extends AssociatedPull {
  /** Its commits, with which GitHub associates it besides its merge */
  commits: string[];
}

/** A repository on disk, with what GitHub and the service know of it. */
export function newHistory() {
  const folder = mkdtempSync(join(tmpdir(), 'history-'));
  let minutes = 0;
  const git = (...args: string[]): string => {
    const date = new Date(Date.UTC(2026, 0, 1, 0, minutes)).toISOString();
    const env = { ...process.env, ...identity, ...person('AUTHOR'), ...person('COMMITTER') };
    return execFileSync('git', args, {
      cwd: folder,
      encoding: 'utf8',
      env: { ...env, GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date },
    }).trim();
  };
  git('init', '-q', '-b', 'main');
  const pulls: Pull[] = [];
  const known: (KnownBase & { name: string })[] = [];

  const head = (branch = 'HEAD'): string => git('rev-parse', branch);
  const commit = (file: string): string => {
    minutes += 1;
    writeFileSync(join(folder, file), `${minutes}`);
    git('add', '.');
    git('commit', '-qm', `Change ${file}`);
    return head();
  };
  const github = {
    mergeBase: async (base: string, sha: string) => git('merge-base', base, sha),
    commitsFrom: async (sha: string, most: number) =>
      git('log', `-${most}`, '--format=%H %P', sha)
        .split('\n')
        .map((line) => line.split(' '))
        .map(([first = '', ...parents]) => ({ sha: first, parents })),
    associatedPulls: async (sha: string) =>
      pulls.filter(({ commits, mergeCommit }) => commits.includes(sha) || mergeCommit === sha),
  } as Partial<GitHub> as GitHub;

  return {
    git,
    head,
    commit,
    /** Opens a pull request for the commits that its branch has beyond `base`. */
    open(number: number, branch: string, base = 'main'): void {
      const commits = git('rev-list', `${base}..${branch}`).split('\n').filter(Boolean);
      pulls.push({ number, headSha: head(branch), open: true, merged: false, mergeCommit: null, commits });
    },
    /** Notes that a pull request was merged as the commit at which `HEAD` is. */
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
    close: () => rmSync(folder, { recursive: true }),
  };
}
export type History = ReturnType<typeof newHistory>;
