/** One row of the table. */
export interface Result {
  name: string;
  /** What the baseline is. */
  against: string;
  unit: string;
  ours: number;
  /** null where there is no comparison, or where it cannot run here; `note` then gives the reason. */
  baseline: number | null;
  /** Ours over the baseline. */
  ratio: number | null;
  /** The lower or upper limit; null for a figure without a promise. */
  target: Target | null;
  /** Half the distance between the quartiles, as a share of the median. */
  spread?: { ours: number; baseline: number };
  /** Further information, such as where the time goes. */
  note?: string;
}

export type Target = { atLeast: number } | { atMost: number };

/** The results of two ways, by round. */
export interface Both {
  ours: number[];
  baseline: number[];
}

export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export const median = (values: readonly number[]): number => quantile(values, 0.5);

const spreadOf = (values: readonly number[]): number =>
  (quantile(values, 0.75) - quantile(values, 0.25)) / 2 / median(values);

/** Returns the medians of both, and of the ratios by round, so that one disturbed round does not decide. */
export function compared(
  row: Pick<Result, 'name' | 'against' | 'unit' | 'target'> & { note?: string },
  both: Both,
): Result {
  return {
    ...row,
    ours: median(both.ours),
    baseline: median(both.baseline),
    ratio: median(both.ours.map((mine, at) => mine / (both.baseline[at] ?? Number.NaN))),
    spread: { ours: spreadOf(both.ours), baseline: spreadOf(both.baseline) },
  };
}

/** Returns a figure without a comparison. */
export const told = (name: string, unit: string, ours: number, note?: string): Result => ({
  name,
  against: '',
  unit,
  ours,
  baseline: null,
  ratio: null,
  target: null,
  ...(note === undefined ? {} : { note }),
});

/** Returns a figure with an upper limit. */
export const limited = (name: string, unit: string, ours: number, most: number, note?: string): Result => ({
  ...told(name, unit, ours, note),
  against: 'the most it may be',
  baseline: most,
  ratio: ours / most,
  target: { atMost: 1 },
});

/** Runs all ways in turn, `rounds` times after a warm-up, so that a disturbance of the machine affects all of them. */
export async function inTurn<Way extends string>(
  rounds: number,
  ways: Readonly<Record<Way, () => Promise<number>>>,
): Promise<Record<Way, number[]>> {
  const names = Object.keys(ways) as Way[];
  const values = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<Way, number[]>;
  for (let round = 0; round <= rounds; round += 1) {
    for (const name of names) {
      const value = await ways[name]();
      if (round > 0) values[name].push(value);
    }
  }
  return values;
}

/** Runs ours and one other in turn. */
export const interleave = (
  rounds: number,
  ours: () => Promise<number>,
  baseline: () => Promise<number>,
): Promise<Both> => inTurn(rounds, { ours, baseline });

/** Returns the milliseconds that `work` takes. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}
