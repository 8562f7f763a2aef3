import type { Input } from '../../contract/client.ts';
import type { ReviewerView } from '../../contract/reviewer.ts';
import { DomainError } from '../failure.ts';
import type { Ports, Reviewer } from '../ports.ts';
import { addReply } from '../reply/add-reply.ts';
import { whyNoReply } from '../suggestion/rules.ts';
import { asReviewer, requirePermission } from './as-reviewer.ts';
import { requireSuggestion } from './require-suggestion.ts';

/** Adds the reviewer's reply to a pending suggestion, which its guest reads. */
export async function answerSuggestion(
  ports: Ports,
  actor: Reviewer,
  input: Input<'answer_suggestion'>,
): Promise<ReviewerView> {
  return asReviewer(ports, actor, async (tx, scene) => {
    requirePermission(scene.can.reply, scene, 'Replies cannot be written now.');
    const suggestion = await requireSuggestion(tx, scene, input.suggestion_id);
    const reason = whyNoReply(suggestion);
    if (reason !== null) throw new DomainError('conflict', reason);
    const { body, client_reply_id, author = '' } = input;
    const by = { by: 'reviewer', author: author === '' ? null : author } as const;
    const to = { suggestionNumber: suggestion.number };
    await addReply(tx, scene, to, { ...by, isQuestion: false, body, client_reply_id });
  });
}
