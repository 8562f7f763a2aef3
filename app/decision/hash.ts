import { createHash } from 'node:crypto';

/** Tells whether GitHub has been told this already. */
export function hashOf(content: unknown): string {
  return createHash('sha256').update(JSON.stringify(content)).digest('base64url');
}
