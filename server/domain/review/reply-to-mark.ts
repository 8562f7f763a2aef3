import type { Input, Output } from '../../contract/client.ts';
import { notFound, wrongState } from '../failure.ts';
import { listMarks } from '../mark/store.ts';
import type { ClientActor, Ports } from '../ports.ts';
import { addReply } from '../reply/add-reply.ts';
import { lockReview } from './lock-review.ts';
import { laterPassOpen } from './passes.ts';
import { effectiveStatus, permissions } from './rules.ts';

/** Adds the agent's answer or question to a mark. */
export async function replyToMark(
  ports: Ports,
  actor: ClientActor,
  input: Input<'reply_to_mark'>,
): Promise<Output<'reply_to_mark'>> {
  return ports.transaction(async (tx) => {
    const row = await lockReview(tx, actor.workspaceId, input.id);
    const now = ports.clock();
    const status = effectiveStatus(row, now);
    const can = permissions(status, now >= row.expiresAt, await laterPassOpen(tx, row));
    if (!can.reply) {
      throw wrongState(`Nobody reads replies here any more. ${can.reason ?? ''}`.trim(), {
        status,
        ...(row.nextPassId === null ? {} : { next_pass_id: row.nextPassId }),
      });
    }
    const mark = (await listMarks(tx, row.workspaceId, row.id)).find(({ number }) => number === input.mark_id);
    if (mark === undefined) throw notFound('mark');
    const chain = { workspaceId: row.workspaceId, chainId: row.chainId };
    const { body, client_reply_id, question: isQuestion = false } = input;
    const reply = { by: 'agent', author: null, isQuestion, body, client_reply_id } as const;
    return {
      mark_id: mark.number,
      reply_id: await addReply(tx, { row, chain, now }, { markNumber: mark.number }, reply),
    };
  });
}
