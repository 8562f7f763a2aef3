import { expect, test } from 'vitest';
import { compare } from '../../server/adapters/images/compare.ts';
import { viewports } from '../../server/capture/index.ts';
import type { Cause } from '../../server/contract/cause.ts';
import { groupCauses } from '../../server/contract/cause-groups.ts';
import { findCauses } from '../../server/domain/cause/find-causes.ts';
import { seededPairs } from './support/seeded-changes/seeded-pairs.ts';
import type { ExpectedCause, SeededPair } from './support/seeded-changes/types.ts';

function isExpected(expected: ExpectedCause, { kind, styles, text, selector }: Cause): boolean {
  switch (expected.kind) {
    case 'style':
      return kind === 'style' && styles.some(({ property }) => property === expected.property);
    case 'text':
      return text?.from.includes(expected.before) === true && text.to.includes(expected.after);
    case 'image':
      return kind === 'image' || (kind === 'resized' && selector.includes('img'));
    case 'order':
      return kind === 'moved';
    case 'insertion':
      return kind === 'added';
    case 'removal':
      return kind === 'removed';
  }
}

/** Returns the causes of a pair’s areas, as a review shows them. */
async function causesOf({ change, before, after }: SeededPair) {
  const { viewport = 'desktop' } = change;
  const { areas, map } = await compare(before.png, after.png);
  const [was, is] = [before, after].map(({ elements, width }) => ({
    elements,
    scale: width / viewports[viewport].width,
  }));
  if (was === undefined || is === undefined) throw new Error('Both are captured.');
  const causes = findCauses(areas, { before: was, after: is, map });
  const explained = areas.map(({ pixels }, at) => ({ share: pixels, causes: causes[at] ?? [] }));
  return groupCauses([{ index: 0, change: { areas: explained }, base_change: null }], 'pass').groups.map(
    ({ cause }) => cause,
  );
}

test('the first cause of a change of a page is what was changed in its source, and what is certain is right', async () => {
  const lines: { id: string; heldOut: boolean; right: boolean; first: string | undefined }[] = [];
  const falseFacts: string[] = [];
  for await (const pair of seededPairs()) {
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
