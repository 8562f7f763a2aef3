import type { SkippedMark } from '../../contract/mark.ts';
import { skippedSentence } from '../../contract/skipped-mark.ts';
import { DomainError, notFound, wrongState } from '../failure.ts';
import { skipReason } from '../mark/rules.ts';
import { deleteMarkImages, listMarks, type PlacedMark, updateMark } from '../mark/store.ts';
import type { Handler, Ports } from '../ports.ts';
import { addReply } from '../reply/add-reply.ts';
import { laterPassOpen, lockReview } from './passes.ts';
import { effectiveStatus, permissions } from './rules.ts';
import { findLaterOpen } from './store.ts';
import { toReview } from './view.ts';

/**
 * Stores the fixing agent's report on marks. Works only while changes are requested; the result names marks that do not
 * change.
 */
export const resolveMarks: Handler<'resolve_marks'> = async (ports, actor, input) => {
  const { dropped, ...answer } = await ports.transaction(async (tx) => {
    // Copies of after-images that new ones replace.
    const dropped: string[] = [];
    const row = await lockReview(tx, actor.workspaceId, input.id);
    if (row.status !== 'changes_requested') {
      const status = effectiveStatus(row, ports.clock());
      const message = `Marks can be reported only while a review’s status is changes_requested; this one is ${status}.`;
      throw wrongState(message, { status });
    }
    const now = ports.clock();
    const openedAt = (await findLaterOpen(tx, row))?.openedAt ?? null;
    const isSentBack = ({ status, updatedAt }: PlacedMark): boolean =>
      status === 'reopened' && openedAt !== null && updatedAt > openedAt;
    const marks = new Map((await listMarks(tx, row.workspaceId, row.id)).map((mark) => [mark.number, mark]));
    const skipped: SkippedMark[] = [];
    const isAfterImage = (url: string): boolean => mayFetch(ports, url);
    const updated = new Set<number>();
    for (const report of input.marks) {
      const mark = marks.get(report.id);
      const reason = mark !== undefined && isSentBack(mark) ? 'sent_back' : skipReason(mark, report, isAfterImage);
      if (mark === undefined || reason !== null) {
        skipped.push({ id: report.id, reason: reason ?? 'not_found' });
        continue;
      }
      const change = {
        status: report.status,
        formerStatus: null,
        note: report.note === undefined ? mark.note : report.note || null,
        afterImage: report.after_image ?? mark.afterImage,
        updatedAt: now,
      };
      const shown = report.after_image !== undefined && report.after_image !== mark.afterImage;
      const nothingYet = { afterImageCapability: null, afterImageProblem: null };
      const chain = { workspaceId: row.workspaceId, chainId: row.chainId };
      await updateMark(tx, chain, report.id, shown ? { ...change, ...nothingYet } : change);
      if (shown) {
        const job = { ...chain, mark: report.id };
        await ports.queue.send(tx, 'fetch_after_image', job, { group: chain.workspaceId });
      }
      if (shown) dropped.push(...(await deleteMarkImages(tx, chain, [mark.afterImageCapability])));
      marks.set(report.id, { ...mark, ...change });
      updated.add(report.id);
    }
    if (updated.size === 0) {
      throw new DomainError('no_mark_changed', noneChanged(skipped), { skipped });
    }
    return { updated: updated.size, skipped, review: await toReview(ports, tx, row), dropped };
  });
  await Promise.allSettled(dropped.map((key) => ports.storage.remove(key)));
  return answer;
};

const MAX_SENTENCES = 3;

function noneChanged(skipped: readonly SkippedMark[]): string {
  const more = skipped.length > MAX_SENTENCES ? ' `skipped` has the others.' : '';
  return `${skipped.slice(0, MAX_SENTENCES).map(skippedSentence).join(' ')}${more}`;
}

function mayFetch(ports: Ports, url: string): boolean {
  try {
    ports.outbound.checkUrl(url, 'fetch');
    return true;
  } catch {
    return false;
  }
}

/** Adds the agent's answer or question to a mark. */
export const replyToMark: Handler<'reply_to_mark'> = (ports, actor, input) =>
  ports.transaction(async (tx) => {
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
