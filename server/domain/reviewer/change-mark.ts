import { recordByLink } from '../audit/record.ts';
import { type PlacedMark, updateMark } from '../mark/store.ts';
import type { Tx } from '../ports.ts';
import type { Scene } from './as-reviewer.ts';

/** Changes a mark's status and records it. The former status is kept, so that `restore_mark` can undo the change. */
export async function changeMark(
  tx: Tx,
  scene: Scene,
  { number, status: from }: PlacedMark,
  status: 'verified' | 'reopened' | 'withdrawn',
  more: { settledByDecision?: null; reopenReason?: string | null } = {},
): Promise<void> {
  await updateMark(tx, scene.chain, number, { status, formerStatus: from, updatedAt: scene.now, ...more });
  await recordByLink(tx, scene.row, `mark.${status}`, { mark: number, from });
}
