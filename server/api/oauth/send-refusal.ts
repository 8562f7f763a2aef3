import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ErrorCode } from '../../contract/error.ts';
import { describeFault } from '../../domain/describe-fault.ts';
import { oauthCodeOf } from '../../domain/oauth-refusal.ts';
import { type Failure, toFailure } from '../failure.ts';
import { fromFastify } from '../send-failure.ts';

/** What is left of the characters that a description may have (RFC 6749 5.2). */
export const asDescription = (text: string): string =>
  text
    .replace(/["`\\]/g, "'")
    .replace(/’/g, "'")
    .replace(/[^\x20-\x7e]/g, '?');

/** In OAuth's words, what an operation refuses with in ours. Clients try again on the first and give up on the others. */
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
 * Answers `{ error, error_description }` (RFC 6749 5.2), never to be kept; what is ours is logged, never shown.
 * `unread`: how a body is refused that is not even what the route takes.
 */
export function createOAuthRefusal(unread: { error: string; description: string }) {
  return (error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const failure = toFailure(fromFastify(error), request.id);
    if (failure.unexpected) request.log.error({ err: describeFault(error) }, failure.advice ?? 'unexpected');
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

/** Of routes that take forms. */
export const sendFormRefusal = createOAuthRefusal({
  error: 'invalid_request',
  description: 'Send a form: Content-Type: application/x-www-form-urlencoded.',
});
