import type { Review } from '../../contract/review.ts';
import { notFound } from '../failure.ts';
import type { ClientActor, Ports } from '../ports.ts';
import { findReview } from './store.ts';
import { toReview } from './view.ts';

export async function getReview(ports: Ports, actor: ClientActor, input: { id: string }): Promise<Review> {
  const row = await findReview(ports.db, actor.workspaceId, input.id);
  if (row === null) throw notFound();
  return toReview(ports, ports.db, row);
}
