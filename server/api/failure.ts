import type { ErrorBody, ErrorCode } from '../contract/error.ts';
import { DomainError } from '../domain/failure.ts';
import { shortageOf } from './shortage.ts';

/** The HTTP status of each error code, for all of the HTTP layer. */
export const statusOf: Record<ErrorCode, number> = {
  malformed_request: 400,
  unauthenticated: 401,
  insufficient_credits: 402,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  too_large: 413,
  unsupported_media_type: 415,
  invalid_request: 422,
  invalid_state: 422,
  no_mark_changed: 422,
  rate_limited: 429,
  unexpected: 500,
  unavailable: 503,
};

export interface Failure {
  status: number;
  body: ErrorBody;
  /** Whether it is an internal error, which is logged with its stack and never shown. */
  unexpected: boolean;
  /** For the log: what the operator can do about it. */
  advice?: string;
  /** The value of `WWW-Authenticate`: after a missing token it asks to sign in, after a wrong one to get another. */
  challenge?: string;
  /** Seconds after which repeating may help. */
  retryAfter?: number;
}

/** Converts any error into what may be sent to a client. */
export function toFailure(error: unknown, requestId: string): Failure {
  if (error instanceof DomainError) {
    const { invalid_token: wrong, ...details } = error.details;
    return {
      status: statusOf[error.code],
      body: { error: error.code, message: error.message, ...details },
      unexpected: false,
      ...(error.code === 'unauthenticated'
        ? { challenge: wrong === true ? 'Bearer error="invalid_token"' : 'Bearer' }
        : {}),
      ...(error.code === 'unavailable' ? { retryAfter: 1 } : {}),
    };
  }
  const shortage = shortageOf(error);
  if (shortage !== null) {
    const { message, advice, retryAfter } = shortage;
    const body: ErrorBody = { error: 'unavailable', message, request_id: requestId };
    return { status: statusOf.unavailable, body, unexpected: true, advice, retryAfter };
  }
  const message = `Something went wrong on our side. Quote this to the operator of the service: ${requestId}`;
  return { status: 500, body: { error: 'unexpected', message, request_id: requestId }, unexpected: true };
}
