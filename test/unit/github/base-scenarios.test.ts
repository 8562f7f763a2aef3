import { expect, test } from 'vitest';
import { type History, newHistory } from './support/history.ts';

type Expected = [base: string | null, reason: string];
type Scenario = (history: History) => Promise<[Awaited<ReturnType<History['baseOf']>>, Expected]>;

const baseline = (sha: string): string => `baseline ${sha}`;
/** Starts a branch with one commit of its own, and returns its head. */
function branch({ start, commit }: History, name: string, from = 'main'): string {
  start(name, from);
  return commit();
}

/** What happens in a repository, and the base that a pull request then gets. */
const scenarios: Record<string, Scenario> = {
  async 'merge commit'(history) {
    const { checkout, commit, merge, record, open, merged } = history;
    record(commit());
    branch(history, 'feature');
    open(41, 'feature');
    checkout('main');
    merge('feature');
    const mergeCommit = record(merged(41));
    branch(history, 'next');
    return [await history.baseOf('next'), [baseline(mergeCommit), 'merge base']];
  },
  async 'merge commit, its side never chosen'(history) {
    const { checkout, commit, merge, record, open, merged } = history;
    const first = record(commit());
    const side = branch(history, 'feature');
    open(41, 'feature');
    // Somebody recorded the feature branch as well: it is no state that main has had.
    record(side);
    checkout('main');
    commit();
    merge('feature');
    merged(41);
    branch(history, 'next');
    return [await history.baseOf('next'), [baseline(first), '2 commits before the merge base']];
  },
  async squash(history) {
    const { checkout, commit, record, open, merged } = history;
    record(commit());
    branch(history, 'feature');
    open(41, 'feature');
    checkout('main');
    commit();
    const squashed = record(merged(41));
    branch(history, 'next');
    return [await history.baseOf('next'), [baseline(squashed), 'merge base']];
  },
  async 'squash, not built yet'(history) {
    const { checkout, commit, record, open, merged } = history;
    record(commit());
    const head = branch(history, 'feature');
    open(41, 'feature');
    checkout('main');
    commit();
    merged(41);
    branch(history, 'next');
    const found = await history.baseOf('next', { approved: [41] });
    return [found, [`pass ${head}`, 'approved pass of pull request 41']];
  },
  async rebase(history) {
    const { checkout, commit, fastForward, rebase, record, open, merged, head } = history;
    record(commit());
    branch(history, 'feature');
    open(41, 'feature');
    checkout('main');
    commit();
    checkout('feature');
    rebase('main');
    checkout('main');
    fastForward('feature');
    merged(41);
    const rebased = record(head());
    branch(history, 'next');
    return [await history.baseOf('next'), [baseline(rebased), 'merge base']];
  },
  async 'merge queue'(history) {
    const { start, commit, merge, record, head } = history;
    const first = record(commit());
    branch(history, 'feature');
    // The queue's own commit is thrown away and never becomes part of main.
    start('gh-readonly-queue/main/pr-41', 'main');
    merge('feature');
    record(head());
    return [await history.baseOf('feature'), [baseline(first), 'merge base']];
  },
  async 'the pull request’s own merge commit'(history) {
    const { start, checkout, commit, merge, record, head } = history;
    const first = record(commit());
    branch(history, 'feature');
    checkout('main');
    commit();
    start('refs/pull/41/merge', 'main');
    merge('feature');
    record(head());
    return [await history.baseOf('feature'), [baseline(first), 'merge base']];
  },
  async 'force-push'(history) {
    const { start, commit, record } = history;
    const first = record(commit());
    const second = record(commit());
    branch(history, 'feature', first);
    start('feature', second);
    commit();
    return [await history.baseOf('feature'), [baseline(second), 'merge base']];
  },
  async 'long-lived branch'(history) {
    const { checkout, commit, merge, record } = history;
    record(commit());
    branch(history, 'feature');
    checkout('main');
    const second = record(commit());
    checkout('feature');
    merge('main');
    checkout('main');
    record(commit());
    return [await history.baseOf('feature'), [baseline(second), 'merge base']];
  },
  async 'stacked pull requests'(history) {
    const { commit, record, open } = history;
    record(commit());
    const lower = branch(history, 'lower');
    open(40, 'lower');
    branch(history, 'upper', 'lower');
    open(41, 'upper', 'lower');
    const found = await history.baseOf('upper', { base: 'lower', number: 41, approved: [40] });
    return [found, [`pass ${lower}`, 'approved pass of pull request 40']];
  },
  async 'stacked pull requests, the lower one undecided'(history) {
    const { commit, record, open } = history;
    const first = record(commit());
    branch(history, 'lower');
    open(40, 'lower');
    branch(history, 'upper', 'lower');
    open(41, 'upper', 'lower');
    const found = await history.baseOf('upper', { base: 'lower', number: 41 });
    return [found, [baseline(first), '1 commit before the merge base']];
  },
  async 'release branch'(history) {
    const { start, checkout, commit, record } = history;
    record(commit());
    start('release/1', 'main');
    const release = record(commit());
    checkout('main');
    record(commit());
    branch(history, 'hotfix', 'release/1');
    return [await history.baseOf('hotfix', { base: 'release/1' }), [baseline(release), 'merge base']];
  },
  async backport(history) {
    const { start, checkout, commit, record } = history;
    const first = record(commit());
    start('release/1', 'main');
    checkout('main');
    record(commit());
    start('backport', 'release/1');
    commit();
    return [await history.baseOf('backport', { base: 'release/1' }), [baseline(first), 'merge base']];
  },
  async 'main not built yet'(history) {
    const { commit, record } = history;
    const first = record(commit());
    commit();
    branch(history, 'feature');
    return [await history.baseOf('feature'), [baseline(first), '1 commit before the merge base']];
  },
  async 'nothing built yet'(history) {
    history.commit();
    branch(history, 'feature');
    return [await history.baseOf('feature'), [null, 'none yet']];
  },
  async 'builds finishing out of order'(history) {
    const { commit, record } = history;
    const first = commit();
    const second = commit();
    record(second);
    record(first);
    branch(history, 'feature');
    return [await history.baseOf('feature'), [baseline(second), 'merge base']];
  },
  async 'monorepo paths'(history) {
    const { commit, record } = history;
    const touched = record(commit(), 'shop');
    record(commit(), 'docs');
    branch(history, 'feature');
    const found = await history.baseOf('feature', { name: 'shop' });
    return [found, [baseline(touched), '1 commit before the merge base']];
  },
  async 'renamed default branch'(history) {
    const { commit, rename, record } = history;
    const first = record(commit());
    rename('main', 'trunk');
    branch(history, 'feature', 'trunk');
    return [await history.baseOf('feature', { base: 'trunk' }), [baseline(first), 'merge base']];
  },
  async 'deleted baseline'(history) {
    const { commit, record, forget } = history;
    const first = record(commit());
    forget(record(commit()));
    branch(history, 'feature');
    return [await history.baseOf('feature'), [baseline(first), '1 commit before the merge base']];
  },
};

test.each(Object.entries(scenarios))('%s', async (_, scenario) => {
  const [found, [chosen, reason]] = await scenario(newHistory());
  expect(found).toMatchObject({ chosen, reason });
});
