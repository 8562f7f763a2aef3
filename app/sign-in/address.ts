import type { RegistrationKey } from '../store/registrations.ts';

export const reviewPath = '/review/';
export const callbackPath = '/sign-in/callback';
/** The path at which a person who joins a client to a workspace chooses the repository. */
export const repositoriesPath = '/sign-in/repositories';
export const choosePath = '/sign-in/choose';

const Id = /^([1-9]\d{0,15})-([0-9A-HJKMNP-TV-Z]{26})$/;

/**
 * Returns the address at which a person signs in to reach a registered review: the only address that a public comment
 * may show.
 */
export const signInAddress = (appUrl: string, key: RegistrationKey): string =>
  `${appUrl}${reviewPath}${key.repositoryId}-${key.reviewId}`;

/** Returns how people can reach a registered review: by its own link, by signing in, or not from here. */
export function waysTo(
  config: { appUrl: string; signIn: object | null },
  settings: { link: 'direct' | 'sign-in' | 'hidden' },
  registration: RegistrationKey & { signInOnly: boolean },
): { direct: true } | { direct: false; signIn: string | null } {
  if (settings.link === 'direct' && !registration.signInOnly) return { direct: true };
  const offered = settings.link !== 'hidden' && config.signIn !== null;
  return { direct: false, signIn: offered ? signInAddress(config.appUrl, registration) : null };
}

/** Returns the registration that the last part of such an address names; null when it names none. */
export function readRegistrationId(text: string): RegistrationKey | null {
  const [, repositoryId, reviewId] = Id.exec(text) ?? [];
  return reviewId === undefined ? null : { repositoryId: Number(repositoryId), reviewId };
}
