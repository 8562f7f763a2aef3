import type { ElementSource } from '../../../../server/contract/element-source.ts';
import { sourcesOf } from '../../../../server/domain/shot/element-sources.ts';
import { elementOf } from './seeded-pairs.ts';
import type { Expected, SeededPair } from './types.ts';

export interface Row {
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

export function judgeSources(pair: SeededPair): Row {
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

export const count = (rows: readonly Row[], key: 'file' | 'line') => rows.filter((row) => row[key]).length;
