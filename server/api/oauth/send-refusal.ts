import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ErrorCode } from '../../contract/error.ts';
import { oauthCodeOf } from '../../domain/oauth-refusal.ts';
import type { Failure } from '../failure.ts';
import { failureOf } from '../send-failure.ts';

/** Replaces the characters that a description must not contain (RFC 6749 5.2). */
export const asDescription = (text: string): string =>
  text
    .replace(/["`\\]/g, "'")
    .replace(/’/g, "'")
    .replace(/[^\x20-\x7e]/g, '?');

/** OAuth's codes for our error codes. Clients retry after the first and give up after the others. */
const codeOf: Partial<Record<ErrorCode, string>> = {
  rate_limited: 'temporarily_unavailable',
  unavailable: 'temporarily_unavailable',
  unexpected: 'server_error',
};

function statusOf({ status, body }: Failure): number {
  if (body.error === 'rate_limited' || body.error === 'too_large' || status >= 500) return status;
  return 400;
}

/**
 * Returns a handler that answers `{ error, error_description }` (RFC 6749 5.2) without caching. `unread`: the
 * error for a body that the route cannot read at all.
 */
export function createOAuthRefusal(unread: { error: string; description: string }) {
  return (error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const failure = failureOf(error, request);
    const { body } = failure;
    const wait = body.error === 'rate_limited' ? (body.retry_after ?? 60) : failure.retryAfter;
    if (wait !== undefined) reply.header('retry-after', String(wait));
    const code = oauthCodeOf(error);
    let status = statusOf(failure);
    if (code === 'invalid_client' && request.headers.authorization !== undefined) {
      status = 401;
      reply.header('www-authenticate', 'Basic realm="Sightline"');
    }
    const unreadable = body.error === 'malformed_request' || body.error === 'unsupported_media_type';
    return reply
      .code(status)
      .headers({ 'cache-control': 'no-store', pragma: 'no-cache' })
      .send({
        error: code ?? (unreadable ? unread.error : (codeOf[body.error] ?? 'invalid_request')),
        error_description: asDescription(unreadable ? unread.description : body.message),
      });
  };
}

/** The error handler of routes that accept forms. */
export const sendFormRefusal = createOAuthRefusal({
  error: 'invalid_request',
  description: 'Send a form: Content-Type: application/x-www-form-urlencoded.',
});
