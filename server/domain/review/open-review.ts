import { giveBack } from '../credit/store.ts';
import { follow } from '../mark/follow.ts';
import { elsewhere, lookUnder, nothingUnder, readMaps } from '../mark/look-under.ts';
import { isCarried } from '../mark/rules.ts';
import { listMarks, putPlace, putSameElement } from '../mark/store.ts';
import type { Ports, Tx } from '../ports.ts';
import { changeOf, sizeOf } from '../shot/change.ts';
import { listComparedShots, listShots, shotProgress } from '../shot/store.ts';
import { carrySuggestions } from '../suggestion/carry-suggestions.ts';
import { effectiveStatus } from './rules.ts';
import { findReview, freeNextPass, type ReviewRow, setStatus } from './store.ts';
import { storedStatus } from './view.ts';

/**
 * Takes along the parent's marks that are not verified, each to the shot of the same label. Again for
 * every shot that comes later: a mark whose shot was not there yet finds it then.
 */
export async function carryMarks(ports: Ports, tx: Tx, row: ReviewRow): Promise<void> {
  const { workspaceId, parentId } = row;
  if (parentId === null) return;
  const placed = new Map((await listMarks(tx, workspaceId, row.id)).map((mark) => [mark.number, mark.shotId]));
  const shots = await listComparedShots(tx, workspaceId, [row.id, parentId]);
  const own = shots.filter((shot) => shot.reviewId === row.id);
  const here = new Map(own.map((shot) => [shot.label, shot]));
  const maps = readMaps(ports);
  const before = new Map(shots.filter((shot) => shot.reviewId === parentId).map((shot) => [shot.id, shot]));
  for (const mark of await listMarks(tx, workspaceId, parentId)) {
    if (!isCarried(mark.status) || placed.get(mark.number) != null) continue;
    const from = mark.shotId === null ? undefined : before.get(mark.shotId);
    const to = from === undefined ? undefined : here.get(from.label);
    const at = { reviewId: row.id, workspaceId, number: mark.number, shotId: to?.id ?? null };
    if (from === undefined || to === undefined) {
      await putPlace(tx, at, mark.place, nothingUnder);
      continue;
    }
    const place = follow({
      place: mark.place,
      kind: mark.kind,
      element: mark.element,
      from: sizeOf(from),
      to: sizeOf(to),
      fromScale: (await maps(from))?.scale ?? null,
      map: await maps(to),
      change: changeOf(to).map,
    });
    await putPlace(tx, at, place, await lookUnder(to, own, place, maps));
  }
}

/** After shots were added to an open review: carried marks may find their shot, and placed ones their element on it. */
export async function takeInShots(ports: Ports, tx: Tx, row: ReviewRow): Promise<void> {
  await carryMarks(ports, tx, row);
  await carrySuggestions(ports, tx, row);
  const { workspaceId, id: reviewId } = row;
  const marks = (await listMarks(tx, workspaceId, reviewId)).filter(({ element }) => element !== null);
  if (marks.length === 0) return;
  const shots = await listShots(tx, workspaceId, [reviewId]);
  const maps = readMaps(ports);
  for (const { number, element, shotId, sameElement } of marks) {
    const shot = shots.find(({ id }) => id === shotId);
    if (element === null || shot === undefined) continue;
    const found = await elsewhere(element, shot, shots, maps);
    if (found.length > (sameElement?.length ?? 0)) await putSameElement(tx, { workspaceId, reviewId, number }, found);
  }
}

/** The pass opens: it takes the outstanding marks and what guests suggested along, and the place of its undecided parent. Holds the chain's lock. */
export async function openReview(ports: Ports, tx: Tx, row: ReviewRow, parent: ReviewRow | null): Promise<void> {
  const now = ports.clock();
  await setStatus(tx, row, 'open', { openedAt: now });
  if (parent === null) return;
  await carryMarks(ports, tx, row);
  await carrySuggestions(ports, tx, row);
  const before = effectiveStatus(storedStatus(parent), parent.expiresAt, now);
  if (before === 'open' || before === 'preparing') await setStatus(tx, parent, 'superseded');
}

/** No shot could be made: the credits go back to the month that paid, and the parent may have another child. */
async function failReview(ports: Ports, tx: Tx, row: ReviewRow): Promise<void> {
  await setStatus(tx, row, 'failed', { creditsReturned: true });
  if (!row.creditsReturned) await giveBack(tx, row.workspaceId, row.creditsMonth, row.creditsSpent);
  await freeParent(ports, tx, row);
}

/** After a shot was made or given up: opens or fails a review that waits for nothing more. Holds the chain's lock. */
export async function settleReview(ports: Ports, tx: Tx, row: ReviewRow, parent: ReviewRow | null): Promise<void> {
  if (row.status === 'open') await takeInShots(ports, tx, row);
  if (row.status !== 'preparing') return;
  const progress = await shotProgress(tx, row.workspaceId, row.id);
  if (progress.waiting > 0) return;
  const shots = await listShots(tx, row.workspaceId, [row.id]);
  if (shots.length > 0) await openReview(ports, tx, row, parent);
  else await failReview(ports, tx, row);
}

/** The pass is gone: its parent may have another child, and what it had superseded goes on. Holds the chain's lock. */
export async function freeParent(ports: Ports, tx: Tx, row: ReviewRow): Promise<void> {
  if (row.parentId === null) return;
  await freeNextPass(tx, row.workspaceId, row.parentId, row.id);
  const parent = await findReview(tx, row.workspaceId, row.parentId);
  if (parent?.status !== 'preparing') return;
  const before = parent.parentId === null ? null : await findReview(tx, row.workspaceId, parent.parentId);
  await settleReview(ports, tx, parent, before);
}
