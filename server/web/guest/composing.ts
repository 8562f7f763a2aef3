import { type Place, roundPlace } from '../mark/geometry.ts';
import type { Draft } from '../review/drafts.ts';
import { guest as words } from '../strings/guest.ts';
import type { Acts } from './acts.ts';
import type { Around } from './around.ts';
import { letterOf } from './kept.ts';
import { passes } from './store.ts';
import type { Own } from './types.ts';

/** Writing a suggestion, new or known: the composer and the draft in it. */
export interface Composing {
  startDraft(screenshotIndex: number, place: Place): void;
  edit(own: Own): void;
  openDraft(draft: Draft): void;
  changeDraft(draft: Draft): void;
  closeComposer(): void;
  discardDraft(key: string): void;
  saveDraft(): Promise<void>;
}

const ofKnown = 'edit-';

/** The suggestion a draft is of; a new one's key is its secret from the start. */
export const secretOf = ({ key }: Pick<Draft, 'key'>): string =>
  key.startsWith(ofKnown) ? key.slice(ofKnown.length) : key;

/** 128 random bits. Not `randomUUID`, which is missing where a service on one's own network has no https. */
export const newSecret = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');

export function createComposing(around: Around, acts: Acts): Composing {
  const { store, screen, drafts, kept, memory, chosen, moving, announce, show } = around;

  const closeComposer = () => {
    const draft = drafts.find(screen.composing.value);
    screen.composing.value = null;
    screen.composerError.value = null;
    if (draft === undefined) return;
    const known = kept.find(secretOf(draft));
    const same =
      known !== undefined &&
      known.words.body === draft.body &&
      JSON.stringify(known.words.place) === JSON.stringify(draft.place);
    if (draft.body.trim() === '' || same) drafts.drop(draft.key);
  };

  const compose = (draft: Draft) => {
    if (screen.composing.value !== draft.key) closeComposer();
    screen.crosshair.value = false;
    screen.selected.value = null;
    drafts.put(draft);
    screen.composing.value = draft.key;
  };

  const openDraft = (draft: Draft) => {
    compose(draft);
    show(draft.screenshotIndex, draft.place);
  };

  const draftOf = (key: string, screenshotIndex: number, place: Place, body: string): Draft => ({
    key,
    markId: null,
    screenshotIndex,
    place: roundPlace(place),
    body,
    mustFix: false,
  });

  return {
    closeComposer,
    openDraft,
    startDraft(screenshotIndex, place) {
      const moved = kept.find(moving.value);
      if (moved !== undefined) {
        moving.value = null;
        screen.crosshair.value = false;
        acts.move(moved, screenshotIndex, place);
        return;
      }
      chosen.value = null;
      compose(draftOf(newSecret(), screenshotIndex, place, ''));
      screen.shot.value = screenshotIndex;
      if (screen.phone.value) screen.reveal.value = { place };
    },
    edit(own) {
      const key = ofKnown + own.secret;
      openDraft(drafts.find(key) ?? draftOf(key, own.words.screenshotIndex, own.words.place, own.words.body));
      chosen.value = own.secret;
    },
    changeDraft(draft) {
      drafts.put(draft);
      screen.composerError.value = null;
    },
    discardDraft(key) {
      drafts.drop(key);
      if (screen.composing.value === key) closeComposer();
    },
    async saveDraft() {
      const draft = drafts.find(screen.composing.value);
      if (draft === undefined || screen.saving.value) return;
      const body = draft.body.trim();
      if (body === '') {
        screen.composerError.value = words.composer.empty;
        return;
      }
      screen.saving.value = true;
      screen.composerError.value = null;
      const secret = secretOf(draft);
      const before = kept.find(secret);
      const author = before?.words.author ?? (memory.get('name')?.trim() || null);
      const said = { screenshotIndex: draft.screenshotIndex, place: draft.place, body, author };
      const own = before ?? kept.make(secret, said);
      const letter = letterOf(own);
      const sent = await acts.want(own, { words: said, takenBack: false });
      screen.saving.value = false;
      if (!sent.ok && !passes(sent.failure)) {
        // The words stay in the composer, and what was there stays as it was.
        const refused = kept.find(secret)?.refused ?? null;
        if (before === undefined) kept.drop(secret);
        else kept.put(before);
        const why = words.failure.refused(refused ?? '');
        if (screen.composing.value === draft.key) screen.composerError.value = why;
        else screen.undoing.tell(why);
        return;
      }
      // Words typed while the answer was on its way are not what was sent.
      if (drafts.find(draft.key)?.body.trim() === body) drafts.drop(draft.key);
      if (screen.composing.value === draft.key) screen.composing.value = null;
      chosen.value = secret;
      if (!sent.ok) {
        // Where the page says already that nothing can be sent, once is enough.
        const say = store.trouble.value === null ? screen.undoing.tell : announce;
        say(words.own.keptHere(letter));
      } else if (before === undefined) announce(words.own.sentNow(letter));
      else {
        screen.undoing.undoable(words.own.changed(letter), () => {
          void acts.want(before, { words: before.words });
          announce(words.own.back(letter));
        });
      }
    },
  };
}
