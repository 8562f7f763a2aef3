import type { ReviewerView } from '../../contract/reviewer.ts';
import { notFound } from '../failure.ts';
import type { Ports, Reviewer } from '../ports.ts';
import { findReview } from '../review/store.ts';
import { toReviewerView } from './reviewer-view.ts';

export async function readReview(ports: Ports, actor: Reviewer): Promise<ReviewerView> {
  const row = await findReview(ports.db, actor.workspaceId, actor.reviewId);
  if (row === null) throw notFound();
  return toReviewerView(ports, ports.db, row);
}
