import { expect, test } from 'vitest';
import type { BaseRequest } from '../../../server/contract/base.ts';
import { chooseBase, describeBase, type KnownBase } from '../../../server/domain/base/choose.ts';

const merged = { reference: 'github:7:41:visual', revision: 'fedcba9', pull_request: 41 };
const request: BaseRequest = {
  repository: 'shop/web',
  name: 'visual',
  branch: 'main',
  commits: [{ commit: 'aaaaaaa' }, { commit: 'bbbbbbb', merged }, { commit: 'ccccccc' }],
};
const baseline = (commit: string, id = commit): KnownBase => ({ id, kind: 'baseline', commit });
const pass = (commit: string, id = commit): KnownBase => ({ id, kind: 'approved_pass', commit });

test.each<[string, KnownBase[], string | null]>([
  ['the merge base before its ancestors', [baseline('ccccccc'), baseline('aaaaaaa')], 'aaaaaaa'],
  ['the nearest ancestor where the merge base has none', [baseline('ccccccc'), baseline('bbbbbbb')], 'bbbbbbb'],
  ['a commit’s baseline before the pass merged as it', [pass('bbbbbbb', 'pass'), baseline('bbbbbbb', 'own')], 'own'],
  ['a nearer pass before a farther baseline', [baseline('ccccccc'), pass('bbbbbbb', 'pass')], 'pass'],
  ['the newest of several for one commit', [baseline('aaaaaaa', 'newest'), baseline('aaaaaaa', 'older')], 'newest'],
  ['none of a commit that was not asked for', [baseline('ddddddd')], null],
])('chooses %s', (_what, known, expected) => {
  expect(chooseBase(request, known)?.id ?? null).toBe(expected);
});

test.each([
  [baseline('aaaaaaa'), 'merge base', 0],
  [baseline('bbbbbbb'), '1 commit before the merge base', 1],
  [baseline('ccccccc'), '2 commits before the merge base', 2],
  [pass('bbbbbbb'), 'approved pass of pull request 41, 1 commit before the merge base', 1],
  [pass('aaaaaaa'), 'approved pass', 0],
])('says why: %o', (known, reason, distance) => {
  expect(describeBase(request, chooseBase(request, [known]), true)).toEqual({
    repository: 'shop/web',
    name: 'visual',
    branch: 'main',
    id: known.id,
    kind: known.kind,
    commit: known.commit,
    distance,
    reason,
    compared: true,
  });
});

test('says that there is none yet, with which nothing is compared', () => {
  expect(describeBase(request, null, true)).toMatchObject({ id: null, kind: 'none', commit: null, distance: null });
  expect(describeBase(request, null, true)).toMatchObject({ reason: 'none yet', compared: false });
});
