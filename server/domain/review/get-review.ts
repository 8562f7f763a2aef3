import type { Review } from '../../contract/review.ts';
import { notFound } from '../failure.ts';
import type { ClientActor, Ports } from '../ports.ts';
import { showReview } from './view.ts';

export async function getReview(ports: Ports, actor: ClientActor, input: { id: string }): Promise<Review> {
  const review = await showReview(ports, ports.db, { id: input.id, workspaceId: actor.workspaceId });
  if (review === null) throw notFound();
  return review;
}
