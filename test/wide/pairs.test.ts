import { expect, test } from 'vitest';
import { looksDifferent } from './support/pairs/looks-different.ts';
import { makePairs } from './support/pairs/make-pairs.ts';
import { plans } from './support/pairs/plans.ts';

test('each pair states truly which of its regions look different', async () => {
  const wrong: string[] = [];
  let count = 0;
  for await (const pair of makePairs()) {
    count += 1;
    const differing = await looksDifferent(pair);
    for (const { name, after, changed } of pair.regions) {
      if (after !== null && changed !== differing.has(name)) wrong.push(`${pair.name}: ${name}, stated ${changed}`);
    }
  }
  expect(wrong).toEqual([]);
  expect(count).toBe(plans.length);
});
