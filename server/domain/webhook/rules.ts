import { createHmac, timingSafeEqual } from 'node:crypto';

export const RETRY_AFTER_SECONDS = [10, 60, 300] as const;
export const PAUSE_AFTER_FAILURES = 5;
export const EXCHANGE_TIMEOUT_MS = 15_000;
export const MAX_ANSWER_BYTES = 16_384;

/** `sha256=` and the lowercase hex HMAC of the raw body, keyed by the review's secret token (interface 6.3). */
export function sign(body: Buffer, secret: string | Buffer): string {
  return `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
}

/** Compares in constant time; anything but exactly one exact signature is false, a missing or repeated header too. */
export function verifySignature(body: Buffer, secret: string | Buffer, header: unknown): boolean {
  const expected = Buffer.from(sign(body, secret));
  const given = Buffer.from(typeof header === 'string' ? header : '');
  return given.length === expected.length && timingSafeEqual(given, expected);
}

export const isSuccess = (status: number): boolean => status >= 200 && status < 300;

/** Seconds until the next attempt after the `attempts`-th failed, or null when there is none. */
export const retryDelay = (attempts: number): number | null => RETRY_AFTER_SECONDS[attempts - 1] ?? null;
