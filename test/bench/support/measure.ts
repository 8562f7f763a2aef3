/** One row of the table. */
export interface Result {
  name: string;
  /** What `baseline` is. */
  against: string;
  unit: string;
  ours: number;
  /** null where there is nothing to compare with, or where it cannot run here; `note` then says why. */
  baseline: number | null;
  /** Ours over the baseline. */
  ratio: number | null;
  /** At least this, or at most; null for what is told without being promised. */
  target: Target | null;
  /** Half the distance between the quartiles, as a share of the median. */
  spread?: { ours: number; baseline: number };
  /** What else there is to know, such as where the time goes. */
  note?: string;
}

export type Target = { atLeast: number } | { atMost: number };

/** What two ways gave, round by round. */
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

/** Medians of both, and of the ratios round by round, so that what disturbed a round does not decide. */
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

/** A figure with nothing beside it. */
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

/** A figure that has a limit. */
export const limited = (name: string, unit: string, ours: number, most: number, note?: string): Result => ({
  ...told(name, unit, ours, note),
  against: 'the most it may be',
  baseline: most,
  ratio: ours / most,
  target: { atMost: 1 },
});

/** All in turn, `rounds` times after one to warm up, so that whatever disturbs the machine disturbs all of them. */
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

/** Ours and one other in turn. */
export const interleave = (
  rounds: number,
  ours: () => Promise<number>,
  baseline: () => Promise<number>,
): Promise<Both> => inTurn(rounds, { ours, baseline });

/** Milliseconds that `work` takes. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}
