import type { Output } from '../../contract/client.ts';
import type { ClientActor, Ports } from '../ports.ts';
import { encryptFrameCapability } from './frame-capability.ts';
import { getReview } from './get-review.ts';
import { encryptPageKey } from './page-key.ts';

/** Returns what the review's page needs inside an agent's chat. */
export async function openReviewInApp(
  ports: Ports,
  actor: ClientActor,
  input: { id: string },
): Promise<Output<'open_review_in_app'>> {
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
}
