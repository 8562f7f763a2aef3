import type { Finding } from './types.ts';

export type HintKind = 'a11y' | 'suggestion' | 'polish' | 'other';

const order: readonly HintKind[] = ['a11y', 'suggestion', 'polish', 'other'];

/** Hints by kind, the gravest kind first; within one in the order of the shots. Kinds without a hint are left out. */
export function byKind(hints: readonly Finding[]): { kind: HintKind; hints: Finding[] }[] {
  const shot = (hint: Finding) => hint.screenshot_index ?? Number.POSITIVE_INFINITY;
  return order.flatMap((kind) => {
    const those = hints.filter(({ severity }) => (severity ?? 'other') === kind);
    return those.length === 0 ? [] : [{ kind, hints: those.sort((a, b) => shot(a) - shot(b) || a.id - b.id) }];
  });
}
