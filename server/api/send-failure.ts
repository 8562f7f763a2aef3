import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ErrorBody } from '../contract/error.ts';
import { describeFault } from '../domain/describe-fault.ts';
import { DomainError } from '../domain/failure.ts';
import { type Failure, toFailure } from './failure.ts';

/** Converts an error of Fastify itself into one of ours. */
function fromFastify(error: unknown): unknown {
  const { code, statusCode } = error as { code?: string; statusCode?: number };
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') {
    return new DomainError('unsupported_media_type', 'Send JSON, with `Content-Type: application/json`.');
  }
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return new DomainError('too_large', 'The request is too large.');
  if (code === 'FST_ERR_BAD_URL') {
    return new DomainError('malformed_request', 'The address is not well-formed: a % starts two hexadecimal digits.');
  }
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500 && !(error instanceof DomainError)) {
    return new DomainError('malformed_request', 'The request is not well-formed JSON over HTTP.');
  }
  return error;
}

/** Returns what may be sent to the client. An internal error is logged, never shown. */
export function failureOf(error: unknown, { id, log }: FastifyRequest): Failure {
  const failure = toFailure(fromFastify(error), id);
  if (failure.unexpected) log.error({ err: describeFault(error) }, failure.advice ?? 'unexpected');
  return failure;
}

/**
 * Answers with the common error body, in the `form` of a protocol, and with the headers that belong to it.
 */
export function sendFailure(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  form: (body: ErrorBody) => object = (body) => body,
): FastifyReply {
  const failure = failureOf(error, request);
  if (failure.body.error === 'rate_limited') {
    const wait = String(failure.body.retry_after ?? 60);
    reply.headers({ 'retry-after': wait, 'ratelimit-remaining': '0', 'ratelimit-reset': wait });
    if (typeof failure.body.limit === 'number') reply.header('ratelimit-limit', String(failure.body.limit));
  }
  if (failure.retryAfter !== undefined) reply.header('retry-after', String(failure.retryAfter));
  if (failure.challenge !== undefined && !reply.hasHeader('www-authenticate')) {
    reply.header('www-authenticate', failure.challenge);
  }
  return reply.code(failure.status).header('cache-control', 'no-store').send(form(failure.body));
}

/**
 * Returns a handler for requests that are not valid HTTP, or have too large headers. It answers with the common error
 * body and `headers`; there is no request object then.
 */
export function createRefusal(headers: Readonly<Record<string, string>>) {
  return (error: Error & { code?: string }, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy();
      return;
    }
    const large = error.code === 'HPE_HEADER_OVERFLOW';
    const status = large ? 431 : error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : 400;
    const refused = large
      ? new DomainError('too_large', 'The address and headers are too large: together they may have 16 KB.')
      : new DomainError('malformed_request', 'The request is not well-formed HTTP, or arrived too slowly.');
    const body = JSON.stringify(toFailure(refused, '').body);
    const lines = Object.entries({
      'content-type': 'application/json; charset=utf-8',
      'content-length': String(Buffer.byteLength(body)),
      connection: 'close',
      ...headers,
    }).map(([name, value]) => `${name}: ${value}`);
    socket.end([`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', body].join('\r\n'));
  };
}
