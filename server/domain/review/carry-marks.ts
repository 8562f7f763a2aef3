import { byLabel, entryOf } from '../../contract/by-label.ts';
import type { Followed } from '../mark/follow.ts';
import { followOn, lookUnder, nothingUnder, type Step } from '../mark/follow-on.ts';
import { isCarried } from '../mark/rules.ts';
import { findLastSeen, listMarks, type PlacedMark, putPlace } from '../mark/store.ts';
import type { Ports, Tx } from '../ports.ts';
import { type Maps, readMaps } from '../shot/element-file.ts';
import { byLabelBefore, movedPage } from '../shot/moved-page.ts';
import { type ComparedShot, listComparedShots, listShots, type ShotRow } from '../shot/store.ts';
import type { ReviewRow } from './store.ts';

/** A mark as it lay on an earlier screenshot. */
interface Origin {
  from: ShotRow;
  /** The screenshots of its pass. */
  beside: readonly ShotRow[];
  /** Pairs the screenshot with one of this pass. */
  key: string;
  was: Pick<PlacedMark, 'kind' | 'place' | 'element'>;
  /** Whether it is of the previous pass, with which this one is compared. */
  compared: boolean;
}

/** Returns where a mark was last certain to be. */
async function lastSeen(tx: Tx, row: ReviewRow, { number, kind }: PlacedMark): Promise<Origin | null> {
  const seen = await findLastSeen(tx, row, number, row.pass);
  if (seen === null) return null;
  const beside = await listShots(tx, row.workspaceId, [seen.reviewId]);
  const [key, from] = entryOf(byLabel(beside), seen.shotId);
  if (key === undefined || from === undefined) return null;
  return { from, beside, key, was: { kind, place: seen.place, element: seen.element }, compared: false };
}

/** Returns what was followed from a pass before the previous one: with that one, nothing is compared. */
const reappeared = (followed: Followed): Followed => ({ ...followed, share: null, elementChanged: false });

/**
 * Returns where a mark is on a later screenshot, whose place was in doubt on the pass before: it is followed from where
 * it was last seen, and stays in doubt if it is not found from there.
 */
async function followLost(
  ports: Ports,
  seen: Origin | null,
  { followed, to, maps }: { followed: Followed; to: Step['to']; maps: Maps },
): Promise<Followed> {
  const lost = { ...followed, position: followed.position === 'exact' ? ('uncertain' as const) : followed.position };
  if (seen === null) return lost;
  const [again] = await followOn(ports, maps, { from: seen.from, to, compared: false }, [seen.was]);
  if (again === undefined) return lost;
  return again.position === 'exact' ? reappeared(again) : { ...lost, position: again.position, element: again.element };
}

/**
 * Carries the parent's marks that are not verified, each to the screenshot of the same label, or to the PDF page that its
 * page became; from an earlier pass where the parent lacks it. Runs again for every screenshot that comes later: a mark
 * whose screenshot was missing finds it then. `again` names the marks to follow anew.
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
  const here = byLabel(own);
  const paired = byLabelBefore(own);
  const maps = readMaps(ports);
  const beside = shots.filter((shot) => shot.reviewId === parentId);
  const before = byLabel(beside);
  const moved = new Map<string, Promise<ComparedShot | undefined>>();
  const pageOf = ({ from, beside }: Origin) => {
    const page = moved.get(from.id) ?? movedPage(maps, from, beside, own);
    moved.set(from.id, page);
    return page;
  };
  const groups = new Map<string, Step & { marks: { mark: PlacedMark; was: Origin['was']; isSure: boolean }[] }>();
  for (const mark of await listMarks(tx, workspaceId, parentId)) {
    if (!isCarried(mark.status) || (placed.get(mark.number) != null && !again.has(mark.number))) continue;
    const [key, from] = entryOf(before, mark.shotId);
    const origin: Origin | null =
      key === undefined || from === undefined
        ? await lastSeen(tx, row, mark)
        : { key, from, beside, was: mark, compared: true };
    const pair = origin === null ? undefined : (origin.compared ? paired : here).get(origin.key);
    const to = origin === null ? undefined : ((await pageOf(origin)) ?? pair);
    if (origin === null || to === undefined) {
      await putPlace(tx, row, { number: mark.number, shotId: null }, mark.place, nothingUnder);
      continue;
    }
    const step = `${origin.from.id} ${to.id}`;
    const group = groups.get(step) ?? { from: origin.from, to, compared: origin.compared && to === pair, marks: [] };
    groups.set(step, group);
    group.marks.push({ mark, was: origin.was, isSure: !origin.compared || mark.position === 'exact' });
  }
  const steps = await Promise.all(
    [...groups.values()].map(async ({ marks, ...step }) => {
      const was = marks.map((each) => each.was);
      return { step, marks, found: await followOn(ports, maps, step, was) };
    }),
  );
  for (const { step, marks, found } of steps) {
    const { to, compared } = step;
    for (const [at, { mark, isSure }] of marks.entries()) {
      const first = found[at];
      if (first === undefined) continue;
      const followed = isSure
        ? first
        : await followLost(ports, await lastSeen(tx, row, mark), { followed: first, to, maps });
      const known = compared ? followed : reappeared(followed);
      const under = await lookUnder(to, own, known.place, maps, known);
      await putPlace(tx, row, { number: mark.number, shotId: to.id }, known.place, under);
    }
  }
}
