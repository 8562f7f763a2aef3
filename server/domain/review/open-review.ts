import { returnCredits } from '../credit/store.ts';
import { elsewhere, lookUnder } from '../mark/follow-on.ts';
import { listMarks, putPlace, putSameElement } from '../mark/store.ts';
import type { Ports, Tx } from '../ports.ts';
import { readMaps } from '../shot/element-file.ts';
import { listComparedShots, listShots, shotProgress } from '../shot/store.ts';
import { carrySuggestions } from '../suggestion/carry-suggestions.ts';
import { carryMarks } from './carry-marks.ts';
import { passesBefore } from './passes.ts';
import { compareAnew } from './request-comparisons.ts';
import { shardsLeft } from './rules.ts';
import { settleBaseline } from './settle-baseline.ts';
import { findReview, leaveChain, type ReviewRow, setStatus } from './store.ts';
import { sendUnsent } from './unsent.ts';

/**
 * Updates marks and suggestions after screenshots were added to an open review: carried ones may find their screenshot,
 * and placed marks may find their element on it.
 */
export async function updateMarksForNewShots(ports: Ports, tx: Tx, row: ReviewRow): Promise<void> {
  await carryMarks(ports, tx, row);
  await carrySuggestions(ports, tx, await passesBefore(tx, row), row);
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

/**
 * Opens the pass: carries over the outstanding marks and the guests' suggestions, and supersedes its undecided parent.
 * The caller holds the chain's lock.
 */
export async function openReview(ports: Ports, tx: Tx, row: ReviewRow, parent: ReviewRow | null): Promise<void> {
  const now = ports.clock();
  await setStatus(tx, row, 'open', { openedAt: now });
  if (parent === null) return;
  await supersede(ports, tx, parent);
  await carryMarks(ports, tx, row);
  await carrySuggestions(ports, tx, await passesBefore(tx, row), row);
}

/**
 * Ends a pass because a later one opens, which takes along what was not sent. A pass that never opened first takes over
 * what the passes before it left, to hand it on.
 */
async function supersede(ports: Ports, tx: Tx, row: ReviewRow): Promise<void> {
  const now = ports.clock();
  await sendUnsent(tx, row, now, { asksAgain: false });
  if (row.status === 'preparing') {
    const parent = row.parentId === null ? null : await findReview(tx, row.workspaceId, row.parentId);
    if (parent !== null) await supersede(ports, tx, parent);
    await carryMarks(ports, tx, row);
    await carrySuggestions(ports, tx, await passesBefore(tx, row), row);
  }
  const isUndecided = row.status === 'open' || row.status === 'preparing';
  // One that expired stays so.
  if (isUndecided && now < row.expiresAt) await setStatus(tx, row, 'superseded');
}

/**
 * Updates the marks on a screenshot that was compared late: follows the carried ones anew, and compares those that a
 * person placed or judged where they are.
 */
export async function compareMarks(ports: Ports, tx: Tx, row: ReviewRow, shotId: string): Promise<void> {
  const { workspaceId, id: reviewId, openedAt } = row;
  const here = (await listMarks(tx, workspaceId, reviewId)).filter((mark) => mark.shotId === shotId);
  // A place that a person chose is exact.
  const isFollowed = ({ pass, updatedAt, position }: (typeof here)[number]) =>
    position !== 'exact' || (pass < row.pass && (openedAt === null || updatedAt <= openedAt));
  await carryMarks(ports, tx, row, new Set(here.filter(isFollowed).map(({ number }) => number)));
  const shots = await listComparedShots(tx, workspaceId, [reviewId]);
  const shot = shots.find(({ id }) => id === shotId);
  if (shot === undefined) return;
  const maps = readMaps(ports);
  for (const mark of here.filter((each) => !isFollowed(each))) {
    const { position, element, elementChanged } = mark;
    const under = await lookUnder(shot, shots, mark.place, maps, { position, element, elementChanged });
    await putPlace(tx, row, { number: mark.number, shotId }, mark.place, under);
  }
}

/** Fails a review without any screenshot: returns the credits to the month that paid, and takes it out of its chain. */
async function failReview(ports: Ports, tx: Tx, row: ReviewRow): Promise<void> {
  await setStatus(tx, row, 'failed', { creditsReturned: true });
  if (!row.creditsReturned) await returnCredits(tx, row.workspaceId, row.creditsMonth, row.creditsSpent);
  if (row.parentId !== null) await joinAround(ports, tx, row);
}

/**
 * Opens or fails a review that waits for nothing more, after a screenshot was made or given up. The caller holds the
 * chain's lock.
 */
export async function settleReview(ports: Ports, tx: Tx, row: ReviewRow, parent: ReviewRow | null): Promise<void> {
  if (row.isBaseline) return settleBaseline(ports, tx, row);
  if (row.status === 'open') await updateMarksForNewShots(ports, tx, row);
  // Superseded before it opened: marks of earlier passes still lie on its screenshots.
  if (row.status === 'superseded') await carryMarks(ports, tx, row);
  if (row.status !== 'preparing') return;
  const progress = await shotProgress(tx, row.workspaceId, row.id);
  if (progress.waiting > 0 || shardsLeft(row) > 0) return;
  const shots = await listShots(tx, row.workspaceId, [row.id]);
  if (shots.length > 0) await openReview(ports, tx, row, parent);
  else await failReview(ports, tx, row);
}

/**
 * Joins the passes around one that ends: the one before it may have another child, or has the one after it, and is
 * current again if this pass superseded it and no later one has opened. A first pass that failed or was cancelled keeps
 * its place: nothing came before it. The caller holds the chain's lock.
 */
export async function joinAround(ports: Ports, tx: Tx, row: ReviewRow): Promise<void> {
  await leaveChain(tx, row);
  const next = row.nextPassId === null ? null : await findReview(tx, row.workspaceId, row.nextPassId);
  if (next !== null) await compareAnew(ports, tx, next);
  const find = async (id: string | null) => (id === null ? null : findReview(tx, row.workspaceId, id));
  for (let each = await find(row.parentId); each?.status === 'preparing'; each = await find(each.parentId)) {
    await settleReview(ports, tx, each, await find(each.parentId));
  }
}
