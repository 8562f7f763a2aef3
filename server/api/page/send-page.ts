import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

const hashes = (texts: readonly string[]): string =>
  texts.map((text) => ` 'sha256-${createHash('sha256').update(text).digest('base64')}'`).join('');

/**
 * Returns the policy of a built page: its own scripts, styles and images, those inside it by their hash, and requests to
 * this service; nothing else.
 */
export function policyOf(html: string): string {
  const inside = (pattern: RegExp) => [...html.matchAll(pattern)].map(([, text = '']) => text).filter(Boolean);
  return [
    "default-src 'none'",
    `script-src 'self'${hashes(inside(/<script[^>]*>([\s\S]*?)<\/script>/g))}`,
    `style-src 'self'${hashes(inside(/<style>([\s\S]*?)<\/style>/g))}`,
    "img-src 'self' data: blob:",
    "connect-src 'self'",
    // Printed pages, which alone allow it.
    "frame-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

const policy = policyOf('');

/** Allows a printed page its style and images; the review page may frame it, to print it. */
const printedPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'";

export function sendPrintedPage(reply: FastifyReply, html: string): FastifyReply {
  return reply
    .headers({ 'content-type': 'text/html; charset=utf-8', 'content-security-policy': printedPolicy })
    .send(html);
}

export function sendPage(
  reply: FastifyReply,
  html: Buffer | Readable,
  { status = 200, allows = policy } = {},
): FastifyReply {
  return reply
    .code(status)
    .headers({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': allows,
      'cache-control': 'no-store',
    })
    .send(html);
}
