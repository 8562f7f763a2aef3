import { createHash, timingSafeEqual } from 'node:crypto';
import { oauthRefusal } from '../oauth-refusal.ts';
import type { Settings } from '../ports.ts';

/** How long a connection made by a GitHub sign-in lasts. After that, access is checked again. */
export const JOINED_MS = 30 * 86_400_000;

/** Returns whether this repository's owner is allowed. Digits are an id, even if an owner has such a name. */
export function isWelcome(owners: readonly string[] | null, of: { owner: string; ownerId: string }): boolean {
  if (owners === null) return true;
  const login = of.owner.toLowerCase();
  return owners.some((owner) => (/^\d+$/.test(owner) ? owner === of.ownerId : owner === login));
}

export const CODE_MS = 2 * 60_000;
/**
 * A client may send its exchange several times at once. Within this time a used code is refused without further effect.
 */
export const CODE_RACE_MS = 10_000;
export const ACCESS_SECONDS = 3600;
export const REFRESH_MS = 60 * 86_400_000;
/** How long after its first use a refresh token returns its answer once more, in case that was lost. */
export const REPEAT_MS = 60_000;

/** Returns when a token with this lifetime ends: with its connection at the latest. `endsAt` null: that has no end. */
export const endOf = (createdAt: Date, ms: number, { endsAt }: { endsAt: Date | null }): Date =>
  new Date(Math.min(createdAt.getTime() + ms, endsAt?.getTime() ?? Number.POSITIVE_INFINITY));

/** Returns the `expires_in` of a token. */
export const secondsUntil = (end: Date, now: Date): number => Math.floor((end.getTime() - now.getTime()) / 1000);

export const mcpUrl = ({ baseUrl }: Pick<Settings, 'baseUrl'>): string => `${baseUrl}/mcp/sightline`;

/** Returns whether text is the base64url of a SHA-256, as PKCE's S256 sends it. */
export const isChallenge = (text: string): boolean => /^[A-Za-z0-9_-]{43}$/.test(text);

/** Verifies a PKCE challenge (RFC 7636 4.6), S256 only. */
export function verifyChallenge(verifier: string, challenge: string): boolean {
  if (!/^[A-Za-z0-9\-._~]{43,128}$/.test(verifier)) return false;
  const made = createHash('sha256').update(verifier).digest();
  const wanted = Buffer.from(challenge, 'base64url');
  return made.length === wanted.length && timingSafeEqual(made, wanted);
}

/** Returns an address in the form it is compared in: host in lower case, no default port and no trailing slash. */
function comparable(address: string): string | null {
  if (!URL.canParse(address)) return null;
  const { origin, pathname, search, hash, username, password } = new URL(address);
  return `${username}${password}${origin}${pathname.replace(/\/$/, '')}${search}${hash}`;
}

/**
 * Reads the resource that a token is meant for (RFC 8707). It may be left out, because there is only one.
 * @returns the address of MCP; null when none was given
 * @throws DomainError of OAuth's `invalid_target`
 */
export function readResource(settings: Pick<Settings, 'baseUrl'>, value: string | null | undefined): string | null {
  if (value === null || value === undefined || value === '') return null;
  const asked = comparable(value);
  const ours = [mcpUrl(settings), settings.baseUrl].map(comparable);
  if (asked === null || !ours.includes(asked)) {
    throw oauthRefusal(
      'invalid_target',
      `This service signs in to ${mcpUrl(settings)} only: send that as \`resource\`.`,
    );
  }
  return mcpUrl(settings);
}

const JOBS = 'github-actions:';

/** Returns the client id of a repository's jobs, which together are one client. */
export const jobClientId = (repositoryId: string): string => JOBS + repositoryId;
export const isJobClient = (clientId: string): boolean => clientId.startsWith(JOBS);
