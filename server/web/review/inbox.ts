import { placeOf } from '../mark/geometry.ts';
import { strings } from '../strings.ts';
import type { Around } from './around.ts';
import { failureSentence, keptSentence } from './sentences.ts';
import type { Written } from './store.ts';
import type { Finding, Mark, Suggestion } from './types.ts';

/** What a person changes of a hint or a suggestion while making a mark of it. */
export interface Words {
  body?: string;
  must_fix?: boolean;
}

type Become = Pick<Finding, 'mark_id'>;

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
  const { store, screen, memory, view, announce, tell, undoable } = around;
  const said = strings.inbox;

  /** What is on its way: a second press before the answer changes nothing. */
  const underWay = new Set<string>();
  const done = async (
    subject: string,
    write: () => Promise<Written>,
    then: (written: Written & { ok: true }) => void,
  ): Promise<boolean> => {
    if (underWay.has(subject)) return false;
    underWay.add(subject);
    const written = await write();
    underWay.delete(subject);
    if (written.ok) then(written);
    else tell(failureSentence(written.failure));
    return written.ok;
  };
  const ofHint = ({ id }: Finding) => `hint ${id}`;
  const ofSuggestion = ({ id }: Suggestion) => `suggestion ${id}`;
  const is = (items: readonly { id: number; status: string }[], id: number, status: string) =>
    view().can.mark && items.some((item) => item.id === id && item.status === status);
  const ofFindings = (id: number, status: Finding['status']) => () => is(view().review.findings, id, status);
  const ofSuggestions = (id: number, status: Suggestion['status']) => () => is(view().review.suggestions, id, status);
  const author = () => {
    const name = memory.get('name')?.trim();
    return name ? { author: name } : {};
  };
  /** Goes to the mark it became and says so; what is kept on the device has become none yet. */
  const become = (written: Written & { ok: true }, from: Become | undefined, say: (id: number) => string): string => {
    const mark = written.view.review.marks.find(({ id }) => id === from?.mark_id);
    if (mark === undefined || written.kept !== undefined) return keptSentence(written.kept ?? { seconds: null });
    select(mark);
    return say(mark.id);
  };

  const restoreHint = async (hint: Finding) => {
    const write = () => store.write('restore_finding', { finding_id: hint.id });
    await done(ofHint(hint), write, () => announce(said.hintBack));
  };
  const restoreSuggestion = async (suggestion: Suggestion) => {
    const write = () => store.write('restore_suggestion', { suggestion_id: suggestion.id });
    await done(ofSuggestion(suggestion), write, () => announce(said.suggestionBack));
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
      const write = () => store.write('accept_finding', { finding_id: hint.id, ...words, ...author() });
      return done(ofHint(hint), write, (written) => {
        const now = written.view.review.findings.find(({ id }) => id === hint.id);
        undoable(
          become(written, now, said.hintAccepted),
          () => void restoreHint(hint),
          ofFindings(hint.id, 'accepted'),
        );
      });
    },
    async hideHint(hint) {
      const write = () => store.write('hide_finding', { finding_id: hint.id });
      await done(ofHint(hint), write, () => {
        screen.outlined.value = null;
        undoable(said.hintHidden, () => void restoreHint(hint), ofFindings(hint.id, 'hidden'));
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
      const write = () => store.write('accept_suggestion', { suggestion_id: suggestion.id, ...words });
      return done(ofSuggestion(suggestion), write, (written) => {
        const now = written.view.review.suggestions.find(({ id }) => id === suggestion.id);
        const holds = ofSuggestions(suggestion.id, 'accepted');
        undoable(become(written, now, said.suggestionAccepted), () => void restoreSuggestion(suggestion), holds);
      });
    },
    async dismissSuggestion(suggestion) {
      const write = () => store.write('dismiss_suggestion', { suggestion_id: suggestion.id });
      await done(ofSuggestion(suggestion), write, () => {
        screen.suggestion.value = null;
        const holds = ofSuggestions(suggestion.id, 'dismissed');
        undoable(said.suggestionDismissed, () => void restoreSuggestion(suggestion), holds);
      });
    },
  };
}
