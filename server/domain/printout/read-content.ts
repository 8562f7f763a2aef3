import { createHash } from 'node:crypto';
import type { Ports, Tx } from '../ports.ts';
import type { PrintedPass, PrintedReview } from '../printed-review.ts';
import { readPasses } from '../review/passes.ts';
import { effectiveStatus } from '../review/rules.ts';
import { findReview, latestDecisions } from '../review/store.ts';
import { showReview } from '../review/view.ts';
import { toDecision } from '../review/wire-format.ts';
import { toPrintedReview } from './content.ts';

/** Reads what a printed copy of a review says and shows; null when the review does not exist. */
export async function readContent(
  ports: Ports,
  tx: Tx,
  at: { workspaceId: string; id: string },
): Promise<PrintedReview | null> {
  const row = await findReview(tx, at.workspaceId, at.id);
  const review = row === null ? null : await showReview(ports, tx, at);
  if (row === null || review === null) return null;
  const { living } = await readPasses(tx, row);
  const upToThis = living.filter(({ pass }) => pass <= row.pass);
  const decisions = await latestDecisions(tx, at.workspaceId, { review: { chainId: row.chainId } });
  const now = ports.clock();
  const passes = upToThis.map((each): PrintedPass => {
    const decision = decisions.get(each.id);
    return {
      pass: each.pass,
      status: effectiveStatus(each, now),
      revision: each.revision,
      createdAt: each.createdAt.toISOString(),
      decision:
        decision === undefined ? null : { ...toDecision(decision), decidedAt: decision.decidedAt.toISOString() },
    };
  });
  return toPrintedReview(review, passes, ports.settings.baseUrl);
}

/** Returns a hash that differs whenever what is printed would. */
export const hashOf = (content: PrintedReview): Buffer => createHash('sha256').update(JSON.stringify(content)).digest();
