import { recordByLink } from '../audit/record.ts';
import { DomainError } from '../failure.ts';
import { updateMark } from '../mark/store.ts';
import type { Handler } from '../ports.ts';
import { addReply } from '../reply/add-reply.ts';
import {
  asReviewer,
  changeMark,
  keepMark,
  requireMark,
  requireMarking,
  requirePermission,
  requireSentMark,
} from './as-reviewer.ts';

/** Confirms that a mark looks fixed. A person may also verify a mark that the fixing agent has not reported. */
export const verifyMark: Handler<'verify_mark'> = (ports, actor, input) =>
  asReviewer(ports, actor, async (tx, scene) => {
    requirePermission(scene.can.verify, scene, 'Marks cannot be verified now.');
    const mark = await requireSentMark(tx, scene, input.mark_id);
    if (mark.status === 'verified') return;
    if (mark.status === 'withdrawn') throw new DomainError('conflict', 'This mark was withdrawn. Restore it first.');
    await changeMark(tx, scene, mark, 'verified');
  });

export const reopenMark: Handler<'reopen_mark'> = (ports, actor, input) =>
  asReviewer(ports, actor, async (tx, scene) => {
    requirePermission(scene.can.verify, scene, 'Marks cannot be reopened now.');
    const mark = await requireSentMark(tx, scene, input.mark_id);
    if (mark.status !== 'resolved' && mark.status !== 'verified') {
      throw new DomainError('conflict', 'Only a mark that was reported or verified as fixed can be reopened.');
    }
    await changeMark(tx, scene, mark, 'reopened', {
      reopenReason: input.reason === undefined || input.reason === '' ? null : input.reason,
    });
  });

export const withdrawMark: Handler<'withdraw_mark'> = (ports, actor, input) =>
  asReviewer(ports, actor, async (tx, scene) => {
    requireMarking(scene);
    const mark = await requireMark(tx, scene, input.mark_id);
    if (mark.status === 'withdrawn') return;
    await changeMark(tx, scene, mark, 'withdrawn');
  });

/** Undoes a withdrawal, a verification or a reopening; a mark with nothing to undo stays as it is. */
export const restoreMark: Handler<'restore_mark'> = (ports, actor, input) =>
  asReviewer(ports, actor, async (tx, scene) => {
    const mark = await requireMark(tx, scene, input.mark_id);
    const isWithdrawn = mark.status === 'withdrawn';
    if (isWithdrawn) requireMarking(scene);
    else requirePermission(scene.can.verify, scene, 'Marks cannot be restored now.');
    if (mark.formerStatus === null) return;
    const undone = mark.status === 'reopened' ? { reopenReason: null } : { settledByDecision: null };
    const change = { status: mark.formerStatus, formerStatus: null, updatedAt: scene.now, ...undone };
    if (isWithdrawn) await keepMark(tx, scene, { ...mark, ...change });
    else await updateMark(tx, scene.chain, mark.number, change);
    await recordByLink(tx, scene.row, 'mark.restored', { mark: mark.number, from: mark.status });
  });

/** Adds the reviewer's reply to a mark, which answers what the agent asked about it. */
export const answerMark: Handler<'answer_mark'> = (ports, actor, input) =>
  asReviewer(ports, actor, async (tx, scene) => {
    requirePermission(scene.can.reply, scene, 'Replies cannot be written now.');
    const { number: markNumber } = await requireSentMark(tx, scene, input.mark_id);
    const { body, client_reply_id, author = '' } = input;
    const by = { by: 'reviewer', author: author === '' ? null : author } as const;
    await addReply(tx, scene, { markNumber }, { ...by, isQuestion: false, body, client_reply_id });
  });
