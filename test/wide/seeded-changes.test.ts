import { expect, test } from 'vitest';
import type { ElementSource } from '../../server/contract/element-source.ts';
import { sourcesOf } from '../../server/domain/shot/element-sources.ts';
import { elementOf, seededChanges, seededPairs } from './support/seeded-changes/seeded-pairs.ts';
import type { Expected, SeededPair } from './support/seeded-changes/types.ts';

interface Row {
  id: string;
  file: boolean;
  line: boolean;
  sources: string;
}

const short = ({ file, line, kind, confidence }: ElementSource) => `${kind} ${file}:${line ?? '?'} (${confidence})`;

/** The sources that a packet would name. A caller knows which properties differ, as the expectation does. */
function sourcesFor(expected: Expected, pair: SeededPair): ElementSource[] {
  const { elements, sources } = pair[expected.side];
  const properties = expected.cause.kind === 'style' ? [expected.cause.property] : [];
  return sourcesOf({ scale: 1, elements, sources }, elementOf(expected, pair), { properties });
}

const isRightLine = ({ line, lastLine, ownerLine }: Expected, source: ElementSource): boolean =>
  source.line !== null && (source.line === ownerLine || (source.line >= line && source.line <= lastLine));

function judge(pair: SeededPair): Row {
  const { change, expected } = pair;
  const all = sourcesFor(expected, pair);
  const best = all.slice(0, 3).filter(({ file }) => file === expected.file);
  return {
    id: change.id,
    file: best.length > 0,
    line: best.some((source) => isRightLine(expected, source)),
    sources: all.map(short).join(', '),
  };
}

const count = (rows: readonly Row[], key: 'file' | 'line') => rows.filter((row) => row[key]).length;

test('each seeded change shows, and its source is named', async () => {
  const wrong: string[] = [];
  const tuned: Row[] = [];
  const heldOut: Row[] = [];
  for await (const pair of seededPairs()) {
    const { change, expected, before, after } = pair;
    if (before.png.equals(after.png)) wrong.push(`${change.id}: looks the same`);
    if (elementOf(expected, pair) === -1) wrong.push(`${change.id}: no such element`);
    (change.heldOut ? heldOut : tuned).push(judge(pair));
  }
  expect(wrong).toEqual([]);
  console.table(tuned);
  const all = [...tuned, ...heldOut];
  for (const [name, rows] of Object.entries({ tuned, heldOut, all })) {
    console.log(
      `${name}: file in the first three ${count(rows, 'file')}, line ${count(rows, 'line')} of ${rows.length}`,
    );
  }
  expect(count(all, 'file')).toBeGreaterThanOrEqual(54);
  expect(count(all, 'line')).toBeGreaterThanOrEqual(45);
  expect(heldOut.length).toBe(20);
  expect(new Set(seededChanges.map(({ id }) => id)).size).toBe(60);
});
