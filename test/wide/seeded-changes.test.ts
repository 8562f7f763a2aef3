import { expect, test } from 'vitest';
import { causesOf, isExpected } from './support/seeded-changes/judge-causes.ts';
import { count, judgeSources, type Row } from './support/seeded-changes/judge-sources.ts';
import { elementOf, seededChanges, seededPairs } from './support/seeded-changes/seeded-pairs.ts';
import type { SeededPair } from './support/seeded-changes/types.ts';

const pairs: SeededPair[] = [];
for await (const pair of seededPairs()) pairs.push(pair);

test('each seeded change shows: another screenshot, and the element it is about', () => {
  const wrong: string[] = [];
  for (const { change, expected, before, after } of pairs) {
    if (before.png.equals(after.png)) wrong.push(`${change.id}: looks the same`);
    if (elementOf(expected, { before, after }) === -1) wrong.push(`${change.id}: no such element`);
  }
  expect(wrong).toEqual([]);
  expect(seededChanges.length).toBe(60);
  expect(seededChanges.filter(({ heldOut }) => heldOut).length).toBe(20);
  expect(new Set(seededChanges.map(({ id }) => id)).size).toBe(60);
});

test('the first cause of a change of a page is what was changed in its source, and what is certain is right', async () => {
  const lines: { id: string; heldOut: boolean; right: boolean; first: string | undefined }[] = [];
  const falseFacts: string[] = [];
  for (const pair of pairs) {
    const { change, expected } = pair;
    const causes = await causesOf(pair);
    const [first] = causes;
    lines.push({
      id: change.id,
      heldOut: change.heldOut,
      right: first !== undefined && isExpected(expected.cause, first),
      first: first?.summary,
    });
    falseFacts.push(
      ...causes
        .filter((cause) => cause.certainty === 'certain' && !isExpected(expected.cause, cause))
        .map(({ summary }) => `${change.id}: ${summary}`),
    );
  }
  const right = (heldOut: boolean) => lines.filter((line) => line.heldOut === heldOut && line.right).length;
  console.table(lines.filter((line) => !line.right).map(({ id, heldOut, first }) => ({ id, heldOut, first })));
  console.log(
    `first cause right: ${right(false)} of ${lines.filter(({ heldOut }) => !heldOut).length} tuned on, ${right(true)} of ${lines.filter(({ heldOut }) => heldOut).length} held out; certain, but not the change itself: ${falseFacts.length}\n${falseFacts.join('\n')}`,
  );
  expect(right(false) + right(true)).toBeGreaterThanOrEqual(54);
});

test('the source of each seeded change is among the first that are named', () => {
  const tuned: Row[] = [];
  const heldOut: Row[] = [];
  for (const pair of pairs) (pair.change.heldOut ? heldOut : tuned).push(judgeSources(pair));
  console.table(tuned);
  const all = [...tuned, ...heldOut];
  for (const [name, rows] of Object.entries({ tuned, 'held out': heldOut, all })) {
    console.log(`${name}: ${count(rows, 'file')} of ${rows.length} files, ${count(rows, 'line')} lines`);
  }
  expect(all).toHaveLength(60);
  expect(count(all, 'file')).toBeGreaterThanOrEqual(54);
  expect(count(all, 'line')).toBeGreaterThanOrEqual(45);
});
