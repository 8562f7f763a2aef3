import { DomainError } from './failure.ts';

/** What OAuth calls the ways to be refused (RFC 6749 4.1.2.1 and 5.2, RFC 7591 3.2.2, RFC 8707 2). */
export const oauthErrorCodes = [
  'invalid_request',
  'invalid_client',
  'invalid_grant',
  'invalid_target',
  'invalid_redirect_uri',
  'invalid_client_metadata',
  'unsupported_grant_type',
  'unsupported_response_type',
  'access_denied',
  'temporarily_unavailable',
] as const;
export type OAuthErrorCode = (typeof oauthErrorCodes)[number];

/** A refusal that OAuth reports with its own code. `message` states what to do. */
export function oauthRefusal(code: OAuthErrorCode, message: string): DomainError {
  return new DomainError('invalid_request', message, { oauth: code });
}

/** null: this was not refused in OAuth's words. */
export function oauthCodeOf(error: unknown): OAuthErrorCode | null {
  if (!(error instanceof DomainError)) return null;
  return oauthErrorCodes.find((code) => code === error.details.oauth) ?? null;
}
