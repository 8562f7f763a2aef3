import type { Page } from 'playwright-core';
import type { Review } from '../../../server/contract/review.ts';
import { assertionsOf } from '../../support/app.ts';
import { reviewerOf } from '../../support/factories.ts';
import type { TestService } from '../../support/service.ts';

/** Returns the review's link with the App's assertion of who follows it. */
export async function linkFor(service: TestService, to: Review, login: string, of = to): Promise<string> {
  return `${to.review_url}#vouch=${await assertionFor(service, of, login)}`;
}

export const assertionFor = (service: TestService, { id }: Review, login: string): Promise<string> =>
  assertionsOf(service.url).signReview({ reviewId: id, userId: 4711, login });

export const signedIn = (page: Page) => page.getByText('Deciding as @ada, signed in with GitHub.').first();

/** Returns a review's decision as its reviewer reads it. */
export const decisionOf = async (of: Review) => (await reviewerOf(of).call('read_review', {})).review.decision;
