import type { FastifyReply } from 'fastify';

/** The defaults where a route sets nothing: the answer is not cached, loads nothing and cannot be framed. */
export const closed = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
} as const;

/** The headers of every answer, also of one that no route or hook has seen. */
export const protection = (version: string) => ({
  'x-service-version': version,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex, nofollow',
});

/** Adds the headers that all answers have. The policies and the caching that its route has chosen stay. */
export function protect(reply: FastifyReply, always: ReturnType<typeof protection>): FastifyReply {
  if (!reply.hasHeader('cache-control')) reply.header('cache-control', closed['cache-control']);
  if (!reply.hasHeader('content-security-policy')) {
    reply.header('content-security-policy', closed['content-security-policy']);
  }
  const { 'referrer-policy': referrer, ...fixed } = always;
  if (!reply.hasHeader('referrer-policy')) reply.header('referrer-policy', referrer);
  return reply.headers(fixed);
}
