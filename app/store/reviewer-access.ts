import type { Tx } from '../../server/db/client.ts';
import type { RegistrationKey } from './registrations.ts';

/** What GitHub reported about a person when they last signed in to a review. */
export interface ReviewerAccess {
  login: string;
  userId: number;
  mayWrite: boolean;
  /** `org/slug` of the required team that the person is a member of. */
  team: string | null;
  /** Whether the person opened the pull request. */
  isAuthor: boolean;
}

export async function saveReviewerAccess(
  tx: Tx,
  { repositoryId, reviewId }: RegistrationKey,
  { login: given, ...access }: ReviewerAccess,
): Promise<void> {
  const key = { repositoryId, reviewId, login: given.toLowerCase() };
  const where = { repositoryId_reviewId_login: key };
  await tx.githubReviewerAccess.upsert({ where, create: { ...key, ...access }, update: access });
}

/**
 * Returns the access of the person that a decision names; null when it names nobody, or a person who never signed in
 * here.
 */
export async function findReviewerAccess(
  tx: Tx,
  { repositoryId, reviewId }: RegistrationKey,
  login: string | null,
): Promise<ReviewerAccess | null> {
  if (login === null) return null;
  const key = { repositoryId, reviewId, login: login.toLowerCase() };
  const row = await tx.githubReviewerAccess.findUnique({ where: { repositoryId_reviewId_login: key } });
  if (row === null) return null;
  const { mayWrite, team, isAuthor } = row;
  return { login: row.login, userId: Number(row.userId), mayWrite, team, isAuthor };
}
