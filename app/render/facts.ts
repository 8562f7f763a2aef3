import { createHash } from 'node:crypto';
import { askedMarks } from '../../server/contract/awaits-answer.ts';
import { needsLook } from '../../server/contract/needs-look.ts';
import type { Review } from '../../server/contract/review.ts';
import { type BaseFacts, readBase } from './base.ts';
import { clip } from './markdown.ts';

/** How many characters of a question the comment quotes. */
export const MAX_QUESTION = 120;

/** What a row of the comment shows of a review. It is stored, so it contains no secret. */
export interface ReviewFacts {
  pass: number;
  shots: number;
  /** How many screenshots could not be taken. */
  failed: number;
  /** The comparison with the previous pass; null on a first pass. */
  changes: { new: number; changed: number; identical: number; removed?: number } | null;
  /** The comparison with the base; null without one. */
  base: BaseFacts | null;
  outstanding: number;
  awaitingVerification: number;
  /** The marks about which the fixing agent waits for an answer, with the beginning of its newest question. */
  asked: { mark: number; question: string }[];
  decision: { number: number; by: string | null; login: string | null } | null;
  /** Equal for equal labels and pixels in any order; null without a screenshot. */
  digest: string | null;
  /** Whether it was withdrawn because the pull request was closed. Reopening the pull request restores it. */
  withdrawn?: boolean;
  /** The thumbnail of the first changed screenshot, or else of the first. */
  thumbnail: string | null;
  /** The review's link without its secret. */
  linkBase: string;
}

export function readFacts(review: Review): ReviewFacts {
  const kinds = review.screenshots.map((shot) => shot.change?.kind ?? null);
  const count = (kind: 'new' | 'changed' | 'identical') => kinds.filter((candidate) => candidate === kind).length;
  const compared = kinds.some((kind) => kind !== null);
  const isChanged = ({ change, base_change }: Review['screenshots'][number]) =>
    base_change == null ? change?.kind === 'changed' : needsLook({ base_change });
  const base = readBase(review);
  // What a base has more is among the differences from it. A service older than this Action says nothing.
  const removed = base === null ? (review.removed_screenshots?.length ?? 0) : 0;
  const more = removed === 0 ? {} : { removed };
  const first = review.screenshots.find(isChanged) ?? review.screenshots[0];
  return {
    pass: review.pass,
    shots: review.screenshots.length,
    failed: review.problems.length,
    changes: compared ? { new: count('new'), changed: count('changed'), identical: count('identical'), ...more } : null,
    base,
    outstanding: review.outstanding_marks,
    awaitingVerification: review.marks_awaiting_verification,
    asked: askedMarks(review).map(({ id, replies }) => ({
      mark: id,
      question: clip(replies.findLast(({ question }) => question)?.body ?? '', MAX_QUESTION),
    })),
    decision:
      review.decision === null
        ? null
        : { number: review.decision.number, by: review.decision.decided_by, login: review.decision.verified_login },
    digest: digestShots(review),
    thumbnail: first?.thumbnail_url ?? null,
    linkBase: review.review_url.slice(0, review.review_url.lastIndexOf('/') + 1),
  };
}

/** Returns whether both have the same pixels under the same labels. */
export const sameShots = (one: ReviewFacts, other: ReviewFacts): boolean =>
  one.digest !== null && one.digest === other.digest;

function digestShots(review: Review): string | null {
  // A screenshot that could not be taken has no pixels to compare.
  if (review.screenshots.length === 0 || review.problems.length > 0) return null;
  const shots = review.screenshots.map((shot) => JSON.stringify([shot.label, shot.sha256])).sort();
  return createHash('sha256').update(JSON.stringify(shots)).digest('base64url');
}
