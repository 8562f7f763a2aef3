import { setTimeout as sleep } from 'node:timers/promises';
import { ServiceError } from '../contract/client.ts';

const attempts = 5;
/** Seconds. A longer wait is reported as an error instead. */
const longestWait = 90;

/** Returns whether it is unknown if the request was carried out. */
const isUnsure = ({ status }: ServiceError) => status === 0 || status === 502 || status === 504;
const isRefused = ({ status }: ServiceError) => status === 429 || status === 503;

/** Returns whether the same request may succeed a little later. */
export const isPassing = (error: unknown): error is ServiceError =>
  error instanceof ServiceError && (isUnsure(error) || isRefused(error));

export interface RetryOptions {
  note: (text: string) => void;
  /**
   * `refused`: retries only after an answer that proves that the request was not carried out, for requests that must
   * not run twice.
   */
  when?: 'passing' | 'refused';
}

/** Calls until it succeeds or fails permanently. `unsure` is true once an earlier call may have been carried out. */
export async function retry<T>(call: (unsure: boolean) => Promise<T>, options: RetryOptions): Promise<T> {
  const { note, when = 'passing' } = options;
  let unsure = false;
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await call(unsure);
    } catch (error) {
      if (!isPassing(error) || (when === 'refused' && !isRefused(error)) || attempt === attempts - 1) throw error;
      unsure ||= isUnsure(error);
      const seconds = error.body.retry_after ?? 0.5 * 2 ** attempt;
      if (seconds > longestWait) throw error;
      note(`${reason(error)} Trying again in ${Math.max(1, Math.round(seconds))} s.`);
      await sleep(seconds * 1000);
    }
  }
}

function reason({ status }: ServiceError): string {
  if (status === 0) return 'No answer.';
  return status === 429 ? 'Too many requests.' : `The service answered ${status}.`;
}
