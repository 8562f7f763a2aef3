import type { Signal } from '@preact/signals';
import { emptyFields } from '../../contract/mark-fields.ts';
import { trimText } from '../../contract/trim-text.ts';
import type { Draft } from '../marking/drafts.ts';
import { type Place, roundPlace } from '../marking/geometry.ts';
import type { OpenDraft } from '../marking/open-draft.ts';
import { saysWhatWasSent } from '../marking/settle-draft.ts';
import type { ReviewDependencies } from '../review/dependencies.ts';
import { failureSentence } from '../sync/sentences.ts';
import { type Kept, letterOf, type Own, type Words } from './kept.ts';
import { messageOf, passes, type Sending, type Sent } from './sending.ts';
import { guest as words } from './strings.ts';

/** What a guest can do with their suggestions. */
export interface Suggesting {
  mayChange(own: Own): boolean;
  edit(own: Own): void;
  move(own: Own, place: Place): void;
  withdraw(own: Own): void;
  /** Drops a change that the service has refused. */
  discard(own: Own): void;
  isSaved(draft: Draft): boolean;
  saveDraft(): Promise<void>;
}

type Change = Partial<Pick<Own, 'words' | 'withdrawn'>>;

const ofKnown = 'edit-';

/** Returns the suggestion that a draft edits. The key of a new draft is its secret. */
export const secretOf = ({ key }: Pick<Draft, 'key'>): string =>
  key.startsWith(ofKnown) ? key.slice(ofKnown.length) : key;

type Dependencies = Pick<
  ReviewDependencies,
  'store' | 'ui' | 'drafts' | 'memory' | 'view' | 'announce' | 'notify' | 'undoable'
>;

/** Changes a suggestion, and offers to undo it. */
function createChanges({ store, view, announce, notify, undoable }: Dependencies, kept: Kept, sending: Sending) {
  /** Stores how the guest wants a suggestion and sends it; sends again later until the service acknowledges. */
  const want = (own: Own, change: Change): Promise<Sent> => {
    // The current entry, not the drawn one: it may have got its number meanwhile.
    const now = kept.find(own.secret) ?? { ...own, id: null };
    kept.put({ ...now, ...change, unsent: change.words !== undefined || now.unsent, refused: null });
    return sending.send(own.secret);
  };

  const offerUndo = (own: Own, text: string) =>
    undoable(
      text,
      () => {
        void want(own, { words: own.words, withdrawn: false });
        announce(words.own.back(letterOf(own)));
      },
      () => view().can.suggest === true,
    );

  /** Applies a change with a toast that can undo it. */
  const change = async (own: Own, to: Change, text: string) => {
    offerUndo(own, text);
    const sent = await want(own, to);
    if (sent.ok) return;
    if (passes(sent.failure)) return announce(words.own.keptHere(letterOf(own)));
    notify(messageOf(sent.failure));
    void store.refresh();
  };

  return { want, offerUndo, change };
}

export function createSuggesting(
  deps: Dependencies,
  { openDraft }: Pick<OpenDraft, 'openDraft'>,
  kept: Kept,
  sending: Sending,
): Suggesting {
  const { store, ui, drafts, memory, view, announce, notify } = deps;
  const chosen: Signal<string | number | null> = ui.suggestion;

  const { want, offerUndo, change } = createChanges(deps, kept, sending);

  const refuse = (draft: Draft, before: Own | undefined) => {
    const secret = secretOf(draft);
    const message = kept.find(secret)?.refused ?? '';
    // The text stays in the composer, and the stored suggestion stays unchanged.
    if (before === undefined) kept.drop(secret);
    else kept.put(before);
    const why = failureSentence({ kind: 'refused', message });
    if (ui.composing.value === draft.key) ui.composerError.value = why;
    else notify(why);
  };

  const save = async (draft: Draft, body: string) => {
    const secret = secretOf(draft);
    const before = kept.find(secret);
    const author = before?.words.author ?? (trimText(memory.get('name') ?? '') || null);
    const wanted: Words = { screenshotIndex: draft.screenshotIndex, place: draft.place, body, author };
    const own = before ?? kept.make(secret, wanted);
    const letter = letterOf(own);
    ui.saving.value = true;
    ui.composerError.value = null;
    const sent = await want(own, { words: wanted, withdrawn: false });
    ui.saving.value = false;
    if (!sent.ok && !passes(sent.failure)) return refuse(draft, before);
    // What was typed or moved since then has not been sent: it stays, as a change of the suggestion.
    if (saysWhatWasSent(drafts.find(draft.key) ?? draft, { ...draft, body })) {
      drafts.drop(draft.key);
      if (ui.composing.value === draft.key) ui.composing.value = null;
    }
    chosen.value = secret;
    // A note already explains that nothing can be sent.
    if (!sent.ok) (store.trouble.value === null ? notify : announce)(words.own.keptHere(letter));
    else if (before === undefined) announce(words.own.sentNow(letter));
    else offerUndo(before, words.own.changed(letter));
  };

  return {
    mayChange: (own) => view().can.suggest === true && own.status === 'pending' && !own.withdrawn,
    edit(own) {
      const key = ofKnown + own.secret;
      const { screenshotIndex, place, body } = own.words;
      const anew = { key, markId: null, screenshotIndex, place: roundPlace(place), ...emptyFields, body };
      openDraft(drafts.find(key) ?? anew);
      ui.selected.value = null;
      chosen.value = own.secret;
    },
    move(own, place) {
      chosen.value = own.secret;
      void change(own, { words: { ...own.words, place: roundPlace(place) } }, words.own.moved(letterOf(own)));
    },
    withdraw(own) {
      if (chosen.value === own.secret) chosen.value = null;
      void change(own, { withdrawn: true }, words.own.withdrawn(letterOf(own)));
    },
    discard(own) {
      if (own.id === null) kept.drop(own.secret);
      else kept.put({ ...own, unsent: false, withdrawn: false, refused: null });
      void store.refresh();
    },
    isSaved(draft) {
      const known = kept.find(secretOf(draft))?.words;
      return known?.body === draft.body && JSON.stringify(known.place) === JSON.stringify(draft.place);
    },
    async saveDraft() {
      const draft = drafts.find(ui.composing.value);
      if (draft === undefined || ui.saving.value) return;
      const body = trimText(draft.body);
      if (body === '') ui.composerError.value = words.composer.empty;
      else await save(draft, body);
    },
  };
}
