import type { Alignment } from '../../contract/alignment.ts';
import type { ChangeMap } from '../port-types.ts';

/** Returns what lays the earlier image over the later one so that the same content is in the same place. */
export const alignmentOf = ({ rows, blocks = [], hidden = [] }: ChangeMap): Alignment => ({
  rows: rows.map(({ from, to, length }) => [from, to, length]),
  blocks: blocks.map(({ x, y, width, height, from }) => [x, y, width, height, from]),
  hidden: hidden.map(({ x, y, width, height, at }) => [x, y, width, height, at]),
});
