import type { CapturedPageFacts } from '../captured-facts.ts';
import type { Dom, PageNode } from './element-map-dom.ts';
import type { Names } from './element-map-names.ts';
import type { Layer, Layers } from './facts-layers.ts';

/** Runs inside the page: tables of which columns are cut off where nobody can scroll to them. */
export function tablesKit(dom: Dom, layers: Layers, names: Names) {
  const mostTables = 20;
  /** Share of a column's width: with less of it in sight its values cannot be read */
  const readable = 0.3;

  const isPageCut = ['html', 'body'].some((tag) => {
    const element = dom.select(dom.document, tag)[0];
    return element !== undefined && /hidden|clip/.test(dom.style(element).getPropertyValue('overflow-x'));
  });

  /** How far right it can be seen; null where people can scroll to the rest of it */
  function rightEdge(cell: Layer): number | null {
    let right = Number.POSITIVE_INFINITY;
    for (let clip: Layer['clip'] | null = (cell.up ?? cell).clip; clip !== null; clip = clip.up) {
      if (!clip.x || (clip.by === null && !isPageCut)) continue;
      if (clip.scrollsX && clip.edges.right < cell.edges.right) return null;
      right = Math.min(right, clip.edges.right);
    }
    return right;
  }

  /** Cells of the first row that is drawn. */
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

  function tables(): Pick<CapturedPageFacts, 'cutTables'> {
    const drawn = layers.layers.filter(({ tag, isVisible }) => tag === 'table' && isVisible).slice(0, mostTables);
    return {
      cutTables: drawn.flatMap((table) => {
        const box = layers.visible(table.edges, (table.up ?? table).clip);
        const columns = box === null ? [] : cutColumns(table);
        return box === null || columns.length === 0 ? [] : [{ box, columns }];
      }),
    };
  }

  return { tables };
}

export type TablesKit = ReturnType<typeof tablesKit>;
