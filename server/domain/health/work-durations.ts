import { Durations, type Sample } from './durations.ts';

export type Work = 'capture' | 'pdf' | 'delivery' | 'model';

/** The work of this process since it started, for all callers. */
const done = new Durations();

/** Counts one piece of work. `ok`: whether it succeeded. */
export function observeWork(work: Work, ok: boolean, durationMs: number): void {
  done.observe({ work, outcome: ok ? 'ok' : 'failed' }, durationMs / 1000);
}

/** Counts how long the work takes and whether it succeeds. Returns its result, or rethrows its error. */
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

/** Returns `{work="capture",outcome="ok"}` and so on, as a histogram. */
export const workSamples = (): Sample[] => done.samples();
