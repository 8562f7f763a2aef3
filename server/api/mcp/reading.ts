import type { Review, ReviewSummary } from '../../contract/review.ts';
import type { ClientActor, Ports } from '../../domain/ports.ts';
import { listReviews } from '../../domain/review/read-reviews.ts';
import { callOperation } from '../call.ts';
import { abilityIn } from './abilities.ts';
import { presenterOf } from './results/index.ts';
import type { Exchange } from './route.ts';
import { withoutLinks } from './without-links.ts';

const { present } = presenterOf('get_review');

/** The parts of the answers of `get_review` and `wait_for_decision` that prompts and resources use. */
export interface ShownReview extends Pick<Review, 'id' | 'status' | 'title' | 'next_action' | 'decision'> {
  untrusted_text: string;
  next_cursor: string | null;
  counts: Record<string, number>;
  work_packets: { pins: object[]; must_fix: object[] };
}

/** Reads a review as the tool does, so that an invalid id gets the same error. */
export async function readReview(ports: Ports, exchange: Exchange<ClientActor>, id: string): Promise<ShownReview> {
  const review = present(await callOperation(ports, 'get_review', exchange.caller, { id }), {});
  const ability = abilityIn(exchange);
  return (ability === 'shows-apps' ? withoutLinks(review, ability) : review) as ShownReview;
}

export async function latest(ports: Ports, actor: ClientActor): Promise<ReviewSummary[]> {
  return (await listReviews(ports, actor, {})).reviews;
}

/** Returns the ids of the latest reviews that begin with `begun`. */
export async function latestIds(ports: Ports, actor: ClientActor, begun: string): Promise<string[]> {
  const ids = (await latest(ports, actor)).map(({ id }) => id);
  return ids.filter((id) => id.startsWith(begun.toUpperCase()));
}
