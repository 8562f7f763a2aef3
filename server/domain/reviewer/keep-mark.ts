import { insertMark, listMarks, type PlacedMark, saveMark } from '../mark/store.ts';
import { listWithUnsent, toUnsent } from '../mark/unsent.ts';
import type { Tx } from '../ports.ts';
import { putUnsent } from '../review/store.ts';
import type { Scene } from './as-reviewer.ts';

/** Lists the marks of the pass as the review page shows them. */
export async function listShownMarks(tx: Tx, { row, chain, unsent }: Scene): Promise<PlacedMark[]> {
  return listWithUnsent(chain, await listMarks(tx, row.workspaceId, row.id), unsent);
}

/** Stores a new or changed mark. While changes are requested, it waits until the reviewer updates the request. */
export async function keepMark(tx: Tx, { row, status, unsent }: Scene, mark: PlacedMark): Promise<void> {
  const sent = (await listMarks(tx, row.workspaceId, row.id)).find(({ number }) => number === mark.number);
  if (status !== 'changes_requested') return sent === undefined ? insertMark(tx, row, mark) : saveMark(tx, row, mark);
  const others = unsent.filter(({ number }) => number !== mark.number);
  const own = toUnsent(mark, sent);
  await putUnsent(tx, row, own === null ? others : [...others, own]);
}
