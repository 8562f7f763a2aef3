import { compare } from '../../../../server/adapters/images/compare.ts';
import { viewports } from '../../../../server/capture/index.ts';
import type { Cause } from '../../../../server/contract/cause.ts';
import { groupCauses } from '../../../../server/contract/cause-groups.ts';
import { findCauses } from '../../../../server/domain/cause/find-causes.ts';
import type { ExpectedCause, SeededPair } from './types.ts';

export function isExpected(expected: ExpectedCause, { kind, styles, text, selector }: Cause): boolean {
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
export async function causesOf({ change, before, after }: SeededPair) {
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
