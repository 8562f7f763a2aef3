import { carryPlace } from '../marking/carry-place.ts';
import { type Draft, draftsOf, parseDraft } from '../marking/drafts.ts';
import { refOf, type Shot, sameShot } from '../screenshots/shot-ref.ts';
import type { Memory } from '../shared/memory.ts';
import { randomId } from '../shared/random-id.ts';
import type { Tab } from '../shared/tab.ts';
import type { PageView, Review } from '../shared/types.ts';
import { outboxLock, outboxOf } from '../sync/outbox.ts';
import { type Entry, parseEntry, subjectOf } from '../sync/outbox-entry.ts';

/** Returns a draft of an older pass for this one: on the screenshot with the same label, else on the first. */
export function carryDraft(draft: Draft, pass: number, shots: readonly Shot[]): Draft | null {
  const { owner: _, ...rest } = draft;
  if (rest.base !== undefined) rest.base = { ...rest.base, place: null };
  const same = sameShot(shots, { index: draft.screenshotIndex, label: draft.shot?.label });
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

/** Returns a queued change of an older pass for this one, or null for one that concerns only that pass. */
export function carryEntry(entry: Entry, draft: Draft | null): Entry | null {
  if (subjectOf(entry)?.kind === 'finding') return null;
  if (entry.name !== 'place_mark' && entry.name !== 'edit_mark') return entry;
  if (draft === null) return null;
  return { ...entry, input: { ...entry.input, screenshot_index: draft.screenshotIndex, ...draft.place } };
}

interface Options {
  memory: Memory;
  tab: Tab;
  passes: PageView['passes'];
  review: Pick<Review, 'id' | 'screenshots'>;
}

/**
 * Moves drafts, unsent replies, reasons and notes, and queued changes of older passes to this one, the newest. Each is written
 * here before it is removed there, under its old key, so that two tabs create no duplicates. Drafts of another open tab
 * move once that tab has closed. Calls `moved` after each move of a draft or a change.
 */
export function bringAlong({ memory, tab, passes, review }: Options, moved: () => void): void {
  const keepOnce = (key: string, value: string) => {
    if (memory.get(key) === null) memory.set(key, value);
  };
  // Without browser locks, an older page may have continued a draft after it was moved: keep both.
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
      // An entry moves with its draft.
      if (entry.draft !== null && kept === null) continue;
      const carried = carryEntry(entry, parseDraft(kept));
      if (carried !== null) keepOnce(outboxOf(review.id) + carried.key, JSON.stringify(carried));
      memory.remove(key);
      some = true;
    }
    return some;
  };

  // Marks and suggestions keep their numbers.
  const bringTexts = (id: string) => {
    for (const key of ['reply:', 'reason:', 'note'].flatMap((kind) => memory.keys(`${id}:${kind}`))) {
      const to = review.id + key.slice(id.length);
      if (memory.get(to)) continue;
      memory.set(to, memory.get(key) ?? '');
      memory.remove(key);
    }
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
    bringTexts(id);
    const owners = new Set(memory.keys(draftsOf(id)).map((key) => parseDraft(memory.get(key))?.owner));
    void bring(id, pass, ({ owner }) => owner === undefined);
    for (const owner of owners) {
      if (owner !== undefined) tab.whenClosed(owner, () => void bring(id, pass, (draft) => draft.owner === owner));
    }
  }
}
