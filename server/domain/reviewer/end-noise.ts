import type { ReviewerView } from '../../contract/reviewer.ts';
import { recordByLink } from '../audit/record.ts';
import { readBaseRequest } from '../base/store.ts';
import { notFound } from '../failure.ts';
import { endNoiseRule, findNoiseRule, type NoiseRow } from '../noise/store.ts';
import type { Ports, Reviewer, Tx } from '../ports.ts';
import { findReview } from '../review/store.ts';
import { asReviewer, requirePermission, type Scene } from './as-reviewer.ts';

/** Returns whether a review with this base could show the rule: one of its name that is in force, or one of its chain. */
async function isShown(tx: Tx, { row, chain }: Scene, rule: NoiseRow): Promise<boolean> {
  const request = readBaseRequest(row);
  if (request?.repository !== rule.repository || request.name !== rule.name) return false;
  if (rule.approvedIn !== null) return true;
  return (await findReview(tx, row.workspaceId, rule.reviewId))?.chainId === chain.chainId;
}

/** Ends a noise rule, so that its differences count again. */
export async function endNoise(ports: Ports, actor: Reviewer, input: { rule_id: string }): Promise<ReviewerView> {
  return asReviewer(ports, actor, async (tx, scene) => {
    requirePermission(scene.can.decide, scene, 'The review is decided. Change the decision to end a noise rule.');
    const rule = await findNoiseRule(tx, scene.row.workspaceId, input.rule_id);
    if (rule === null || !(await isShown(tx, scene, rule))) throw notFound('noise rule');
    await endNoiseRule(tx, rule, scene.now);
    await recordByLink(tx, scene.row, 'noise.ended', { rule: rule.id });
  });
}
