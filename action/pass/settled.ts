import { describeSettled, passesBy, settledBy } from '../../app/render/base.ts';
import { readFacts } from '../../app/render/facts.ts';
import type { Client } from '../../server/contract/client.ts';
import type { Review } from '../../server/contract/review.ts';
import { retry } from '../retry.ts';

/** Returns why a pass needs no decision, in the words of the App's check; null when a person decides. */
export async function findSettled(client: Client, review: Review, carriesOver: boolean): Promise<string | null> {
  const facts = readFacts(review);
  if (review.status !== 'open' || settledBy(facts) === null) return null;
  const base = passesBy(facts, { before: await findDecision(client, review.parent_id), carriesOver });
  return base === null ? null : describeSettled(base);
}

/** Returns how the newest decided pass was decided, from pass `id` back; null when none was. */
async function findDecision(client: Client, id: string | null): Promise<Review['status'] | null> {
  if (id === null) return null;
  const { status, parent_id } = await retry(() => client.call('get_review', { id }));
  if (status === 'approved' || status === 'changes_requested') return status;
  return findDecision(client, parent_id);
}
