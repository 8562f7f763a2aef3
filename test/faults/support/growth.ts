/** What one process held at one moment. Sizes are in MB. */
export interface Sample {
  heap: number;
  outside: number;
  rss: number;
  files: number;
  /** Seconds of processor time since its start. */
  cpu: number;
  below: number;
  rssBelow: number;
}

/** The apparent growth of a steady process per minute, as a share of its memory. */
const MAX_SLOPE = 0.01;
/** The ratio of the memory at the end to the memory halfway. */
const MAX_RSS = 1.25;
/** The number of open files varies by a few. */
const FILES_SLACK = 20;
/** The processes of one or two browsers in use. */
const BELOW_SLACK = 12;

/** Returns the slope of the line through these values per step, as a share of their mean. */
export function slopeOf(values: readonly number[]): number {
  const n = values.length;
  const mean = values.reduce((sum, each) => sum + each, 0) / n;
  const middle = (n - 1) / 2;
  const above = values.reduce((sum, each, at) => sum + (at - middle) * (each - mean), 0);
  const below = values.reduce((sum, _, at) => sum + (at - middle) ** 2, 0);
  return below === 0 || mean === 0 ? 0 : above / below / mean;
}

export const secondHalf = <Value>(values: readonly Value[]): Value[] => values.slice(Math.floor(values.length / 2));
export const firstHalf = <Value>(values: readonly Value[]): Value[] => values.slice(0, Math.floor(values.length / 2));

/** Returns which of these samples, one a minute, grow. */
export function growthIn(name: string, samples: readonly Sample[]): string[] {
  const [early, late] = [firstHalf(samples), secondHalf(samples)];
  const found: string[] = [];
  const slope = slopeOf(late.map(({ heap, outside }) => heap + outside));
  if (slope > MAX_SLOPE) found.push(`${name}: memory grows by ${(slope * 100).toFixed(2)} % a minute`);
  const most = (of: readonly Sample[], what: keyof Sample) => Math.max(...of.map((each) => each[what]));
  const [first] = late;
  const last = late.at(-1);
  if (first !== undefined && last !== undefined && last.rss > first.rss * MAX_RSS) {
    found.push(`${name}: ${first.rss} MB in memory became ${last.rss}`);
  }
  for (const [what, slack] of [
    ['files', FILES_SLACK],
    ['below', BELOW_SLACK],
  ] as const) {
    if (most(late, what) > most(early, what) + slack)
      found.push(`${name}: ${what} ${most(early, what)} became ${most(late, what)}`);
  }
  return found;
}
