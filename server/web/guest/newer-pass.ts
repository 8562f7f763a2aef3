import { effect } from '@preact/signals';
import { type Client, createClient } from '../../contract/client.ts';
import type { GuestView } from '../../contract/guest.ts';
import { emptyFields } from '../../contract/mark-fields.ts';
import { type Draft, type Drafts, draftsOf } from '../marking/drafts.ts';
import type { ReviewDependencies } from '../review/dependencies.ts';
import { carryDraft } from '../review/passes.ts';
import { type Shot, shotRef } from '../screenshots/shot-ref.ts';
import type { Memory } from '../shared/memory.ts';
import { type Kept, ownOf, spaceOf } from './kept.ts';

/** Milliseconds between two looks for the newer pass's screenshots. */
const pause = 5_000;

/** The passes that a guest's drafts move between. */
export interface Way {
  from: { pass: number; shots: readonly Shot[] };
  to: { link: string; shots: readonly Shot[] };
}

export const linkOf = (address: string): string => decodeURIComponent(/\/g\/([^/?#]+)/.exec(address)?.[1] ?? '');

/** Returns a draft for the newer pass: on the screenshot with the same label, else on the first. */
export function carried(draft: Draft, { from, to }: Way): Draft | null {
  const shot = shotRef(from.shots, draft.screenshotIndex) ?? draft.shot;
  return carryDraft(shot === undefined ? draft : { ...draft, shot }, from.pass, to.shots);
}

/**
 * Moves this device's drafts and suggestions to the newer pass. Suggestions the service has move by their secret;
 * others move as drafts. `open` is the key of the draft being written, which stays.
 */
function carry(memory: Memory, kept: Kept, drafts: Drafts, way: Way, open: string | null): void {
  const space = spaceOf(way.to.link);
  for (const own of kept.all.value) {
    if (own.withdrawn) continue;
    const key = ownOf(space) + own.secret;
    if (own.id !== null && memory.get(key) === null)
      memory.set(key, JSON.stringify({ ...own, unsent: false, refused: null }));
    if (own.id !== null && !own.unsent) continue;
    const { screenshotIndex, place, body } = own.words;
    const draftKey = own.id === null ? own.secret : `edit-${own.secret}`;
    if (drafts.find(draftKey) === undefined) {
      drafts.put({ key: draftKey, markId: null, screenshotIndex, place, ...emptyFields, body });
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

export interface NewerPass {
  /** Moves the open draft as well. */
  leave(): void;
  stop(): void;
}

/**
 * Moves what was written on this pass to the newer one at `address`, once that has screenshots. Calls `moved` with the
 * number of drafts that wait there.
 */
export function moveToNewer(
  { view, memory, drafts, ui }: Pick<ReviewDependencies, 'view' | 'memory' | 'drafts' | 'ui'>,
  kept: Kept,
  address: string,
  moved: (waiting: number) => void,
  clientOf = (link: string): Client => createClient({ baseUrl: '', link }),
): NewerPass {
  const link = linkOf(address);
  let there: GuestView | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let unwatch: (() => void) | undefined;

  const bring = (open: string | null) => {
    if (there === null) return;
    const { pass, screenshots } = view().review;
    carry(memory, kept, drafts, { from: { pass, shots: screenshots }, to: { link, shots: there.screenshots } }, open);
    moved(memory.keys(draftsOf(spaceOf(link))).length);
  };
  const look = async () => {
    const next = await clientOf(link)
      .call('read_guest_review', {})
      .catch(() => null);
    if (next === null || next.screenshots.length === 0) {
      timer = setTimeout(look, pause);
      return;
    }
    there = next;
    unwatch = effect(() => bring(ui.composing.value));
  };
  void look();
  return {
    leave: () => bring(null),
    stop() {
      clearTimeout(timer);
      unwatch?.();
    },
  };
}
