import { createHmac } from 'node:crypto';

export const RETRY_AFTER_SECONDS = [10, 60, 300] as const;
export const PAUSE_AFTER_FAILURES = 5;
export const EXCHANGE_TIMEOUT_MS = 15_000;
export const MAX_ANSWER_BYTES = 16_384;

/** The lease of one attempt: the limit of the exchange, plus time to write its outcome. */
export const LEASE_SECONDS = EXCHANGE_TIMEOUT_MS / 1000 + 5;
/**
 * How many begun attempts may end without an outcome. Beyond that, the delivery is taken to crash the processes that
 * send it.
 */
export const MAX_BEGUN = 20;
/** Exchanges with one address under way at a time, in all processes. */
export const PER_ADDRESS = 2;

/**
 * How many exchanges a process may have under way. An exchange mostly waits: one that has lasted `slowMs` no longer
 * counts as quick, so others begin while it hangs, until `all` are under way. No address has more than `PER_ADDRESS`
 * exchanges, so hanging receivers delay the others by `slowMs` at most for every `quick` new ones, and (all - quick) /
 * 2 addresses may hang at once without delaying anybody. Once half of the slow places are taken, addresses whose last
 * attempt failed wait, and the other half stays free for addresses that never failed.
 */
export const PLACES = { quick: 64, all: 512, slowMs: 1_000, atOnce: 32 } as const;

export interface UnderWay {
  quick: number;
  slow: number;
}

/** Returns how many deliveries may be begun now, and whether only for addresses that did not fail. */
export function placesLeft({ quick, slow }: UnderWay): { most: number; onlySound: boolean } {
  const most = Math.min(PLACES.atOnce, PLACES.quick - quick, PLACES.all - quick - slow);
  return { most: Math.max(0, most), onlySound: slow >= (PLACES.all - PLACES.quick) / 2 };
}

/** `sha256=` and the lowercase hex HMAC of the raw body, keyed by the review's secret token. */
export function sign(body: Buffer, secret: string | Buffer): string {
  return `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
}

export const isSuccess = (status: number): boolean => status >= 200 && status < 300;

/** Seconds until the next attempt after the `attempts`-th failed, or null when there is none. */
export const retryDelay = (attempts: number): number | null => RETRY_AFTER_SECONDS[attempts - 1] ?? null;
