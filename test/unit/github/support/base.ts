import type { Review, Screenshot } from '../../../../server/contract/review.ts';
import { newReview } from '../../../github/app/support/review.ts';

const [plain] = newReview().screenshots as [Screenshot];
const { label, url, thumbnail_url, width, height, viewport, tile_height, sha256 } = plain;
const before = { label, url, thumbnail_url, width, height, viewport, tile_height, sha256 };

/** An approval in a review of this pull request, by this GitHub user or by somebody with the link. */
export const approvalIn = (pullRequest: number, login: string | null = null) => ({
  ...{ review_id: 'r', reference: `github:7:${pullRequest}:visual`, revision: null, outcome: 'approved' as const },
  ...{ decided_by: 'Mara', verified_login: login, decided_at: '2026-11-20T10:00:00+00:00' },
});

type Kind = 'identical' | 'changed' | 'new' | 'approved';

/** Returns a screenshot that differs from the base in this way. */
function shotOf(kind: Kind, index: number): Screenshot {
  const is = kind === 'approved' ? 'changed' : kind;
  const change = { kind: is, share: null, diff_url: null, areas: [], before: is === 'new' ? null : before };
  const approved_in = kind === 'approved' ? approvalIn(41, 'ada') : null;
  return { ...plain, index, label: `/${index}`, base_change: { ...change, approved_in, noise: [] } };
}

/** Returns the fields of a review that differs from its base like this, screenshot by screenshot. */
export function differingFromBase(kinds: readonly Kind[]): Pick<Review, 'base' | 'screenshots'> & {
  base: NonNullable<Review['base']>;
} {
  return {
    base: {
      ...{ repository: 'github:7', name: 'visual', branch: 'main', id: 'b', kind: 'baseline' },
      ...{ commit: 'abc1234def5678', distance: 0, reason: 'merge base', compared: true },
    },
    screenshots: kinds.map(shotOf),
  };
}

/** A screenshot of the base that the review lacks. */
export const removed = { ...before, label: '/old', approved_in: null };
