import { byLabel } from '../../contract/by-label.ts';
import type { Ports, Tx } from '../ports.ts';
import { readMaps } from '../shot/element-file.ts';
import { byLabelBefore, labelsBefore } from '../shot/moved-page.ts';
import {
  forgetChanges,
  isUncompared,
  listShots,
  putChange,
  putLabelBefore,
  type ShotRow,
  shotProgress,
} from '../shot/store.ts';
import { requestBaseComparison } from './compare-base.ts';
import { findReview, type ReviewRow } from './store.ts';

/** Finds out which pages of a PDF its pages were in the previous pass, if these were not there when they were made. */
async function pairPages(ports: Ports, tx: Tx, shots: ShotRow[], before: readonly ShotRow[]): Promise<ShotRow[]> {
  if (!shots.some(({ pageNumber, changeKind }) => pageNumber !== null && changeKind === null)) return shots;
  const maps = readMaps(ports);
  const labels = await labelsBefore([before, maps], [shots, maps]);
  for (const [shot, label] of labels) await putLabelBefore(tx, shot, label);
  return shots.map((shot) => ({ ...shot, labelBefore: labels.get(shot) ?? null }));
}

/** Queues the missing comparisons of a pass with its parent, as far as the parent's screenshots exist. */
async function compareMissing(ports: Ports, tx: Tx, row: ReviewRow): Promise<void> {
  const { workspaceId, parentId } = row;
  if (parentId === null) return;
  const shots = await listShots(tx, workspaceId, [row.id]);
  const isDoubtful = (shot: ShotRow) =>
    !isUncompared(shot) && shots.find(({ label }) => label === shot.label)?.id !== shot.id;
  if (!shots.some((shot) => isUncompared(shot) || isDoubtful(shot))) return;
  const earlier = await listShots(tx, workspaceId, [parentId]);
  const own = [...byLabelBefore(await pairPages(ports, tx, shots, earlier))];
  const before = byLabel(earlier);
  // Each was compared as the only one of its label, while the others were not there.
  const mistaken = own.flatMap(([key, shot]) => (isDoubtful(shot) && !before.has(key) ? [shot.id] : []));
  if (mistaken.length > 0) await forgetChanges(tx, workspaceId, row.id, mistaken);
  const unknown = own.filter(([, shot]) => isUncompared(shot) || mistaken.includes(shot.id));
  const areAllMade = (await shotProgress(tx, workspaceId, parentId)).waiting === 0;
  for (const [key, shot] of unknown) {
    if (before.has(key)) {
      await ports.queue.send(tx, 'compare_shot', { workspaceId, shotId: shot.id }, { key: shot.id });
    } else if (areAllMade && shot.changeKind !== 'new') await putChange(tx, shot, { changeKind: 'new' });
  }
}

/**
 * Completes the comparisons after screenshots of a pass were made or given up: those with its base and with the previous
 * pass, and those of the next pass with this one, whichever was made first. The caller holds the chain's lock.
 */
export async function compareAround(ports: Ports, tx: Tx, { workspaceId, id }: ReviewRow): Promise<void> {
  const row = await findReview(tx, workspaceId, id);
  if (row === null) return;
  await requestBaseComparison(ports, tx, row);
  await compareMissing(ports, tx, row);
  const next = row.nextPassId === null ? null : await findReview(tx, workspaceId, row.nextPassId);
  if (next !== null) await compareMissing(ports, tx, next);
}

/** Compares a pass anew that has another previous pass than before, or none any more. */
export async function compareAnew(ports: Ports, tx: Tx, row: ReviewRow): Promise<void> {
  await forgetChanges(tx, row.workspaceId, row.id);
  await compareMissing(ports, tx, row);
}
