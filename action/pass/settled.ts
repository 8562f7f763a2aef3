import { describeSettled, passesBy } from '../../app/render/base.ts';
import { CARRIED_OVER } from '../../app/render/comment.ts';
import { readFacts, sameShots } from '../../app/render/facts.ts';
import type { Client } from '../../server/contract/client.ts';
import type { Review } from '../../server/contract/review.ts';
import { retry } from '../retry.ts';

/**
 * Returns why a pass needs no decision, in words; null when a person decides. Either nothing differs from its base but
 * what was approved before, or the newest decided pass had the same screenshots, was approved and left nothing to do.
 */
export async function findSettled(client: Client, review: Review, carriesOver: boolean): Promise<string | null> {
  const facts = readFacts(review);
  if (review.status !== 'open' || facts.outstanding > 0) return null;
  const decided = await findDecided(client, review.parent_id);
  const base = passesBy(facts, { before: decided?.status ?? null, carriesOver });
  if (base !== null) return describeSettled(base);
  if (!carriesOver || decided?.status !== 'approved') return null;
  const before = readFacts(decided);
  return before.outstanding === 0 && sameShots(before, facts) ? CARRIED_OVER : null;
}

/** Returns the newest decided pass, from pass `id` back; null when none was. */
async function findDecided(client: Client, id: string | null): Promise<Review | null> {
  if (id === null) return null;
  const review = await retry(() => client.call('get_review', { id }));
  if (review.status === 'approved' || review.status === 'changes_requested') return review;
  return findDecided(client, review.parent_id);
}
