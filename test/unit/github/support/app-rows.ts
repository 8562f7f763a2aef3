import { readFacts } from '../../../../app/render/facts.ts';
import type { PullRequest } from '../../../../app/store/pull-requests.ts';
import type { Registration } from '../../../../app/store/registrations.ts';
import { newReview } from '../../../github/app/support/review.ts';

export const headSha = 'a'.repeat(40);

/** A private repository's pull request by ida. */
export const newPull = (fields: Partial<PullRequest> = {}): PullRequest => ({
  ...{ repositoryId: 7, number: 42, installationId: 3, fullName: 'acme/site', private: true, fork: false },
  ...{ defaultBranch: 'main', headRef: 'change', headSha, open: true, draft: false, author: 'ida', paused: false },
  ...{ commentId: null, commentHash: null },
  ...fields,
});

/** The facts of a review of one screenshot, with the same pixels as all others here. */
export const facts = { ...readFacts(newReview()), thumbnail: null, linkBase: 'https://reviews.example.com/r/' };
export const decidedBy = (login: string | null) => ({ ...facts, decision: { number: 1, by: null, login } });

/** The registration of an open review, by a job. */
export const newRegistration = (fields: Partial<Registration> = {}): Registration => ({
  ...{ repositoryId: 7, reviewId: 'b', pullRequest: 42, name: 'visual', headSha, runId: 1, secret: new Uint8Array() },
  ...{
    silent: false,
    signInOnly: false,
    shownPrivately: false,
    carryOver: true,
    facts,
    status: 'open',
    syncedHash: null,
  },
  ...fields,
});

/** Ada may write, and the App confirmed her for the review. */
export const adaMayWrite = (reviewId: string) => ({
  ...{ repositoryId: 7, reviewId, login: 'ada', userId: 1, mayWrite: true, team: null, isAuthor: false },
});
