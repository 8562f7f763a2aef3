import { randomUUID } from 'node:crypto';
import { createClient, type Input } from '../../server/contract/client.ts';
import type { Review } from '../../server/contract/review.ts';
import { type Caller, review } from './factories.ts';

/** Returns the secret of a link: its last part. */
export const secretOf = (url: string): string => new URL(url).pathname.split('/').at(-1) ?? '';

/** Returns a client with a review's guest link. */
export function guestOf(of: { guest_share_url: string }): Caller {
  return createClient({ baseUrl: new URL(of.guest_share_url).origin, link: secretOf(of.guest_share_url) });
}

/** Returns the fields of a suggestion: a box on the first screenshot. */
export function suggestion(more: Partial<Input<'suggest'>> = {}): Input<'suggest'> {
  return {
    screenshot_index: 0,
    kind: 'box',
    x: 0.1,
    y: 0.2,
    width: 0.3,
    height: 0.4,
    body: 'Could this be larger?',
    author: 'Ola',
    client_suggestion_id: randomUUID(),
    ...more,
  };
}

/** Makes an open review with one pending suggestion. */
export async function suggestedReview(caller: Caller, more: Parameters<typeof suggestion>[0] = {}): Promise<Review> {
  const { id, guest_share_url } = await review(caller);
  await guestOf({ guest_share_url }).call('suggest', suggestion(more));
  return caller.call('get_review', { id });
}
