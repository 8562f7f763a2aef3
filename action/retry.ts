import { setTimeout as sleep } from 'node:timers/promises';

/** HTTP status of an error of either API client; 0 when there was no answer; undefined for anything else. */
export function statusOf(error: unknown): number | undefined {
  if (typeof error !== 'object' || error === null || !('status' in error)) return undefined;
  return typeof error.status === 'number' ? error.status : undefined;
}

/** Whether the same request may succeed a little later. */
export function isPassing(error: unknown): boolean {
  const status = statusOf(error);
  return status !== undefined && (status === 0 || status === 429 || status >= 500);
}

/** Seconds a refusal asks to wait, at most a minute and a bit. */
function secondsAsked(error: unknown): number | undefined {
  if (typeof error !== 'object' || error === null || !('body' in error)) return undefined;
  const { body } = error;
  if (typeof body !== 'object' || body === null || !('retry_after' in body)) return undefined;
  return typeof body.retry_after === 'number' ? Math.min(body.retry_after, 65) : undefined;
}

/**
 * Calls up to four times while the failure is one that passes.
 * Only for what may be sent twice, unless `again` narrows the failures.
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
 * Calls until `done` accepts the answer; waits longer the longer it takes (1 s to 10 s).
 * Gives the last answer when `milliseconds` are over.
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
