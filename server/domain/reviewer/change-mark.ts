import { recordByLink } from '../audit/record.ts';
import { type PlacedMark, updateMark } from '../mark/store.ts';
import type { Tx } from '../ports.ts';
import type { Scene } from './as-reviewer.ts';
import { keepMark } from './keep-mark.ts';

/** Changes a mark's status and records it. The former status is kept, so that `restore_mark` can undo the change. */
export async function changeMark(
  tx: Tx,
  scene: Scene,
  mark: PlacedMark,
  status: 'verified' | 'reopened' | 'withdrawn',
  more: { reopenReason?: string | null } = {},
): Promise<void> {
  const { number, status: from } = mark;
  // A reopening can be undone: the mark is then still what the decision made of it.
  const own = status === 'reopened' ? {} : { settledByDecision: null };
  const change = { status, formerStatus: from, updatedAt: scene.now, ...own };
  if (status === 'withdrawn') await keepMark(tx, scene, { ...mark, ...change });
  else await updateMark(tx, scene.chain, number, { ...change, ...more });
  await recordByLink(tx, scene.row, `mark.${status}`, { mark: number, from });
}
