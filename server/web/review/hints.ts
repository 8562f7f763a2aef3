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

/** A sentence up to its end; what is quoted in it may hold others. */
const sentence = /^(?:“[^”]*”|[^“.!?]|[.!?](?!\s|$))+[.!?](?=\s)/;

/** What is wrong, of a hint that goes on to say why that matters and what would mend it; empty of any other. */
export function leadOf({ source, body }: Pick<Finding, 'source' | 'body'>): string {
  return source === 'second_opinion' ? (sentence.exec(body)?.[0] ?? '') : '';
}
