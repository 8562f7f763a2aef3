import { byLabel, entryOf } from '../../contract/by-label.ts';
import type { MarkPosition } from '../../contract/mark.ts';
import { elementAt, toElement } from '../mark/element.ts';
import { followOn, type Step } from '../mark/follow-on.ts';
import type { Place } from '../mark/rules.ts';
import type { Ports, Tx } from '../ports.ts';
import { type Maps, readMaps } from '../shot/element-file.ts';
import { byLabelBefore, movedPage } from '../shot/moved-page.ts';
import { listComparedShots } from '../shot/store.ts';
import { listPending, moveSuggestion, type SuggestionRow } from './store.ts';

type Pass = { id: string; workspaceId: string; chainId: string };

/** Returns where suggestions of one screenshot are on another, in their order. */
async function placesOn(
  ports: Ports,
  maps: Maps,
  step: Step,
  suggestions: readonly SuggestionRow[],
): Promise<{ place: Place; position: MarkPosition }[]> {
  const before = await maps(step.from);
  const marks = suggestions.map(({ x, y, width, height, kind, position }) => {
    const place = { x, y, width, height };
    // When its place is in doubt, something else may lie there now.
    const under = before === null || position !== 'exact' ? null : elementAt(before, place, step.from);
    return { place, kind, element: under === null ? null : toElement(under) };
  });
  const followed = await followOn(ports, maps, step, marks);
  return followed.map(({ place, position }, at) => {
    const known = suggestions[at]?.position ?? 'exact';
    return { place, position: known === 'exact' ? position : known };
  });
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
  const of = (pass: Pass) => shots.filter(({ reviewId }) => reviewId === pass.id);
  const [before, after] = [byLabel(of(from)), forward ? byLabelBefore(of(to)) : byLabel(of(to))];
  const maps = readMaps(ports);
  const groups = Map.groupBy(waiting, ({ shotId }) => shotId);
  for (const [shotId, suggestions] of groups) {
    const [key = '', was] = entryOf(before, shotId);
    if (was === undefined) continue;
    const paired = after.get(key);
    const becomes = (await movedPage(maps, was, of(from), of(to))) ?? paired;
    if (becomes === undefined) continue;
    // Changes are known only against the previous pass, and there against the paired screenshot.
    const compared = forward && becomes === paired;
    const places = await placesOn(ports, maps, { from: was, to: becomes, compared }, suggestions);
    for (const [index, { number }] of suggestions.entries()) {
      const found = places[index];
      if (found === undefined) continue;
      const at = { reviewId: to.id, shotId: becomes.id, ...found };
      await moveSuggestion(tx, { workspaceId, chainId }, number, at);
    }
  }
}

/**
 * Carries the pending suggestions of the passes before to a pass that opened, each to the screenshot of the same label,
 * or to the PDF page that its page became; one without such a screenshot stays. Runs again for every screenshot that
 * comes later. The caller holds the chain's lock.
 */
export async function carrySuggestions(ports: Ports, tx: Tx, before: readonly Pass[], row: Pass): Promise<void> {
  for (const [at, from] of before.entries()) await move(ports, tx, from, row, at === 0, () => true);
}

/**
 * Returns suggestions that had moved on to a pass that ends to the passes before. From a withdrawn pass it returns all
 * pending ones; from a deleted pass only those from before it opened, because the pass's own are deleted with it. The
 * caller holds the chain's lock.
 */
export async function returnSuggestions(
  ports: Ports,
  tx: Tx,
  before: readonly Pass[],
  row: Pass & { openedAt: Date | null },
  deleted: boolean,
): Promise<void> {
  const { openedAt } = row;
  const mayMove = ({ createdAt }: SuggestionRow): boolean => !deleted || openedAt === null || createdAt < openedAt;
  for (const to of before) await move(ports, tx, row, to, false, mayMove);
}
