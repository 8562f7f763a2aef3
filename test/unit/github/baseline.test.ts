import { describe, expect, test } from 'vitest';
import { findBase, firstParents } from '../../../action/baseline/candidates.ts';
import { isAccepted, recordBaseline } from '../../../action/baseline/record.ts';
import type { GitHub } from '../../../action/github.ts';
import { ServiceError } from '../../../server/contract/client.ts';
import { answering } from './support/client.ts';
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

test('screenshots of a baseline whose answer is lost are sent again with the same key, and with another one for others', async () => {
  const keys: unknown[] = [];
  const client = answering({
    create_baseline: () => ({ id: 'baseline', status: 'preparing', shards: null }),
    add_to_baseline: (_, key) => {
      keys.push(key);
      if (keys.length === 1) throw new ServiceError(502, { message: 'Not now.', retry_after: 0.001 });
      return { id: 'baseline', status: 'complete', shards: null };
    },
  });
  const images = Array.from({ length: 106 }, (_, at) => ({ label: `${at}`, image: 'data:image/png;base64,' }));
  const push = { repositoryId: 7, branch: 'main', sha: 'a'.repeat(40) } as Parameters<typeof recordBaseline>[1];
  await recordBaseline(
    client,
    push,
    'visual',
    { kind: 'shots', images, pages: [], failed: [] },
    { milliseconds: 0, log: () => {}, shard: null },
  );
  const [lost, again, others] = keys;
  expect(keys).toEqual([expect.any(String), lost, expect.any(String)]);
  expect(again).not.toBe(others);
});
