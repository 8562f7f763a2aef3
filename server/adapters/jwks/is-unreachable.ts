import { errors } from 'jose';

/**
 * Whether an error of `jwtVerify` means that the published keys could not be fetched or are invalid, so that the token
 * may still be valid.
 */
export const isUnreachable = (error: unknown): boolean =>
  !(error instanceof errors.JOSEError) ||
  error instanceof errors.JWKSTimeout ||
  error instanceof errors.JWKSInvalid ||
  error instanceof errors.JWKInvalid ||
  error.code === 'ERR_JOSE_GENERIC';
