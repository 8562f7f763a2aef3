import { afterAll, expect, test } from 'vitest';
import { type History, newHistory } from './support/git-history.ts';

type Expected = [base: string | null, reason: string];
type Scenario = (history: History) => Promise<[Awaited<ReturnType<History['baseOf']>>, Expected]>;

const baseline = (sha: string): string => `baseline ${sha}`;
/** Starts a branch with one commit of its own, and returns its head. */
function branch({ git, commit }: History, name: string, from = 'main'): string {
  git('checkout', '-q', '-B', name, from);
  return commit(`${name}.txt`);
}

/** What happens in a repository, and the base that a pull request then gets. */
const scenarios: Record<string, Scenario> = {
  async 'merge commit'(history) {
    const { git, commit, record, open, merged } = history;
    record(commit('a'));
    branch(history, 'feature');
    open(41, 'feature');
    git('checkout', '-q', 'main');
    git('merge', '-q', '--no-ff', '-m', 'Merge 41', 'feature');
    const merge = record(merged(41));
    branch(history, 'next');
    return [await history.baseOf('next'), [baseline(merge), 'merge base']];
  },
  async 'merge commit, its side never chosen'(history) {
    const { git, commit, record, open, merged } = history;
    const first = record(commit('a'));
    const side = branch(history, 'feature');
    open(41, 'feature');
    // Somebody recorded the feature branch as well: it is no state that main has had.
    record(side);
    git('checkout', '-q', 'main');
    commit('b');
    git('merge', '-q', '--no-ff', '-m', 'Merge 41', 'feature');
    merged(41);
    branch(history, 'next');
    return [await history.baseOf('next'), [baseline(first), '2 commits before the merge base']];
  },
  async squash(history) {
    const { git, commit, record, open, merged } = history;
    record(commit('a'));
    branch(history, 'feature');
    open(41, 'feature');
    git('checkout', '-q', 'main');
    git('merge', '-q', '--squash', 'feature');
    git('commit', '-qm', 'Feature (#41)');
    const squashed = record(merged(41));
    branch(history, 'next');
    return [await history.baseOf('next'), [baseline(squashed), 'merge base']];
  },
  async 'squash, not built yet'(history) {
    const { git, commit, record, open, merged } = history;
    record(commit('a'));
    const head = branch(history, 'feature');
    open(41, 'feature');
    git('checkout', '-q', 'main');
    git('merge', '-q', '--squash', 'feature');
    git('commit', '-qm', 'Feature (#41)');
    merged(41);
    branch(history, 'next');
    const found = await history.baseOf('next', { approved: [41] });
    return [found, [`pass ${head}`, 'approved pass of pull request 41']];
  },
  async rebase(history) {
    const { git, commit, record, open, merged, head } = history;
    record(commit('a'));
    branch(history, 'feature');
    open(41, 'feature');
    git('checkout', '-q', 'main');
    commit('b');
    git('checkout', '-q', 'feature');
    git('rebase', '-q', 'main');
    git('checkout', '-q', 'main');
    git('merge', '-q', '--ff-only', 'feature');
    merged(41);
    const rebased = record(head());
    branch(history, 'next');
    return [await history.baseOf('next'), [baseline(rebased), 'merge base']];
  },
  async 'fast-forward'(history) {
    const { git, commit, record, head } = history;
    record(commit('a'));
    branch(history, 'feature');
    git('checkout', '-q', 'main');
    git('merge', '-q', '--ff-only', 'feature');
    const tip = record(head());
    branch(history, 'next');
    return [await history.baseOf('next'), [baseline(tip), 'merge base']];
  },
  async 'merge queue'(history) {
    const { git, commit, record, head } = history;
    const first = record(commit('a'));
    branch(history, 'feature');
    // The queue's own commit is thrown away and never becomes part of main.
    git('checkout', '-q', '-b', 'gh-readonly-queue/main/pr-41', 'main');
    git('merge', '-q', '--no-ff', '-m', 'Queue', 'feature');
    record(head());
    return [await history.baseOf('feature'), [baseline(first), 'merge base']];
  },
  async 'the pull request’s own merge commit'(history) {
    const { git, commit, record, head } = history;
    const first = record(commit('a'));
    branch(history, 'feature');
    git('checkout', '-q', 'main');
    commit('b');
    git('checkout', '-q', '--detach', 'main');
    git('merge', '-q', '--no-ff', '-m', 'refs/pull/41/merge', 'feature');
    record(head());
    return [await history.baseOf('feature'), [baseline(first), 'merge base']];
  },
  async 'shallow clone'(history) {
    // The history is read from GitHub: what the job has cloned makes no difference.
    const { git, commit, record } = history;
    const first = record(commit('a'));
    for (const file of ['b', 'c', 'd']) commit(file);
    branch(history, 'feature');
    git('checkout', '-q', 'main');
    return [await history.baseOf('feature'), [baseline(first), '3 commits before the merge base']];
  },
  async 'force-push'(history) {
    const { git, commit, record } = history;
    const first = record(commit('a'));
    const second = record(commit('b'));
    branch(history, 'feature', first);
    git('checkout', '-q', '-B', 'feature', second);
    commit('again');
    return [await history.baseOf('feature'), [baseline(second), 'merge base']];
  },
  async revert(history) {
    const { git, commit, record, head } = history;
    record(commit('a'));
    const second = record(commit('b'));
    git('revert', '--no-edit', second);
    const reverted = record(head());
    branch(history, 'feature');
    return [await history.baseOf('feature'), [baseline(reverted), 'merge base']];
  },
  async 'long-lived branch'(history) {
    const { git, commit, record, head } = history;
    record(commit('a'));
    branch(history, 'feature');
    git('checkout', '-q', 'main');
    const second = record(commit('b'));
    git('checkout', '-q', 'feature');
    git('merge', '-q', '--no-ff', '-m', 'Update from main', 'main');
    git('checkout', '-q', 'main');
    record(commit('c'));
    head();
    return [await history.baseOf('feature'), [baseline(second), 'merge base']];
  },
  async 'long-lived branch, main far ahead'(history) {
    const { git, commit, record } = history;
    const first = record(commit('a'));
    branch(history, 'feature');
    git('checkout', '-q', 'main');
    for (const file of ['b', 'c', 'd']) record(commit(file));
    return [await history.baseOf('feature'), [baseline(first), 'merge base']];
  },
  async 'stacked pull requests'(history) {
    const { commit, record, open } = history;
    record(commit('a'));
    const lower = branch(history, 'lower');
    open(40, 'lower');
    branch(history, 'upper', 'lower');
    open(41, 'upper', 'lower');
    const found = await history.baseOf('upper', { base: 'lower', number: 41, approved: [40] });
    return [found, [`pass ${lower}`, 'approved pass of pull request 40']];
  },
  async 'stacked pull requests, the lower one undecided'(history) {
    const { commit, record, open } = history;
    const first = record(commit('a'));
    branch(history, 'lower');
    open(40, 'lower');
    branch(history, 'upper', 'lower');
    open(41, 'upper', 'lower');
    const found = await history.baseOf('upper', { base: 'lower', number: 41 });
    return [found, [baseline(first), '1 commit before the merge base']];
  },
  async 'release branch'(history) {
    const { git, commit, record } = history;
    record(commit('a'));
    git('checkout', '-q', '-b', 'release/1', 'main');
    const release = record(commit('r'));
    git('checkout', '-q', 'main');
    record(commit('b'));
    branch(history, 'hotfix', 'release/1');
    return [await history.baseOf('hotfix', { base: 'release/1' }), [baseline(release), 'merge base']];
  },
  async backport(history) {
    const { git, commit, record } = history;
    const first = record(commit('a'));
    git('checkout', '-q', '-b', 'release/1', 'main');
    git('checkout', '-q', 'main');
    const fix = record(commit('fix'));
    git('checkout', '-q', '-b', 'backport', 'release/1');
    git('cherry-pick', fix);
    return [await history.baseOf('backport', { base: 'release/1' }), [baseline(first), 'merge base']];
  },
  async 'main not built yet'(history) {
    const { commit, record } = history;
    const first = record(commit('a'));
    commit('b');
    branch(history, 'feature');
    return [await history.baseOf('feature'), [baseline(first), '1 commit before the merge base']];
  },
  async 'nothing built yet'(history) {
    history.commit('a');
    branch(history, 'feature');
    return [await history.baseOf('feature'), [null, 'none yet']];
  },
  async 'builds finishing out of order'(history) {
    const { commit, record } = history;
    const first = commit('a');
    const second = commit('b');
    record(second);
    record(first);
    branch(history, 'feature');
    return [await history.baseOf('feature'), [baseline(second), 'merge base']];
  },
  async 'monorepo paths'(history) {
    const { commit, record } = history;
    const touched = record(commit('shop.txt'), 'shop');
    record(commit('docs.txt'), 'docs');
    branch(history, 'feature');
    const found = await history.baseOf('feature', { name: 'shop' });
    return [found, [baseline(touched), '1 commit before the merge base']];
  },
  async 'renamed default branch'(history) {
    const { git, commit, record } = history;
    const first = record(commit('a'));
    git('branch', '-m', 'main', 'trunk');
    branch(history, 'feature', 'trunk');
    return [await history.baseOf('feature', { base: 'trunk' }), [baseline(first), 'merge base']];
  },
  async 'deleted baseline'(history) {
    const { commit, record, forget } = history;
    const first = record(commit('a'));
    forget(record(commit('b')));
    branch(history, 'feature');
    return [await history.baseOf('feature'), [baseline(first), '1 commit before the merge base']];
  },
};

const table: Record<string, { chosen: string; expected: string; reason: string }> = {};
afterAll(() => console.table(table));

const short = (base: string | null | undefined): string => base?.replace(/(\w{7})\w{33}/, '$1') ?? 'none';

test.each(Object.entries(scenarios))('%s', async (name, scenario) => {
  const history = newHistory();
  try {
    const [found, [base, reason]] = await scenario(history);
    table[name] = { chosen: short(found?.chosen), expected: short(base), reason: found?.reason ?? '' };
    expect(found).toMatchObject({ chosen: base, reason });
  } finally {
    history.close();
  }
});
