import { notFound } from '../failure.ts';
import type { Handler } from '../ports.ts';
import { encryptFrameCapability, encryptPageKey } from './page-credentials.ts';
import { readCursor } from './page-query.ts';
import { showPage, showReview } from './view.ts';

export const getReview: Handler<'get_review'> = async (ports, actor, input) => {
  const review = await showReview(ports, ports.db, { id: input.id, workspaceId: actor.workspaceId });
  if (review === null) throw notFound();
  return review;
};

const PAGE_SIZE = 20;

/** Returns the latest reviews, newest first. */
export const listReviews: Handler<'list_reviews'> = (
  ports,
  { workspaceId },
  { cursor, passes_of: passesOf, ...which },
) => showPage(ports, { ...which, passesOf, workspaceId, after: readCursor(cursor), size: PAGE_SIZE });

/** Returns what the review's page needs inside an agent's chat. */
export const openReviewInApp: Handler<'open_review_in_app'> = async (ports, actor, input) => {
  const { workspaceId } = actor;
  const { id, review_url, screenshots } = await getReview(ports, actor, input);
  const { capability, expiresAt } = encryptFrameCapability(ports, review_url.split('/').at(-1) ?? '');
  return {
    service_url: ports.settings.baseUrl,
    capability,
    page_key: encryptPageKey(ports, { kind: 'reviewer', workspaceId, reviewId: id }),
    expires_at: expiresAt.toISOString(),
    review_url,
    screenshots,
  };
};
