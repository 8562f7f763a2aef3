import { createHash } from 'node:crypto';
import type { Review } from '../../server/contract/review.ts';

/** What a comment's row needs of a review. It is stored, so it holds no secret. */
export interface ReviewFacts {
  pass: number;
  shots: number;
  /** Against the previous pass; null on a first one. */
  changes: { new: number; changed: number; identical: number } | null;
  outstanding: number;
  awaitingVerification: number;
  decision: { number: number; by: string | null; login: string | null } | null;
  /** The same for the same labels and pixels, in any order; null without a shot. Missing in what was stored before. */
  digest?: string | null;
  /** Withdrawn because the pull request was closed: opening it again brings the review back. */
  withdrawn?: boolean;
  /** Of the shot to look at first: a changed one before the others. */
  thumbnail: string | null;
  /** The review's link without its secret. */
  linkBase: string;
}

export function readFacts(review: Review): ReviewFacts {
  const kinds = review.screenshots.map((shot) => shot.change?.kind ?? null);
  const count = (kind: 'new' | 'changed' | 'identical') => kinds.filter((candidate) => candidate === kind).length;
  const compared = kinds.some((kind) => kind !== null);
  const first = review.screenshots.find((shot) => shot.change?.kind === 'changed') ?? review.screenshots[0];
  return {
    pass: review.pass,
    shots: review.screenshots.length,
    changes: compared ? { new: count('new'), changed: count('changed'), identical: count('identical') } : null,
    outstanding: review.outstanding_marks,
    awaitingVerification: review.marks_awaiting_verification,
    decision:
      review.decision === null
        ? null
        : { number: review.decision.number, by: review.decision.decided_by, login: review.decision.verified_login },
    digest: digestShots(review),
    thumbnail: first?.thumbnail_url ?? null,
    linkBase: review.review_url.slice(0, review.review_url.lastIndexOf('/') + 1),
  };
}

/** Whether both show the same pixels under the same labels. */
export const sameShots = (one: ReviewFacts, other: ReviewFacts): boolean =>
  (one.digest ?? null) !== null && one.digest === other.digest;

function digestShots(review: Review): string | null {
  // A shot that could not be made has no pixels to compare.
  if (review.screenshots.length === 0 || review.problems.length > 0) return null;
  const shots = review.screenshots.map((shot) => JSON.stringify([shot.label, shot.sha256])).sort();
  return createHash('sha256').update(JSON.stringify(shots)).digest('base64url');
}
