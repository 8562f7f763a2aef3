import { createHash } from 'node:crypto';

/** Returns a hash that shows whether GitHub already has this content. */
export function hashOf(content: unknown): string {
  return createHash('sha256').update(JSON.stringify(content)).digest('base64url');
}
