/** Upper bounds in seconds. */
const BOUNDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15, 60];

export type Labels = Record<string, string>;

/** One value of a metric. */
export interface Sample {
  value: number;
  labels?: Labels;
  /** The part after the metric's name, such as `_bucket`. */
  suffix?: string;
}

interface Series {
  labels: Labels;
  /** The count of each bucket alone, not yet cumulative. */
  counts: number[];
  sum: number;
  count: number;
}

/** Measures how long things take, by labels. Use only labels with few values: every combination is kept in memory. */
export class Durations {
  readonly #series = new Map<string, Series>();

  observe(labels: Labels, seconds: number): void {
    const key = JSON.stringify(labels);
    let series = this.#series.get(key);
    if (series === undefined) {
      series = { labels, counts: BOUNDS.map(() => 0), sum: 0, count: 0 };
      this.#series.set(key, series);
    }
    const at = BOUNDS.findIndex((bound) => seconds <= bound);
    if (at >= 0) series.counts[at] = (series.counts[at] ?? 0) + 1;
    series.sum += seconds;
    series.count += 1;
  }

  samples(): Sample[] {
    return [...this.#series.values()].flatMap(({ labels, counts, sum, count }) => {
      let below = 0;
      const buckets = BOUNDS.map((bound, at) => {
        below += counts[at] ?? 0;
        return { suffix: '_bucket', labels: { ...labels, le: String(bound) }, value: below };
      });
      return [
        ...buckets,
        { suffix: '_bucket', labels: { ...labels, le: '+Inf' }, value: count },
        { suffix: '_sum', labels, value: sum },
        { suffix: '_count', labels, value: count },
      ];
    });
  }
}

type Work = 'capture' | 'pdf' | 'delivery' | 'model';

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

/** The tokens that were sent to models and received from them since this process started. */
const counted = { input: 0, output: 0 };

export function countTokens({ input, output }: { input: number; output: number }): void {
  counted.input += input;
  counted.output += output;
}

/** Returns `{kind="input"}` and `{kind="output"}`; nothing before the first answer. */
export const tokenSamples = (): Sample[] =>
  counted.input + counted.output === 0
    ? []
    : Object.entries(counted).map(([kind, value]) => ({ labels: { kind }, value }));
