import { Durations, type Sample } from './durations.ts';

export type Work = 'capture' | 'pdf' | 'delivery' | 'model';

/** What this process has done since it began, for any caller. */
const done = new Durations();

/** Counts one piece of work, `ok` unless it failed. */
export function observeWork(work: Work, ok: boolean, durationMs: number): void {
  done.observe({ work, outcome: ok ? 'ok' : 'failed' }, durationMs / 1000);
}

/** Counts how long `promise` takes and how it ends; hands it on as it is. */
export async function timed<Value>(work: Work, begin: () => Promise<Value>): Promise<Value> {
  const started = performance.now();
  try {
    const value = await begin();
    observeWork(work, true, performance.now() - started);
    return value;
  } catch (error) {
    observeWork(work, false, performance.now() - started);
    throw error;
  }
}

/** `{work="capture",outcome="ok"}` and so on, in the shape of a histogram. */
export const workSamples = (): Sample[] => done.samples();
