import { clamp, type Place, roundPlace } from '../mark/geometry.ts';
import { type Draft, draftsOf, parseDraft, type ShotRef } from './drafts.ts';
import type { Memory } from './memory.ts';
import { outboxLock, outboxOf } from './outbox.ts';
import { type Entry, parseEntry, subjectOf } from './outbox-entry.ts';
import { randomId } from './random-id.ts';
import { refOf, type Shot } from './shot-ref.ts';
import type { Tab } from './tab.ts';
import type { Review, ReviewerView } from './types.ts';

/** At the same distance from the left and the top, as the service carries marks: pages grow at their ends. */
export function carryPlace(place: Place, from: ShotRef, to: ShotRef): Place {
  const known = from.scale !== null && to.scale !== null;
  const scale = known ? (to.scale ?? 1) / (from.scale ?? 1) : to.width / from.width;
  const across = (from.width * scale) / to.width;
  const down = (from.height * scale) / to.height;
  const at = { x: clamp(place.x * across), y: clamp(place.y * down) };
  if (place.kind === 'point') return roundPlace({ kind: 'point', ...at });
  const [width, height] = [Math.min(place.width * across, 1), Math.min(place.height * down, 1)];
  return roundPlace({ kind: 'box', x: Math.min(at.x, 1 - width), y: Math.min(at.y, 1 - height), width, height });
}

/** A draft of an older pass as it stands on this one: on the shot of the same label, else on the first one. */
export function carryDraft(draft: Draft, pass: number, shots: readonly Shot[]): Draft | null {
  const { owner: _, ...rest } = draft;
  if (rest.base !== undefined) rest.base = { ...rest.base, place: null };
  const same = shots.find(({ label }) => label === draft.shot?.label);
  const shot = same ?? shots[0];
  if (shot === undefined) return null;
  const label = draft.shot?.label ?? null;
  const place =
    same === undefined || draft.shot === undefined ? draft.place : carryPlace(draft.place, draft.shot, refOf(same));
  return {
    ...rest,
    screenshotIndex: shot.index,
    place,
    shot: refOf(shot),
    from: { pass, label, found: same !== undefined },
  };
}

/** What waits to be sent for an older pass, as it is meant on this one; null for what only concerns that pass. */
export function carryEntry(entry: Entry, draft: Draft | null): Entry | null {
  if (subjectOf(entry)?.kind === 'finding') return null;
  if (entry.name !== 'place_mark' && entry.name !== 'edit_mark') return entry;
  if (draft === null) return null;
  return { ...entry, input: { ...entry.input, screenshot_index: draft.screenshotIndex, ...draft.place } };
}

interface Parts {
  memory: Memory;
  tab: Tab;
  passes: ReviewerView['passes'];
  review: Pick<Review, 'id' | 'screenshots'>;
}

/**
 * Brings what was typed on older passes to this one, which is the newest. Written here first and removed there after,
 * under its old key, so that two tabs doing it make one of it. What another open tab is writing on an older pass comes
 * once that tab is gone. `moved` is called after each move.
 */
export function bringAlong({ memory, tab, passes, review }: Parts, moved: () => void): void {
  const keepOnce = (key: string, value: string) => {
    if (memory.get(key) === null) memory.set(key, value);
  };
  // Where there are no locks an old page may have gone on writing after its words were moved: then there are two.
  const keepDraft = (draft: Draft) => {
    const there = parseDraft(memory.get(draftsOf(review.id) + draft.key));
    const other = there !== null && there.body !== draft.body;
    const key = other ? randomId() : draft.key;
    keepOnce(draftsOf(review.id) + key, JSON.stringify({ ...draft, key }));
  };

  const bringDrafts = (id: string, pass: number, mine: (draft: Draft) => boolean): boolean => {
    let some = false;
    for (const key of memory.keys(draftsOf(id))) {
      const draft = parseDraft(memory.get(key));
      const carried = draft === null || !mine(draft) ? null : carryDraft(draft, pass, review.screenshots);
      if (carried === null) continue;
      keepDraft(carried);
      memory.remove(key);
      some = true;
    }
    return some;
  };

  const bringEntries = (id: string): boolean => {
    let some = false;
    for (const key of memory.keys(outboxOf(id))) {
      const entry = parseEntry(memory.get(key));
      if (entry === null) continue;
      const kept = entry.draft === null ? null : memory.get(draftsOf(review.id) + entry.draft);
      // A draft that is still being written on the other pass takes its entry along when it comes.
      if (entry.draft !== null && kept === null) continue;
      const carried = carryEntry(entry, parseDraft(kept));
      if (carried !== null) keepOnce(outboxOf(review.id) + carried.key, JSON.stringify(carried));
      memory.remove(key);
      some = true;
    }
    return some;
  };

  const bring = (id: string, pass: number, mine: (draft: Draft) => boolean) =>
    tab.alone(outboxLock(id), () =>
      tab.alone(outboxLock(review.id), async () => {
        const some = bringDrafts(id, pass, mine);
        if (bringEntries(id) || some) moved();
      }),
    );

  for (const { id, pass } of passes) {
    if (id === review.id) continue;
    const owners = new Set(memory.keys(draftsOf(id)).map((key) => parseDraft(memory.get(key))?.owner));
    void bring(id, pass, ({ owner }) => owner === undefined);
    for (const owner of owners) {
      if (owner !== undefined) tab.whenGone(owner, () => void bring(id, pass, (draft) => draft.owner === owner));
    }
  }
}
