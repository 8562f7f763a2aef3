import type { Client, Output } from '../../server/contract/client.ts';
import { poll, retry } from '../retry.ts';

/** Waits until the service has compared the pass with its base, as far as there is one. */
export async function waitForComparison(
  client: Client,
  review: Output<'get_review'>,
  milliseconds: number,
): Promise<Output<'get_review'>> {
  const isCompared = ({ base, status }: Output<'get_review'>) =>
    base == null || base.kind === 'none' || base.compared || (status !== 'open' && status !== 'preparing');
  if (isCompared(review)) return review;
  return poll(milliseconds, () => retry(() => client.call('get_review', { id: review.id })), isCompared);
}
