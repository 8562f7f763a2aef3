import { emptyFields, fieldsOf } from '../../contract/mark-fields.ts';
import { recordByLink } from '../audit/record.ts';
import { DomainError, notFound } from '../failure.ts';
import { makeMark } from '../mark/make-mark.ts';
import type { Handler, Tx } from '../ports.ts';
import { addReply } from '../reply/add-reply.ts';
import { settle, whyNoReply } from '../suggestion/rules.ts';
import { findByNumber, type SuggestionRow, updateSuggestion } from '../suggestion/store.ts';
import {
  asReviewer,
  keepMark,
  requireMarking,
  requirePermission,
  type Scene,
  withdrawAcceptedMark,
} from './as-reviewer.ts';

/**
 * Returns the suggestion of that number on this pass.
 * @throws DomainError `not_found`, or `conflict` when it has moved on to a later pass
 */
async function requireSuggestion(tx: Tx, scene: Scene, number: number): Promise<SuggestionRow> {
  const found = await findByNumber(tx, scene.chain, number);
  if (found === null) throw notFound('suggestion');
  if (found.reviewId !== scene.row.id) {
    requirePermission(scene.can.verify, scene, 'This suggestion is on another pass.');
    throw notFound('suggestion');
  }
  return found;
}

/**
 * Makes the suggestion a mark with its guest's name and place. When two people accept it at once, there is only one
 * mark.
 */
export const acceptSuggestion: Handler<'accept_suggestion'> = (ports, actor, input) =>
  asReviewer(ports, actor, async (tx, scene) => {
    const suggestion = await requireSuggestion(tx, scene, input.suggestion_id);
    const step = settle(suggestion, 'accepted');
    if (step === 'done') return;
    requireMarking(scene);
    if (step !== 'do') throw new DomainError('conflict', step.refused);
    const { kind, x, y, width, height, shotId, author } = suggestion;
    const shotOf = <Shot extends { id: string }>(shots: readonly Shot[]): Shot => {
      const shot = shots.find(({ id }) => id === shotId);
      if (shot === undefined)
        throw new DomainError('conflict', 'This pass has no longer the screenshot this suggestion lies on.');
      return shot;
    };
    const made = await makeMark(ports, tx, scene, shotOf, {
      kind,
      place: { x, y, width, height },
      position: suggestion.position,
      fields: { ...emptyFields, body: suggestion.body, ...fieldsOf(input) },
      author,
      source: 'accepted_suggestion',
    });
    await keepMark(tx, scene, made);
    const mark = made.number;
    await updateSuggestion(tx, scene.chain, suggestion.number, {
      status: 'accepted',
      markNumber: mark,
      updatedAt: scene.now,
    });
    await recordByLink(tx, scene.row, 'suggestion.accepted', { suggestion: suggestion.number, mark });
  });

/** Adds the reviewer's reply to a pending suggestion, which its guest reads. */
export const answerSuggestion: Handler<'answer_suggestion'> = (ports, actor, input) =>
  asReviewer(ports, actor, async (tx, scene) => {
    requirePermission(scene.can.reply, scene, 'Replies cannot be written now.');
    const suggestion = await requireSuggestion(tx, scene, input.suggestion_id);
    const reason = whyNoReply(suggestion);
    if (reason !== null) throw new DomainError('conflict', reason);
    const { body, client_reply_id, author = '' } = input;
    const by = { by: 'reviewer', author: author === '' ? null : author } as const;
    const to = { suggestionNumber: suggestion.number };
    await addReply(tx, scene, to, { ...by, isQuestion: false, body, client_reply_id });
  });

/**
 * Dismisses a suggestion. Also allowed after the decision while no later pass is open: a dismissed one does not move on
 * to the next pass.
 */
export const dismissSuggestion: Handler<'dismiss_suggestion'> = (ports, actor, input) =>
  asReviewer(ports, actor, async (tx, scene) => {
    const suggestion = await requireSuggestion(tx, scene, input.suggestion_id);
    const step = settle(suggestion, 'dismissed');
    if (step === 'done') return;
    requirePermission(scene.can.verify, scene, 'Suggestions cannot be dismissed now.');
    if (step !== 'do') throw new DomainError('conflict', step.refused);
    await updateSuggestion(tx, scene.chain, suggestion.number, { status: 'dismissed', updatedAt: scene.now });
    await recordByLink(tx, scene.row, 'suggestion.dismissed', { suggestion: suggestion.number });
  });

/** Undoes accepting or dismissing; a pending suggestion stays so. */
export const restoreSuggestion: Handler<'restore_suggestion'> = (ports, actor, input) =>
  asReviewer(ports, actor, async (tx, scene) => {
    const { number, status, markNumber } = await requireSuggestion(tx, scene, input.suggestion_id);
    if (status === 'pending') return;
    const allowed = status === 'accepted' ? scene.can.mark : scene.can.verify;
    requirePermission(allowed, scene, 'This review is approved. Change the decision to undo accepting.');
    if (status === 'accepted') await withdrawAcceptedMark(tx, scene, markNumber);
    await updateSuggestion(tx, scene.chain, number, { status: 'pending', markNumber: null, updatedAt: scene.now });
    await recordByLink(tx, scene.row, 'suggestion.restored', { suggestion: number, from: status });
  });
