import { returnCredits } from '../credit/store.ts';
import type { Followed } from '../mark/follow.ts';
import { followOn } from '../mark/follow-on.ts';
import { elsewhere, lookUnder, type Maps, nothingUnder, readMaps } from '../mark/look-under.ts';
import { isCarried } from '../mark/rules.ts';
import { findLastSeen, listMarks, type PlacedMark, putPlace, putSameElement } from '../mark/store.ts';
import type { Ports, Tx } from '../ports.ts';
import { type ComparedShot, listComparedShots, listShots, shotProgress } from '../shot/store.ts';
import { carrySuggestions } from '../suggestion/carry-suggestions.ts';
import { effectiveStatus } from './rules.ts';
import { sendUnsent } from './send-unsent.ts';
import { settleBaseline } from './settle-baseline.ts';
import { shardsLeft } from './shards.ts';
import { findReview, freeNextPass, type ReviewRow, setStatus } from './store.ts';

/**
 * Returns where a mark is on a later screenshot, whose place was in doubt on the pass before: it is followed from where
 * it was last seen, and stays in doubt if it is not found from there.
 */
async function followLost(
  ports: Ports,
  tx: Tx,
  row: ReviewRow,
  mark: PlacedMark,
  { followed, to, maps }: { followed: Followed; to: ComparedShot; maps: Maps },
): Promise<Followed> {
  const seen = await findLastSeen(tx, row, mark.number, row.pass);
  const shots = seen === null ? [] : await listShots(tx, row.workspaceId, [seen.reviewId]);
  const shot = shots.find(({ id }) => id === seen?.shotId);
  const lost = { ...followed, position: followed.position === 'exact' ? ('uncertain' as const) : followed.position };
  if (seen === null || shot === undefined) return lost;
  const then = { kind: mark.kind, place: seen.place, element: seen.element };
  const [again] = await followOn(ports, maps, { from: shot, to, compared: false }, [then]);
  if (again === undefined) return lost;
  // What reappears was not on the previous pass, so there is nothing to compare.
  const isBack = again.position === 'exact';
  return isBack
    ? { ...again, share: null, elementChanged: false }
    : { ...lost, position: again.position, element: again.element };
}

/**
 * Carries the parent's marks that are not verified, each to the screenshot of the same label. Runs again for every
 * screenshot that comes later: a mark whose screenshot was missing finds it then. `again` names the marks to follow
 * anew.
 */
export async function carryMarks(
  ports: Ports,
  tx: Tx,
  row: ReviewRow,
  again: ReadonlySet<number> = new Set(),
): Promise<void> {
  const { workspaceId, parentId } = row;
  if (parentId === null) return;
  const placed = new Map((await listMarks(tx, workspaceId, row.id)).map((mark) => [mark.number, mark.shotId]));
  const shots = await listComparedShots(tx, workspaceId, [row.id, parentId]);
  const own = shots.filter((shot) => shot.reviewId === row.id);
  const here = new Map(own.map((shot) => [shot.label, shot]));
  const maps = readMaps(ports);
  const before = new Map(shots.filter((shot) => shot.reviewId === parentId).map((shot) => [shot.id, shot]));
  const groups = new Map<ComparedShot, { from: ComparedShot; marks: PlacedMark[] }>();
  for (const mark of await listMarks(tx, workspaceId, parentId)) {
    if (!isCarried(mark.status) || (placed.get(mark.number) != null && !again.has(mark.number))) continue;
    const from = mark.shotId === null ? undefined : before.get(mark.shotId);
    const to = from === undefined ? undefined : here.get(from.label);
    if (from === undefined || to === undefined) {
      await putPlace(tx, row, { number: mark.number, shotId: to?.id ?? null }, mark.place, nothingUnder);
      continue;
    }
    const group = groups.get(to) ?? { from, marks: [] };
    groups.set(to, group);
    group.marks.push(mark);
  }
  const steps = await Promise.all(
    [...groups].map(async ([to, { from, marks }]) => {
      return { to, marks, found: await followOn(ports, maps, { from, to, compared: true }, marks) };
    }),
  );
  for (const { to, marks, found } of steps) {
    for (const [at, mark] of marks.entries()) {
      const first = found[at];
      if (first === undefined) continue;
      const followed =
        mark.position === 'exact' ? first : await followLost(ports, tx, row, mark, { followed: first, to, maps });
      const under = await lookUnder(to, own, followed.place, maps, followed);
      await putPlace(tx, row, { number: mark.number, shotId: to.id }, followed.place, under);
    }
  }
}

/**
 * Updates marks and suggestions after screenshots were added to an open review: carried ones may find their screenshot,
 * and placed marks may find their element on it.
 */
export async function updateMarksForNewShots(ports: Ports, tx: Tx, row: ReviewRow): Promise<void> {
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
  await carrySuggestions(ports, tx, row);
}

/**
 * Ends a pass because a later one opens, which takes along what was not sent. A pass that never opened first takes over
 * what the passes before it left, to hand it on.
 */
async function supersede(ports: Ports, tx: Tx, row: ReviewRow): Promise<void> {
  await sendUnsent(tx, row, ports.clock(), { asksAgain: false });
  const status = effectiveStatus(row, ports.clock());
  if (status === 'preparing') {
    const parent = row.parentId === null ? null : await findReview(tx, row.workspaceId, row.parentId);
    if (parent !== null) await supersede(ports, tx, parent);
    await carryMarks(ports, tx, row);
    await carrySuggestions(ports, tx, row);
  }
  if (status === 'open' || status === 'preparing') await setStatus(tx, row, 'superseded');
}

/**
 * Updates the marks on a screenshot that was compared late: follows the carried ones anew, and compares those that a
 * person placed.
 */
export async function compareMarks(ports: Ports, tx: Tx, row: ReviewRow, shotId: string): Promise<void> {
  const { workspaceId, id: reviewId, openedAt } = row;
  const here = (await listMarks(tx, workspaceId, reviewId)).filter((mark) => mark.shotId === shotId);
  const isUntouched = ({ pass, updatedAt }: { pass: number; updatedAt: Date }) =>
    pass < row.pass && (openedAt === null || updatedAt <= openedAt);
  await carryMarks(ports, tx, row, new Set(here.filter(isUntouched).map(({ number }) => number)));
  const shots = await listComparedShots(tx, workspaceId, [reviewId]);
  const shot = shots.find(({ id }) => id === shotId);
  if (shot === undefined) return;
  const maps = readMaps(ports);
  for (const mark of here.filter((each) => !isUntouched(each))) {
    const under = await lookUnder(shot, shots, mark.place, maps);
    await putPlace(tx, row, { number: mark.number, shotId }, mark.place, under);
  }
}

/**
 * Fails a review without any screenshot: returns the credits to the month that paid, and allows the parent another
 * child.
 */
async function failReview(ports: Ports, tx: Tx, row: ReviewRow): Promise<void> {
  await setStatus(tx, row, 'failed', { creditsReturned: true });
  if (!row.creditsReturned) await returnCredits(tx, row.workspaceId, row.creditsMonth, row.creditsSpent);
  await freeParent(ports, tx, row);
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
 * Frees the parent of a pass that ends: it may have another child, and is current again if this pass superseded it. The
 * caller holds the chain's lock.
 */
export async function freeParent(ports: Ports, tx: Tx, row: ReviewRow): Promise<void> {
  if (row.parentId === null) return;
  await freeNextPass(tx, row.workspaceId, row.parentId, row.id);
  const parent = await findReview(tx, row.workspaceId, row.parentId);
  if (parent?.status !== 'preparing') return;
  const before = parent.parentId === null ? null : await findReview(tx, row.workspaceId, parent.parentId);
  await settleReview(ports, tx, parent, before);
}
