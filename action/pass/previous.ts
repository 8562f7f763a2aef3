import { describeSettled, passesBy } from '../../app/render/base.ts';
import { CARRIED_OVER } from '../../app/render/comment.ts';
import { readFacts, sameShots } from '../../app/render/facts.ts';
import type { Client } from '../../server/contract/client.ts';
import type { Review, ReviewSummary } from '../../server/contract/review.ts';
import { retry } from '../retry.ts';

const terminal = new Set<string>(['failed', 'cancelled']);

/** Returns whether this pass no longer counts for the commit that it shows. */
export const isOver = (status: string) => terminal.has(status) || status === 'expired';

export interface Previous {
  /** The newest pass, including failed and cancelled ones. */
  newest: ReviewSummary | null;
  /** The newest pass that may be a parent. */
  living: ReviewSummary | null;
}

/** Finds the earlier passes of a reference; reads until one may be a parent. */
export async function findPrevious(client: Client, reference: string): Promise<Previous> {
  let newest: ReviewSummary | null = null;
  let cursor: string | null | undefined;
  do {
    const page = await retry(() => client.call('list_reviews', cursor ? { reference, cursor } : { reference }));
    newest ??= page.reviews[0] ?? null;
    const living = page.reviews.find(({ status }) => !terminal.has(status));
    if (living !== undefined) return { newest, living };
    cursor = page.next_cursor;
  } while (cursor);
  return { newest, living: null };
}

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
