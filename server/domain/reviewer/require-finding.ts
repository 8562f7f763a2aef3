import { notFound } from '../failure.ts';
import { type FindingRow, findFinding } from '../finding/store.ts';
import type { PlacedMark } from '../mark/store.ts';
import type { Tx } from '../ports.ts';
import type { Scene } from './as-reviewer.ts';
import { listShownMarks } from './keep-mark.ts';

export interface KnownFinding {
  finding: FindingRow;
  /** The mark it became; null when that was withdrawn, which makes it a finding again. */
  mark: PlacedMark | null;
}

/** Returns the finding of that number on this pass. @throws DomainError `not_found` */
export async function requireFinding(tx: Tx, scene: Scene, number: number): Promise<KnownFinding> {
  const { workspaceId, id } = scene.row;
  const finding = await findFinding(tx, workspaceId, id, number);
  if (finding === null) throw notFound('finding');
  if (finding.status !== 'accepted') return { finding, mark: null };
  const mark = (await listShownMarks(tx, scene)).find((each) => each.number === finding.markNumber);
  return { finding, mark: mark === undefined || mark.status === 'withdrawn' ? null : mark };
}
