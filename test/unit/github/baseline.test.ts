import { describe, expect, test } from 'vitest';
import { findBase, firstParents } from '../../../action/baseline/candidates.ts';
import { isAccepted } from '../../../action/baseline/record.ts';
import type { GitHub } from '../../../action/github.ts';
import { pull } from './support/pull.ts';

test.each<[setting: string[], branch: string, accepted: boolean]>([
  [['auto'], 'main', true],
  [['auto'], 'release', false],
  [['never'], 'main', false],
  [['main', 'release'], 'release', true],
  [['release'], 'main', false],
])('%j accepts a push to %s: %s', (setting, branch, accepted) => {
  expect(isAccepted(setting, branch, 'main')).toBe(accepted);
});

test('the states of a branch are its first parents, as far as they are listed', () => {
  const listed = [
    { sha: 'd', parents: ['c', 'side'] },
    { sha: 'side', parents: ['a'] },
    { sha: 'c', parents: ['b'] },
  ];
  expect(firstParents('d', listed)).toEqual(['d', 'c', 'b']);
  expect(firstParents('x', listed)).toEqual(['x']);
});

describe('the base of a pull request', () => {
  const github = (known: Partial<GitHub>) => known as GitHub;
  const line = Array.from({ length: 120 }, (_, at) => ({ sha: `${at}`, parents: [`${at + 1}`] }));
  const merged = { number: 41, headSha: 'f', open: false, merged: true, mergeCommit: '4' };

  test('is one of 100 commits; the pull request behind each of the first five is looked up', async () => {
    const asked: string[] = [];
    const found = await findBase(
      github({
        mergeBase: async (base, head) => (base === 'main' ? '0' : head === 'f' ? '5' : null),
        commitsFrom: async () => line,
        associatedPulls: async (sha) => {
          asked.push(sha);
          return [merged, { ...merged, number: 40, merged: false }, { ...merged, number: pull.number, headSha: sha }];
        },
      }),
      pull,
      'visual',
    );
    expect(asked).toEqual(['0', '1', '2', '3', '4']);
    expect(found).toMatchObject({ repository: 'github:7', name: 'visual', branch: 'main' });
    expect(found?.commits).toHaveLength(100);
    expect(found?.commits.slice(3, 6)).toEqual([
      { commit: '3' },
      { commit: '4', merged: { reference: 'github:7:41:visual', revision: 'f', pull_request: 41 } },
      { commit: '5' },
    ]);
  });

  test('is unknown where GitHub shows no common ancestor, and without a base branch', async () => {
    expect(await findBase(github({ mergeBase: async () => null }), pull, 'visual')).toBeNull();
    expect(await findBase(github({}), { ...pull, baseRef: undefined }, 'visual')).toBeNull();
  });
});
