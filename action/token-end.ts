import { warn } from './log.ts';
import type { Service } from './service.ts';

const DAY_MS = 86_400_000;
const WARNED_DAYS = 14;

/** Warns before the try token ends. A service that reports no end causes no failure. */
export async function warnOfTokensEnd({ url, client, credential }: Service, now: number): Promise<void> {
  if (credential.kind !== 'token') return;
  const asked = client.call('get_billing', {}, { signal: AbortSignal.timeout(10_000) });
  const billing: { token_expires_at?: string | null } | null = await asked.catch(() => null);
  // A service older than this Action reports no end.
  const end = billing?.token_expires_at ?? null;
  const words = end === null ? null : tokensEnd(end, url, now);
  if (words !== null) warn(words);
}

/** Returns the warning for a token that ends soon; null for any other. */
export function tokensEnd(end: string, url: string, now: number): string | null {
  const left = Date.parse(end) - now;
  if (!(left <= WARNED_DAYS * DAY_MS)) return null;
  const days = Math.max(0, Math.floor(left / DAY_MS));
  return `The token in "token" ends on ${end.slice(0, 10)}, in ${days === 1 ? '1 day' : `${days} days`}. Replace it with "sightline rotate-token", or "curl -X POST -H 'Authorization: Bearer <token>' ${url}/api/token/rotate", and store the new one as the repository's secret: it opens the same workspace, and the old one ends ten minutes later. Or leave "token" away: the job signs in by its id-token then, into the repository's own workspace.`;
}
