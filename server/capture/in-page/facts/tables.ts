import type { CapturedPageFacts } from '../../captured-facts.ts';
import type { PageNode } from '../dom.ts';
import * as dom from '../dom.ts';
import * as names from '../names.ts';
import { isPageCut } from './cut.ts';
import type { Layer } from './layers.ts';
import * as layers from './layers.ts';

const maxTables = 20;
/** The share of a column's width that must be visible for its values to be readable */
const readable = 0.3;

/** Returns the x-coordinate up to which a cell is visible; null where people can scroll to the rest of it */
function rightEdge(cell: Layer): number | null {
  let right = Number.POSITIVE_INFINITY;
  for (let clip: Layer['clip'] | null = (cell.up ?? cell).clip; clip !== null; clip = clip.up) {
    if (!clip.x || (clip.by === null && !isPageCut())) continue;
    if (clip.scrollsX && clip.edges.right < cell.edges.right) return null;
    right = Math.min(right, clip.edges.right);
  }
  return right;
}

/** Returns the cells of the first drawn row. */
function headings(table: Layer): Layer[] {
  const cells = Array.from(dom.select(dom.document, 'th, td'))
    .map((cell: PageNode) => layers.of.get(cell))
    .filter((cell) => cell?.isVisible === true && layers.closest(cell, ({ tag }) => tag === 'table') === table)
    .filter((cell) => cell !== undefined);
  const top = Math.min(...cells.map(({ edges }) => edges.top));
  return cells.filter(({ edges }) => edges.top - top < 4 && edges.right > edges.left);
}

function cutColumns(table: Layer): string[] {
  return headings(table).flatMap((cell) => {
    const right = rightEdge(cell);
    if (right === null || cell.isMoved) return [];
    const { left, right: end } = cell.edges;
    return right - left < (end - left) * readable ? [names.text(cell.element).slice(0, 60)] : [];
  });
}

/** Returns tables with columns that are cut off where nobody can scroll to them. */
export function findCutTables(): CapturedPageFacts['cutTables'] {
  const drawn = layers.all.filter(({ tag, isVisible }) => tag === 'table' && isVisible).slice(0, maxTables);
  return drawn.flatMap((table) => {
    const box = layers.visible(table.edges, (table.up ?? table).clip);
    const columns = box === null ? [] : cutColumns(table);
    return box === null || columns.length === 0 ? [] : [{ box, columns }];
  });
}
