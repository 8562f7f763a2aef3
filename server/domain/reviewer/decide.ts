import { acceptable } from '../../contract/cause-groups.ts';
import type { Input } from '../../contract/client.ts';
import { isNoise } from '../../contract/needs-look.ts';
import { recordByLink } from '../audit/record.ts';
import { askingForPass } from '../base/store.ts';
import { DomainError, invalid } from '../failure.ts';
import { newId } from '../ids.ts';
import { awaitsVerification, isOutstanding } from '../mark/rules.ts';
import { handOnSettled, listStanding, type StandingMark, unsettle, updateMark, verifyAwaiting } from '../mark/store.ts';
import { isChange } from '../mark/unsent.ts';
import { approveNoiseRules } from '../noise/store.ts';
import type { Handler, Ports, Tx } from '../ports.ts';
import { requestBases } from '../review/compare-base.ts';
import { insertDecision, latestDecisions, type ReviewRow } from '../review/store.ts';
import { sendUnsent } from '../review/unsent.ts';
import { toReview } from '../review/view.ts';
import { listApproved, noteApproved } from '../shot/store.ts';
import { enqueueDelivery } from '../webhook/exchange.ts';
import { cancelDeliveries } from '../webhook/store.ts';
import { asReviewer, requirePermission, type Scene } from './as-reviewer.ts';
import { openIdentity } from './identify.ts';

type Settlement = NonNullable<Input<'decide'>['settle']>[number];

/** Withdraws or verifies must-fix marks in the same step as the approval. @returns the marks that changed */
async function settleMarks(
  tx: Tx,
  scene: Scene,
  decisionId: string,
  marks: readonly StandingMark[],
  settle: readonly Settlement[],
): Promise<{ mark: number; as: string }[]> {
  const settled: { mark: number; as: string }[] = [];
  for (const { mark_id, as } of settle) {
    const mark = marks.find(({ number, here }) => here && number === mark_id);
    if (mark === undefined || !isOutstanding(mark.status)) continue;
    await updateMark(tx, scene.chain, mark_id, {
      status: as,
      formerStatus: mark.status,
      settledByDecision: decisionId,
      updatedAt: scene.now,
    });
    settled.push({ mark: mark_id, as });
  }
  return settled;
}

/**
 * Approves every change but noise, because nobody was asked about that. Puts exactly those noise rules of this chain
 * into force that the person saw, and that cover a change.
 */
async function approveChanges(ports: Ports, tx: Tx, row: ReviewRow, seen: readonly string[]): Promise<void> {
  const { screenshots } = await toReview(ports, tx, row);
  const own = screenshots
    .flatMap(({ base_change }) => base_change?.noise ?? [])
    .filter(({ id, approved_in: by }) => (by === null || by.review_id === row.id) && seen.includes(id));
  await approveNoiseRules(
    tx,
    row,
    own.map(({ id }) => id),
  );
  await noteApproved(
    tx,
    row,
    screenshots.filter((shot) => !isNoise(shot)).map(({ index }) => index),
  );
}

/** Returns those of the screenshots, by index, that a request for changes can accept as it is now. */
async function possibleOf(ports: Ports, tx: Tx, row: ReviewRow, accepted: readonly number[]): Promise<number[]> {
  const { marks, screenshots } = await toReview(ports, tx, row);
  const differ = screenshots.filter(({ base_change: change }) => change !== null && change.kind !== 'identical');
  return acceptable(
    differ.map(({ index }) => index).filter((index) => accepted.includes(index)),
    marks.filter(({ status }) => isOutstanding(status)),
  );
}

const isSame = (one: readonly number[], other: readonly number[]): boolean =>
  one.length === other.length && one.every((index) => other.includes(index));

/**
 * Approves or requests changes. The decision, the marks it settles and its webhook delivery commit together. Of two
 * racing decisions one wins and the other is refused.
 */
export const decide: Handler<'decide'> = async (ports, actor, input) => {
  const login = input.identity === undefined ? null : openIdentity(ports, actor, input.identity);
  return asReviewer(ports, actor, async (tx, scene) => {
    const { row, chain, now } = scene;
    // An open review has no decision yet.
    const before =
      row.status === 'open'
        ? undefined
        : (await latestDecisions(tx, row.workspaceId, { reviewId: row.id })).get(row.id);
    const note = input.note === undefined || input.note === '' ? null : input.note;
    const name = input.name === undefined || input.name === '' ? null : input.name;
    const asks = input.outcome === 'changes_requested';
    const stood = before?.outcome === 'changes_requested' ? await listApproved(tx, row) : [];
    const isOther =
      asks &&
      before !== undefined &&
      input.accepted !== undefined &&
      !isSame(await possibleOf(ports, tx, row, input.accepted.screenshots), stood);
    const saidSo = before?.outcome === input.outcome && before.note === note && before.decidedBy === name;
    const same = saidSo && before.verifiedLogin === login && !isOther;
    // A repeat of the same decision, after an answer that was lost.
    if (same && before?.number === input.after_decision + 1) return;
    if ((before?.number ?? 0) !== input.after_decision) {
      throw new DomainError(
        'conflict',
        'Somebody else decided in the meantime. Look at their decision before you change it.',
      );
    }
    requirePermission(scene.can.decide || scene.can.change_mind, scene, 'This review cannot be decided now.');
    if (asks && input.accepted !== undefined && input.accepted.base_id !== row.baseId) {
      throw new DomainError('conflict', 'The review is compared with another baseline now. Look at it again.');
    }
    // The same decision by a person who has signed in since proves more than before; with changes, it asks for more.
    const isSigned = login !== null && login !== before?.verifiedLogin;
    const addsTo = isSigned || scene.unsent.some(isChange) || isOther;
    if (before !== undefined && before.outcome === input.outcome && !addsTo) {
      throw new DomainError('conflict', 'This is already the decision.');
    }
    await sendUnsent(tx, row, now, { asksAgain: asks });

    const decisionId = newId(now);
    let settled: { mark: number; as: string }[] = [];
    if (input.outcome === 'approved') {
      let marks = await listStanding(tx, chain, row.id);
      settled = await settleMarks(tx, scene, decisionId, marks, input.settle ?? []);
      if (settled.length > 0) marks = await listStanding(tx, chain, row.id);
      const blocking = marks.filter((mark) => mark.here && mark.mustFix && isOutstanding(mark.status));
      if (blocking.length > 0) {
        throw new DomainError(
          'conflict',
          `Must-fix marks are outstanding (${blocking.map((mark) => mark.number).join(', ')}): withdraw or verify each to approve.`,
        );
      }
      if (marks.some(({ status }) => awaitsVerification(status))) await verifyAwaiting(tx, chain, decisionId, now);
      if (before?.outcome === 'approved') await handOnSettled(tx, chain, before.id, decisionId);
    } else {
      if (before !== undefined) await unsettle(tx, chain, before.id, now);
      const hasWords =
        note !== null ||
        (await listStanding(tx, chain, row.id)).some((mark) => mark.here && isOutstanding(mark.status));
      if (!hasWords) throw invalid('note', 'Mark what should change, or write it in a note.');
    }

    await insertDecision(tx, {
      id: decisionId,
      workspaceId: row.workspaceId,
      reviewId: row.id,
      number: input.after_decision + 1,
      outcome: input.outcome,
      note,
      decidedBy: name,
      verifiedLogin: login,
      link: 'page',
      decidedAt: now,
    });
    let accepted: number[] = [];
    if (row.baseId !== null) {
      // What was accepted with more or less proof is not taken over.
      const kept = before?.verifiedLogin === login ? stood : [];
      if (asks) accepted = await possibleOf(ports, tx, row, input.accepted?.screenshots ?? kept);
      if (asks) await noteApproved(tx, row, accepted);
      else await approveChanges(ports, tx, row, input.noise ?? []);
    }
    await recordByLink(tx, row, 'decision.made', {
      number: input.after_decision + 1,
      outcome: input.outcome,
      changed_mind: before !== undefined && before.outcome !== input.outcome,
      claimed_name: name,
      verified_login: login,
      settled,
      accepted,
    });
    await requestBases(ports, tx, row, askingForPass(row));
    if (before !== undefined) await cancelDeliveries(tx, row.workspaceId, row.id);
    await enqueueDelivery(ports, tx, row, input.after_decision + 1, now);
  });
};
