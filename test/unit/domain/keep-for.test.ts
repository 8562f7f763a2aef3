import { expect, test } from 'vitest';
import { keepFor } from '../../../server/domain/health/rules.ts';

test('a result is found once for concurrent callers, and again only when its time is over', async () => {
  let found = 0;
  const find = async () => {
    found += 1;
    return found;
  };
  const kept = keepFor(3_600_000, find);
  expect(await Promise.all([kept(), kept()])).toEqual([1, 1]);
  expect(await kept()).toBe(1);
  const notKept = keepFor(0, find);
  expect([await notKept(), await notKept()]).toEqual([2, 3]);
});

test('a failure is kept like a result', async () => {
  let tried = 0;
  const kept = keepFor(3_600_000, () => {
    tried += 1;
    return Promise.reject(new Error('down'));
  });
  await expect(kept()).rejects.toThrow('down');
  await expect(kept()).rejects.toThrow('down');
  expect(tried).toBe(1);
});
