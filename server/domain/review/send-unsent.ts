import { insertMark, listMarks, saveMark } from '../mark/store.ts';
import { withUnsent } from '../mark/unsent.ts';
import type { Tx } from '../ports.ts';
import { putUnsent, type ReviewRow, readUnsent } from './store.ts';

/**
 * Stores what the reviewer changed about marks since the last request. `asksAgain`: marks that were changed after their
 * fix are to be fixed again. The caller holds the chain's lock.
 */
export async function sendUnsent(
  tx: Tx,
  row: ReviewRow,
  now: Date,
  { asksAgain }: { asksAgain: boolean },
): Promise<void> {
  const unsent = readUnsent(row);
  if (unsent.length === 0) return;
  const chain = { workspaceId: row.workspaceId, chainId: row.chainId };
  const sent = new Map((await listMarks(tx, row.workspaceId, row.id)).map((mark) => [mark.number, mark]));
  for (const each of unsent) {
    const before = sent.get(each.number);
    const shown = withUnsent(chain, before, each);
    const isStale = before?.status === 'resolved' && shown.status === 'reopened';
    const kept = isStale && !asksAgain ? { status: before.status, formerStatus: before.formerStatus } : {};
    const mark = { ...shown, ...kept, updatedAt: now };
    await (before === undefined ? insertMark(tx, row, mark) : saveMark(tx, row, mark));
  }
  await putUnsent(tx, row, []);
}
