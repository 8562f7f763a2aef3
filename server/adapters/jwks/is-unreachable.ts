import { errors } from 'jose';

/** Whether an error of `jwtVerify` means that published keys could not be fetched, or are none: the token may be valid. */
export const isUnreachable = (error: unknown): boolean =>
  !(error instanceof errors.JOSEError) ||
  error instanceof errors.JWKSTimeout ||
  error instanceof errors.JWKSInvalid ||
  error instanceof errors.JWKInvalid ||
  error.code === 'ERR_JOSE_GENERIC';
