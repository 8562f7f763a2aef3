import { DomainError } from './failure.ts';

/** OAuth's names for the reasons of a refusal (RFC 6749 4.1.2.1 and 5.2, RFC 7591 3.2.2, RFC 8707 2). */
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

/** Returns a refusal that OAuth reports with its own code. `message` says what to do. */
export function oauthRefusal(code: OAuthErrorCode, message: string): DomainError {
  return new DomainError('invalid_request', message, { oauth: code });
}

/** Returns OAuth's code for a refusal; null when the error is not one of OAuth's refusals. */
export function oauthCodeOf(error: unknown): OAuthErrorCode | null {
  if (!(error instanceof DomainError)) return null;
  return oauthErrorCodes.find((code) => code === error.details.oauth) ?? null;
}
