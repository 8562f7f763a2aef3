import { expect } from 'vitest';
import type { Review, ReviewStatus } from '../../../server/contract/review.ts';
import { approvedReview, type Caller, nextPass, rejectedReview, review } from '../../support/factories.ts';
import type { TestService } from '../../support/service.ts';
import type { SlowImages } from './slow-images.ts';
import { expire } from './sql.ts';

interface Place {
  service: TestService;
  /** Holds back its images: a review that is `preparing` waits for one. */
  slowImages: SlowImages;
}

const make: Record<ReviewStatus, (caller: Caller, place: Place) => Promise<Review>> = {
  preparing: (caller, { slowImages }) => review(caller, { images: [`${slowImages.url}/slow.png`] }),
  open: (caller) => review(caller),
  approved: (caller) => approvedReview(caller),
  changes_requested: (caller) => rejectedReview(caller),
  async superseded(caller) {
    const made = await review(caller);
    await nextPass(caller, made);
    return made;
  },
  async expired(caller, { service }) {
    const made = await review(caller);
    await expire(service, made);
    return made;
  },
  async failed(caller, { slowImages }) {
    const made = await review(caller, { images: [`${slowImages.url}/missing.png`] });
    await expect.poll(async () => (await caller.call('get_review', { id: made.id })).status).toBe('failed');
    return made;
  },
  async cancelled(caller) {
    return caller.call('cancel_review', { id: (await review(caller)).id });
  },
};

/** Makes a review of a status. */
export const reviewInState = (status: ReviewStatus, caller: Caller, place: Place): Promise<Review> =>
  make[status](caller, place);
