import type { FastifyReply } from 'fastify';

/** Allows a page its own scripts, styles and images, and requests to this service; nothing else. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "connect-src 'self'",
  // Printed pages, which alone allow it.
  "frame-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Allows a printed page its style and images; the review page may frame it, to print it. */
const printedPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'";

export function sendPrintedPage(reply: FastifyReply, html: string): FastifyReply {
  return reply
    .headers({ 'content-type': 'text/html; charset=utf-8', 'content-security-policy': printedPolicy })
    .send(html);
}

export function sendPage(reply: FastifyReply, html: Buffer, status = 200): FastifyReply {
  return reply
    .code(status)
    .headers({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy,
      'cache-control': 'no-store',
    })
    .send(html);
}
