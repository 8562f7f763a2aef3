import { createHash } from 'node:crypto';
import { base62, randomBase62 } from '../ids.ts';

export const TRY_TOKEN_DAYS = 90;

/** How long a replaced try token keeps working, because a lost answer must lock nobody out. */
export const GRACE_MS = 10 * 60_000;

const SECRET_LENGTH = 43;
const CHECK_LENGTH = 6;

/**
 * Returns six characters computed from the rest of a token, so that scanners and typos are detected without a look-up.
 */
function checksum(text: string): string {
  let value = createHash('sha256').update(text).digest().readUIntBE(0, 6);
  let check = '';
  for (let i = 0; i < CHECK_LENGTH; i += 1) {
    check += base62[value % 62];
    value = Math.floor(value / 62);
  }
  return check;
}

export function newBearer(prefix: 'slt_' | 'sla_' | 'slr_'): string {
  const body = prefix + randomBase62(SECRET_LENGTH);
  return body + checksum(body);
}

/** Returns whether `text` has the form of one of our bearer tokens, whether it exists or not. */
export function isBearerForm(text: string): boolean {
  if (!/^sl[tar]_[0-9A-Za-z]{49}$/.test(text)) return false;
  return text.slice(-CHECK_LENGTH) === checksum(text.slice(0, -CHECK_LENGTH));
}
