import { consumeRateLimit } from '../consume-rate-limit.ts';
import { DomainError } from '../failure.ts';
import { SAMPLE_WORKSPACE_ID } from '../ids.ts';
import type { ClientActor, Handler, Ports, Reviewer } from '../ports.ts';
import { createReview } from '../review/create-review.ts';
import { resolveMarks } from '../review/mark-work.ts';
import { expireChain } from '../review/store.ts';
import { decide } from '../reviewer/decide.ts';
import { placeMark } from '../reviewer/place-mark.ts';
import { keepWorkspace } from '../workspace/store.ts';
import { markRequest, readSample, report, reviewRequest } from './scene.ts';

const LIFETIME_MS = 86_400_000;
/** The limit for all addresses together. Each address has a limit of its own in the contract. */
const MAX_PER_HOUR = 120;

/** A client without a token, which no request can be. */
const client: ClientActor = {
  kind: 'client',
  workspaceId: SAMPLE_WORKSPACE_ID,
  credential: '',
  bearer: 'try',
  connectionId: null,
  push: null,
};

/** Returns ports with which a review costs nothing. */
const withoutCosts = (ports: Ports): Ports => ({
  ...ports,
  settings: { ...ports.settings, creditsPerMonth: null, costs: { images: 0, capture: 0, pdf: 0, html: 0 } },
});

/**
 * Makes a review in its second pass, as a reviewer meets it: of the two marks of the first, both reported as fixed, one
 * is. All samples belong to a workspace of their own. They are deleted once they have expired.
 */
export const createSampleReview: Handler<'create_sample_review'> = async (ports, _actor) => {
  if (ports.settings.signup === 'closed') {
    throw new DomainError('forbidden', 'This service opens no sample reviews. Ask its operator for a token.');
  }
  const limit = { max: MAX_PER_HOUR, seconds: 3600 };
  await consumeRateLimit(ports, 'create_sample_review:everybody', limit, 'sample reviews');
  const sample = await readSample();
  const now = ports.clock();
  await keepWorkspace(ports.db, { id: SAMPLE_WORKSPACE_ID, createdAt: now });
  const free = withoutCosts(ports);
  const first = await createReview(free, client, reviewRequest(sample.before, null));
  const reviewer: Reviewer = { kind: 'reviewer', workspaceId: SAMPLE_WORKSPACE_ID, reviewId: first.id };
  for (const [index, shot] of first.screenshots.entries()) {
    await placeMark(ports, reviewer, markRequest(sample.before, index, shot));
  }
  await decide(ports, reviewer, { outcome: 'changes_requested', name: 'Robin', after_decision: 0 });
  await resolveMarks(ports, client, { id: first.id, marks: report });
  const second = await createReview(free, client, reviewRequest(sample.after, first.id));
  const expiresAt = new Date(now.getTime() + LIFETIME_MS);
  await expireChain(ports.db, { workspaceId: SAMPLE_WORKSPACE_ID, chainId: first.id }, expiresAt);
  return { review_url: second.review_url, expires_at: expiresAt.toISOString() };
};
