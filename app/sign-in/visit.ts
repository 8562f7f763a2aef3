import type { Parts } from '../parts.ts';
import { findPullRequest } from '../store/pull-requests.ts';
import { findRegistration, type Registration, type RegistrationKey, secretOwner } from '../store/registrations.ts';
import { saveVouch } from '../store/sign-ins.ts';
import { checkAccess } from './check-access.ts';
import type { Voucher } from './keys.ts';
import type { Person } from './person.ts';

/** The newest pass that is registered, since the page of an older one decides nothing. */
async function openNewest(parts: Parts, registration: Registration) {
  const read = (of: Registration) => parts.service.readReview(parts.secrets.open(of.secret, secretOwner(of)));
  const view = await read(registration);
  if (view === null || view.newest === null) return { registration, view };
  const key = { repositoryId: registration.repositoryId, reviewId: view.newest.id };
  const newest = await findRegistration(parts.database, key);
  if (newest === null || newest.pullRequest !== registration.pullRequest) return { registration, view };
  return { registration: newest, view: (await read(newest)) ?? view };
}

/**
 * Where a person goes who wants to see a registered review: to it, with the App's word for who they are in the fragment,
 * which no server and no referrer sees. null when they may not, or there is no such review: the two look alike.
 */
export async function visit(
  parts: Parts,
  voucher: Voucher,
  key: RegistrationKey,
  person: Person,
  token: string,
): Promise<string | null> {
  const asked = await findRegistration(parts.database, key);
  if (asked === null) return null;
  const pull = await findPullRequest(parts.database, asked.repositoryId, asked.pullRequest);
  const vouch = pull === null ? null : await checkAccess(parts, pull, person, token);
  if (vouch === null) return null;
  const { registration, view } = await openNewest(parts, asked);
  if (view === null || view.review.id !== registration.reviewId) return null;
  await saveVouch(parts.database, registration, vouch);
  const { review_url: link } = view.review;
  const assertion = await voucher.sign({
    // The service's own address, which is not always where the App reads it.
    audience: link.slice(0, link.lastIndexOf('/r/')),
    reviewId: registration.reviewId,
    userId: person.id,
    login: person.login,
  });
  parts.log.info('A person signed in to a review.', { ...key, login: person.login });
  return `${link}#vouch=${assertion}`;
}
