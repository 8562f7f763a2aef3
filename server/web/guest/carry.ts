import { sameArea } from '../mark/crop.ts';
import { areaOf, clamp, type Place, roundPlace } from '../mark/geometry.ts';
import { type Draft, type Drafts, draftsOf } from '../review/drafts.ts';
import type { Memory } from '../review/memory.ts';
import { type Kept, ownOf, spaceOf } from './kept.ts';
import type { GuestView } from './types.ts';

type Shot = Pick<GuestView['screenshots'][number], 'index' | 'label' | 'width' | 'height' | 'viewport'>;

/** The passes a guest's words go between: from this page's to the newer one's. */
export interface Way {
  from: { pass: number; shots: readonly Shot[] };
  to: { link: string; shots: readonly Shot[] };
}

/** The secret of the newer pass's link, from its address. */
export const linkOf = (address: string): string => decodeURIComponent(/\/g\/([^/?#]+)/.exec(address)?.[1] ?? '');

/** As far from the upper left corner on the other shot as on this one, pushed inside. */
function samePlace(place: Place, shot: Shot, other: Shot): Place {
  const { x, y, width, height } = areaOf(place);
  const pixels = { x: x * shot.width, y: y * shot.height, width: width * shot.width, height: height * shot.height };
  const area = sameArea(pixels, shot, other);
  const at = { x: clamp(area.x / other.width), y: clamp(area.y / other.height) };
  if (place.kind === 'point') return roundPlace({ kind: 'point', ...at });
  return roundPlace({ kind: 'box', ...at, width: area.width / other.width, height: area.height / other.height });
}

/** A draft as it goes on in the newer pass: on the shot of the same label, else on its first. */
export function carried(draft: Draft, { from, to }: Way): Draft | null {
  const shot = from.shots.find(({ index }) => index === draft.screenshotIndex);
  const same = to.shots.find(({ label }) => label === shot?.label);
  const other = same ?? to.shots[0];
  if (other === undefined) return null;
  return {
    ...draft,
    screenshotIndex: other.index,
    place: shot === undefined ? draft.place : samePlace(draft.place, shot, other),
    from: { pass: from.pass, label: shot?.label ?? null, found: same !== undefined },
  };
}

/**
 * Brings what was written here to the newer pass's page, which nothing but this device knows to be its next. What the
 * service has goes by its secret alone: it says itself where that lies now. What it has not goes as a draft, for the
 * guest to look at again. `open` is the draft being written, which stays.
 */
export function carry(memory: Memory, kept: Kept, drafts: Drafts, way: Way, open: string | null): void {
  const space = spaceOf(way.to.link);
  for (const own of kept.all.value) {
    if (own.takenBack) continue;
    const key = ownOf(space) + own.secret;
    if (own.id !== null && memory.get(key) === null)
      memory.set(key, JSON.stringify({ ...own, unsent: false, refused: null }));
    if (own.id !== null && !own.unsent) continue;
    const { screenshotIndex, place, body } = own.words;
    const draftKey = own.id === null ? own.secret : `edit-${own.secret}`;
    if (drafts.find(draftKey) === undefined) {
      drafts.put({ key: draftKey, markId: null, screenshotIndex, place, body, mustFix: false });
    }
    if (own.id === null) kept.drop(own.secret);
    else kept.put({ ...own, unsent: false, refused: null });
  }
  for (const draft of drafts.all.value) {
    const next = draft.key === open ? null : carried(draft, way);
    if (next === null) continue;
    memory.set(draftsOf(space) + draft.key, JSON.stringify(next));
    drafts.drop(draft.key);
  }
}
