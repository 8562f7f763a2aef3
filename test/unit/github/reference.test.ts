import { expect, test } from 'vitest';
import { pullRequestOf, referenceOf, repositoryOf } from '../../../server/contract/reference.ts';

test('a reference names the repository by its id, the pull request and the review, and is read back', () => {
  const reference = referenceOf({ repositoryId: 7, number: 1284 }, 'visual: dark');
  expect(reference).toBe('github:7:1284:visual: dark');
  expect(reference.startsWith(repositoryOf(7))).toBe(true);
  expect(pullRequestOf(reference)).toBe(1284);
});

test.each(['github:7:1284', 'github:shop/web:1284:visual', 'gitlab:7:1284:visual', 'shop/web#1284', null])(
  'the reference %s names no pull request',
  (reference) => expect(pullRequestOf(reference)).toBeNull(),
);
