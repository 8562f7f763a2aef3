import type { WatchedReview } from '../../domain/ports.ts';

/** Between two looks, at least. A look that takes long is followed by a longer pause. */
const PAUSE_MS = 1_000;
const MOST_SHARE = 1 / 4;

/** What tells one state of a review and its chain from the next, by the review's id; those that are gone are missing. */
export type ReadVersions = (reviews: readonly WatchedReview[]) => Promise<Map<string, string>>;

/**
 * Looks once a second at the reviews that somebody watches, by one query, and tells which have changed: where nothing can
 * be listened to. One that is new among them counts as changed, as nobody knows what it was before.
 * @param failed is told the first failure in a row; the looks go on
 * @returns what ends it
 */
export function watchReviews(
  watched: () => Iterable<WatchedReview>,
  read: ReadVersions,
  changed: (reviewId: string) => void,
  failed: (error: unknown) => void,
): () => void {
  let known = new Map<string, string>();
  let failing = false;
  let ended = false;
  let timer: NodeJS.Timeout | undefined;

  async function look(): Promise<void> {
    const reviews = [...new Map([...watched()].map((review) => [review.reviewId, review])).values()];
    const found = reviews.length === 0 ? new Map<string, string>() : await read(reviews);
    const now = new Map(reviews.map(({ reviewId }) => [reviewId, found.get(reviewId) ?? '']));
    const before = known;
    known = now;
    if (ended) return;
    for (const [reviewId, version] of now) if (before.get(reviewId) !== version) changed(reviewId);
  }

  async function lookAgain(): Promise<void> {
    const began = performance.now();
    await look().then(
      () => {
        failing = false;
      },
      (error: unknown) => {
        if (!failing) failed(error);
        failing = true;
      },
    );
    plan(Math.max(PAUSE_MS, (performance.now() - began) / MOST_SHARE));
  }

  function plan(inMs: number): void {
    if (ended) return;
    timer = setTimeout(() => void lookAgain(), inMs);
    timer.unref();
  }

  plan(0);
  return () => {
    ended = true;
    clearTimeout(timer);
  };
}
