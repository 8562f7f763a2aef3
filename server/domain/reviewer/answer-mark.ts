import type { Input } from '../../contract/client.ts';
import type { ReviewerView } from '../../contract/reviewer.ts';
import type { Ports, Reviewer } from '../ports.ts';
import { addReply } from '../reply/add-reply.ts';
import { asReviewer, requirePermission } from './as-reviewer.ts';
import { requireSentMark } from './require-mark.ts';

/** Adds the reviewer's reply to a mark, which answers what the agent asked about it. */
export async function answerMark(ports: Ports, actor: Reviewer, input: Input<'answer_mark'>): Promise<ReviewerView> {
  return asReviewer(ports, actor, async (tx, scene) => {
    requirePermission(scene.can.reply, scene, 'Replies cannot be written now.');
    const { number: markNumber } = await requireSentMark(tx, scene, input.mark_id);
    const { body, client_reply_id, author = '' } = input;
    const by = { by: 'reviewer', author: author === '' ? null : author } as const;
    await addReply(tx, scene, { markNumber }, { ...by, isQuestion: false, body, client_reply_id });
  });
}
