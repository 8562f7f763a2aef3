import type { MarkFields } from '../../contract/mark-fields.ts';
import { trimText } from '../../contract/trim-text.ts';
import { placeOf } from '../marking/geometry.ts';
import { moveToReply } from '../replies/move-reply.ts';
import type { ReviewDependencies } from '../review/dependencies.ts';
import type { Finding, Mark, Suggestion } from '../shared/types.ts';
import { strings } from '../strings.ts';
import { failureSentence, keptSentence } from '../sync/sentences.ts';
import type { Written } from '../sync/store.ts';

export type Words = Partial<MarkFields>;

type Accepted = Written & { ok: true };

/** Findings and suggestions. Each can be added as a mark or dismissed; both can be undone. */
export interface Inbox {
  chooseFinding(finding: Finding): void;
  /** Returns whether the service accepted it. */
  acceptFinding(finding: Finding, words?: Words): Promise<boolean>;
  hideFinding(finding: Finding): Promise<void>;
  restoreFinding(finding: Finding): Promise<void>;
  chooseSuggestion(suggestion: Suggestion): void;
  acceptSuggestion(suggestion: Suggestion, words?: Words): Promise<boolean>;
  dismissSuggestion(suggestion: Suggestion): Promise<void>;
  restoreSuggestion(suggestion: Suggestion): Promise<void>;
}

/** Returns what is done alike with findings and suggestions. */
function createActs({ ui, view, announce, notify, undoable }: ReviewDependencies, select: (mark: Mark) => void) {
  /** Ignores a second press of the same kind before the response. Live updates may offer the opposite earlier. */
  const underWay = new Set<string>();
  const done = async (
    act: string,
    write: () => Promise<Written>,
    then: (written: Accepted) => void,
  ): Promise<boolean> => {
    if (underWay.has(act)) return false;
    underWay.add(act);
    const written = await write();
    underWay.delete(act);
    if (written.ok) then(written);
    else notify(failureSentence(written.failure));
    return written.ok;
  };

  /** @param undo restores an item */
  return (list: 'findings' | 'suggestions', undo: (id: number) => Promise<Written>, restored: string) => {
    const restore = async ({ id }: { id: number }) => {
      const write = () => undo(id);
      await done(`restore ${list} ${id}`, write, () => announce(restored));
    };
    const settle = (id: number, status: string, write: () => Promise<Written>, toast: (written: Accepted) => string) =>
      done(`settle ${list} ${id}`, write, (written) => {
        const holds = () =>
          view().can.mark && view().review[list].some((item) => item.id === id && item.status === status);
        undoable(toast(written), () => void restore({ id }), holds);
      });
    return {
      restore,
      dismiss: (id: number, status: string, write: () => Promise<Written>, text: string) =>
        settle(id, status, write, () => {
          ui.outlined.value = null;
          ui.suggestion.value = null;
          return text;
        }),
      /** Selects the new mark. A queued one has none yet. */
      accept: (id: number, write: () => Promise<Written>) =>
        settle(id, 'accepted', write, ({ view: { review }, kept }) => {
          const markId = review[list].find((item) => item.id === id)?.mark_id;
          const mark = review.marks.find((each) => each.id === markId);
          if (mark === undefined || kept !== undefined) return keptSentence(kept ?? { seconds: null });
          select(mark);
          return strings.inbox.accepted(mark.id);
        }),
    };
  };
}

export function createInbox(
  deps: ReviewDependencies,
  goToShot: (index: number) => void,
  select: (mark: Mark) => void,
): Inbox {
  const { store, ui, memory, reviewId, view, notify } = deps;
  const toasts = strings.inbox;

  const actsOn = createActs(deps, select);
  const findings = actsOn('findings', (id) => store.write('restore_finding', { finding_id: id }), toasts.findingBack);
  const suggestions = actsOn(
    'suggestions',
    (id) => store.write('restore_suggestion', { suggestion_id: id }),
    toasts.suggestionBack,
  );
  /** Where the suggestion that is being replied to was settled, the words become a reply to its mark, or are shown. */
  const keepReply = () => {
    const key = ui.replying.value;
    const [, id] = /^reply:suggestion:(\d+)$/.exec(key ?? '') ?? [];
    const { review } = view();
    const suggestion = review.suggestions.find((each) => `${each.id}` === id);
    if (key === null || id === undefined || suggestion?.status === 'pending') return;
    ui.replying.value = null;
    const mark = review.marks.find((each) => each.id === suggestion?.mark_id);
    const words = trimText(memory.get(`${reviewId}:${key}`) ?? '');
    if (words === '') return;
    if (mark !== undefined && moveToReply(deps, key, mark.id)) notify(toasts.replyMoved(mark.id));
    else notify(toasts.replyLeft(words));
  };
  store.watch(keepReply);
  const author = () => {
    const name = trimText(memory.get('name') ?? '');
    return name === '' ? {} : { author: name };
  };

  return {
    restoreFinding: findings.restore,
    restoreSuggestion: suggestions.restore,
    chooseFinding({ id, screenshot_index: index, area }) {
      ui.selected.value = null;
      ui.suggestion.value = null;
      ui.change.value = null;
      if (index === null) return;
      goToShot(index);
      const whole = { x: 0, y: 0, width: 1, height: 1 };
      ui.outlined.value = { screenshotIndex: index, area: area ?? whole, finding: id };
      if (area !== null) ui.reveal.value = { place: { kind: 'box', ...area } };
    },
    acceptFinding: ({ id }, words = {}) =>
      findings.accept(id, () => store.write('accept_finding', { finding_id: id, ...words, ...author() })),
    async hideFinding({ id }) {
      const write = () => store.write('hide_finding', { finding_id: id });
      await findings.dismiss(id, 'hidden', write, toasts.findingHidden);
    },
    chooseSuggestion(suggestion) {
      const place = placeOf(suggestion);
      goToShot(suggestion.screenshot_index);
      ui.selected.value = null;
      ui.outlined.value = null;
      ui.change.value = null;
      ui.suggestion.value = suggestion.id;
      if (place !== null) ui.reveal.value = { place };
    },
    acceptSuggestion: ({ id }, words = {}) =>
      suggestions.accept(id, () => store.write('accept_suggestion', { suggestion_id: id, ...words })),
    async dismissSuggestion({ id }) {
      const write = () => store.write('dismiss_suggestion', { suggestion_id: id });
      await suggestions.dismiss(id, 'dismissed', write, toasts.suggestionDismissed);
    },
  };
}
