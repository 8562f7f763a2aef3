import { randomBytes } from 'node:crypto';
import { monotonicFactory } from 'ulid';

const next = monotonicFactory();

/** Returns a ULID. Ids of one process sort by the time they were made. */
export const newId = (now: Date): string => next(now.getTime());

export const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Returns `length` uniformly random characters of base62: 43 hold 256 bits, 27 hold 160. */
export function randomBase62(length: number): string {
  let text = '';
  while (text.length < length) {
    for (const byte of randomBytes(length)) {
      // 248 is the largest multiple of 62 in a byte; values above it would favour the first letters.
      if (byte < 248 && text.length < length) text += base62[byte % 62];
    }
  }
  return text;
}

/** Returns whether a row can have this number: PostgreSQL's integers are smaller than JavaScript's. */
export const canBeNumber = (number: number): boolean => number <= 2_147_483_647;

/** The workspace of all sample reviews. No token belongs to it. */
export const SAMPLE_WORKSPACE_ID = '0'.repeat(26);
