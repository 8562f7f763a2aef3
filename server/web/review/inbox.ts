import { placeOf } from '../mark/geometry.ts';
import { strings } from '../strings.ts';
import type { Around } from './around.ts';
import { failureSentence } from './sentences.ts';
import type { Written } from './store.ts';
import type { Finding, Mark, Suggestion } from './types.ts';

/** What a person changes of a hint or a suggestion while making a mark of it. */
export interface Words {
  body?: string;
  must_fix?: boolean;
}

/** What came from others: hints, and what guests suggest. Each becomes a mark, or is put away; both can be undone. */
export interface Inbox {
  chooseHint(hint: Finding): void;
  /** Answers whether it was taken. */
  acceptHint(hint: Finding, words?: Words): Promise<boolean>;
  hideHint(hint: Finding): Promise<void>;
  restoreHint(hint: Finding): Promise<void>;
  chooseSuggestion(suggestion: Suggestion): void;
  acceptSuggestion(suggestion: Suggestion, words?: Words): Promise<boolean>;
  dismissSuggestion(suggestion: Suggestion): Promise<void>;
  restoreSuggestion(suggestion: Suggestion): Promise<void>;
}

export function createInbox(around: Around, goToShot: (index: number) => void, select: (mark: Mark) => void): Inbox {
  const { store, screen, memory, announce, tell, undoable } = around;
  const said = strings.inbox;

  const done = async (writing: Promise<Written>, then: (written: Written & { ok: true }) => void): Promise<boolean> => {
    const written = await writing;
    if (written.ok) then(written);
    else tell(failureSentence(written.failure));
    return written.ok;
  };
  const author = () => {
    const name = memory.get('name')?.trim();
    return name ? { author: name } : {};
  };
  const become = ({ view }: { view: { review: { marks: readonly Mark[] } } }, id: number | null | undefined) => {
    const mark = view.review.marks.find((each) => each.id === id);
    if (mark !== undefined) select(mark);
    return mark?.id ?? 0;
  };

  const restoreHint = async ({ id }: Finding) => {
    await done(store.write('restore_finding', { finding_id: id }), () => announce(said.hintBack));
  };
  const restoreSuggestion = async ({ id }: Suggestion) => {
    await done(store.write('restore_suggestion', { suggestion_id: id }), () => announce(said.suggestionBack));
  };

  return {
    restoreHint,
    restoreSuggestion,
    chooseHint({ id, screenshot_index: index, area }) {
      screen.selected.value = null;
      screen.suggestion.value = null;
      if (index === null) return;
      goToShot(index);
      const whole = { x: 0, y: 0, width: 1, height: 1 };
      screen.outlined.value = { screenshotIndex: index, area: area ?? whole, finding: id };
      if (area !== null) screen.reveal.value = { place: { kind: 'box', ...area } };
    },
    acceptHint(hint, words = {}) {
      return done(store.write('accept_finding', { finding_id: hint.id, ...words, ...author() }), (written) => {
        const id = become(written, written.view.review.findings.find((each) => each.id === hint.id)?.mark_id);
        undoable(said.hintAccepted(id), () => void restoreHint(hint));
      });
    },
    async hideHint(hint) {
      await done(store.write('hide_finding', { finding_id: hint.id }), () => {
        screen.outlined.value = null;
        undoable(said.hintHidden, () => void restoreHint(hint));
      });
    },
    chooseSuggestion(suggestion) {
      const place = placeOf(suggestion);
      goToShot(suggestion.screenshot_index);
      screen.selected.value = null;
      screen.outlined.value = null;
      screen.suggestion.value = suggestion.id;
      if (place !== null) screen.reveal.value = { place };
    },
    acceptSuggestion(suggestion, words = {}) {
      return done(store.write('accept_suggestion', { suggestion_id: suggestion.id, ...words }), (written) => {
        const id = become(written, written.view.review.suggestions.find((each) => each.id === suggestion.id)?.mark_id);
        undoable(said.suggestionAccepted(id), () => void restoreSuggestion(suggestion));
      });
    },
    async dismissSuggestion(suggestion) {
      await done(store.write('dismiss_suggestion', { suggestion_id: suggestion.id }), () => {
        screen.suggestion.value = null;
        undoable(said.suggestionDismissed, () => void restoreSuggestion(suggestion));
      });
    },
  };
}
