import type { Finding } from '../shared/types.ts';

export type FindingKind = 'a11y' | 'suggestion' | 'polish' | 'other';

const order: readonly FindingKind[] = ['a11y', 'suggestion', 'polish', 'other'];

/** Groups findings by kind, most severe first, then by screenshot. Omits empty kinds. */
export function byKind(findings: readonly Finding[]): { kind: FindingKind; findings: Finding[] }[] {
  const shot = (finding: Finding) => finding.screenshot_index ?? Number.POSITIVE_INFINITY;
  return order.flatMap((kind) => {
    const those = findings.filter(({ severity }) => (severity ?? 'other') === kind);
    return those.length === 0 ? [] : [{ kind, findings: those.sort((a, b) => shot(a) - shot(b) || a.id - b.id) }];
  });
}

/** One sentence; quoted text in it may contain others. */
const sentence = /^(?:“[^”]*”|[^“.!?]|[.!?](?!\s|$))+[.!?](?=\s)/;

/** Returns the first sentence of a second opinion's finding, which says what is wrong. */
export function leadOf({ source, body }: Pick<Finding, 'source' | 'body'>): string {
  return source === 'second_opinion' ? (sentence.exec(body)?.[0] ?? '') : '';
}
