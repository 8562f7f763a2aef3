import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Returns the HTTP status of an error of either API client; 0 when there was no answer; undefined for anything else.
 */
export function statusOf(error: unknown): number | undefined {
  if (typeof error !== 'object' || error === null || !('status' in error)) return undefined;
  return typeof error.status === 'number' ? error.status : undefined;
}

const field = (value: unknown, ...path: string[]): unknown =>
  path.reduce((at: unknown, key) => (typeof at === 'object' && at !== null ? Reflect.get(at, key) : undefined), value);

/** Returns whether GitHub refuses because of too many requests; it answers 403 or 429. */
export function isLimited(error: unknown): boolean {
  const status = statusOf(error);
  if (status === 429) return true;
  const headers = (name: string) => field(error, 'response', 'headers', name);
  const isRateLimit = error instanceof Error && /rate limit/i.test(error.message);
  return (
    status === 403 && (isRateLimit || headers('retry-after') !== undefined || headers('x-ratelimit-remaining') === '0')
  );
}

/** Returns whether the same request may succeed a little later. */
export function isPassing(error: unknown): boolean {
  const status = statusOf(error);
  return status !== undefined && (status === 0 || status >= 500 || isLimited(error));
}

/**
 * Returns the seconds that a refusal asks to wait, at most a little over a minute: the service's from its body,
 * GitHub's from a header.
 */
export function secondsAsked(error: unknown): number | undefined {
  const asked = field(error, 'body', 'retry_after') ?? Number(field(error, 'response', 'headers', 'retry-after'));
  return typeof asked === 'number' && asked > 0 ? Math.min(asked, 65) : undefined;
}

/**
 * Calls up to four times while the failure may be temporary. Use it only for requests that may be sent twice, or narrow
 * the failures with `again`.
 */
export async function retry<T>(call: () => Promise<T>, again: (error: unknown) => boolean = isPassing): Promise<T> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await call();
    } catch (error) {
      if (attempt === 3 || !again(error)) throw error;
      await sleep((secondsAsked(error) ?? 0.5 * 2 ** attempt) * 1000);
    }
  }
}

/**
 * Calls until `done` accepts the answer, with growing pauses (1 s to 10 s). Returns the last answer after
 * `milliseconds`.
 */
export async function poll<T>(milliseconds: number, ask: () => Promise<T>, done: (answer: T) => boolean): Promise<T> {
  const end = performance.now() + milliseconds;
  for (let pause = 250; ; pause = Math.min(pause * 1.5, 10_000)) {
    const answer = await ask();
    const left = end - performance.now();
    if (done(answer) || left <= 0) return answer;
    await sleep(Math.min(pause, left));
  }
}
