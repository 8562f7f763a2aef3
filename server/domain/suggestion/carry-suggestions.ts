import type { MarkPosition } from '../../contract/mark.ts';
import { elementAt, toElement } from '../mark/element.ts';
import { follow } from '../mark/follow.ts';
import { type Maps, readMaps } from '../mark/look-under.ts';
import type { Place } from '../mark/rules.ts';
import type { Ports, Tx } from '../ports.ts';
import { changeOf, sizeOf } from '../shot/change.ts';
import { type ComparedShot, listComparedShots } from '../shot/store.ts';
import { listPending, moveSuggestion, type SuggestionRow } from './store.ts';

type Pass = { id: string; workspaceId: string; chainId: string };

async function placeOn(
  maps: Maps,
  suggestion: SuggestionRow,
  from: ComparedShot,
  to: ComparedShot,
  forward: boolean,
): Promise<{ place: Place; position: MarkPosition }> {
  const { x, y, width, height } = suggestion;
  const place = { x, y, width, height };
  const [before, after] = [await maps(from), await maps(to)];
  const { position: known } = suggestion;
  // When its place is in doubt, something else may lie there now.
  const under = before === null || known !== 'exact' ? null : elementAt(before, place, from);
  const followed = follow({
    place,
    kind: suggestion.kind,
    element: under === null ? null : toElement(under),
    from: sizeOf(from),
    to: sizeOf(to),
    before,
    after,
    // Changes are known only against the previous pass.
    change: forward ? changeOf(to) : { kind: null, map: null },
  });
  return { place: followed.place, position: known === 'exact' ? followed.position : known };
}

async function move(
  ports: Ports,
  tx: Tx,
  from: Pass,
  to: Pass,
  forward: boolean,
  mayMove: (suggestion: SuggestionRow) => boolean,
): Promise<void> {
  const { workspaceId, chainId } = to;
  const waiting = (await listPending(tx, workspaceId, from.id)).filter(mayMove);
  if (waiting.length === 0) return;
  const shots = await listComparedShots(tx, workspaceId, [from.id, to.id]);
  const maps = readMaps(ports);
  for (const suggestion of waiting) {
    const was = shots.find(({ id }) => id === suggestion.shotId);
    const becomes = shots.find(({ reviewId, label }) => reviewId === to.id && label === was?.label);
    if (was === undefined || becomes === undefined) continue;
    const at = { reviewId: to.id, shotId: becomes.id, ...(await placeOn(maps, suggestion, was, becomes, forward)) };
    await moveSuggestion(tx, { workspaceId, chainId }, suggestion.number, at);
  }
}

/**
 * Carries the parent's pending suggestions to a pass that opened, each to the screenshot of the same label; one without
 * such a screenshot stays. Runs again for every screenshot that comes later. The caller holds the chain's lock.
 */
export async function carrySuggestions(ports: Ports, tx: Tx, row: Pass & { parentId: string | null }): Promise<void> {
  if (row.parentId === null) return;
  await move(ports, tx, { ...row, id: row.parentId }, row, true, () => true);
}

/**
 * Returns suggestions that had moved on to a pass that ends to its parent. From a withdrawn pass it returns all pending
 * ones; from a deleted pass only those from before it, because the pass's own are deleted with it. The caller holds the
 * chain's lock.
 */
export async function returnSuggestions(
  ports: Ports,
  tx: Tx,
  row: Pass & { parentId: string | null; createdAt: Date },
  deleted: boolean,
): Promise<void> {
  if (row.parentId === null) return;
  const mayMove = ({ createdAt }: SuggestionRow): boolean => !deleted || createdAt < row.createdAt;
  await move(ports, tx, row, { ...row, id: row.parentId }, false, mayMove);
}
