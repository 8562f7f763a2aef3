import type { FastifyReply } from 'fastify';

/** For what a route leaves open: the answer is kept by nobody, loads nothing and is shown in nobody's frame. */
export const closed = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
} as const;

/** What every answer carries, also one that never saw a route or a hook. */
export const protection = (version: string) => ({
  'x-service-version': version,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex, nofollow',
});

/** Gives an answer the headers that all have; the policies and the caching that its route has chosen stay. */
export function protect(reply: FastifyReply, always: ReturnType<typeof protection>): FastifyReply {
  if (!reply.hasHeader('cache-control')) reply.header('cache-control', closed['cache-control']);
  if (!reply.hasHeader('content-security-policy')) {
    reply.header('content-security-policy', closed['content-security-policy']);
  }
  const { 'referrer-policy': referrer, ...fixed } = always;
  if (!reply.hasHeader('referrer-policy')) reply.header('referrer-policy', referrer);
  return reply.headers(fixed);
}
