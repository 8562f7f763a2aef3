import { expect, test } from 'vitest';
import { elementOf, seededChanges, seededPairs } from './support/seeded-changes/seeded-pairs.ts';

test('each seeded change shows: another screenshot, and the element it is about', async () => {
  const wrong: string[] = [];
  for await (const { change, expected, before, after } of seededPairs()) {
    if (before.png.equals(after.png)) wrong.push(`${change.id}: looks the same`);
    if (elementOf(expected, { before, after }) === -1) wrong.push(`${change.id}: no such element`);
  }
  expect(wrong).toEqual([]);
  expect(seededChanges.length).toBe(60);
  expect(seededChanges.filter(({ heldOut }) => heldOut).length).toBe(20);
  expect(new Set(seededChanges.map(({ id }) => id)).size).toBe(60);
});
