import { availableParallelism } from 'node:os';
import type { Result } from './measure.ts';

const number = (value: number): string => (value >= 100 ? Math.round(value).toString() : value.toPrecision(3));

function verdict({ ratio, target }: Result): { target: string; met: string } {
  const met = 'atLeast' in target ? ratio >= target.atLeast : ratio <= target.atMost;
  const text = 'atLeast' in target ? `≥ ${target.atLeast}` : `≤ ${target.atMost}`;
  return { target: text, met: met ? 'met' : 'not met' };
}

/** One table of all that was measured. */
export function printResults(results: readonly Result[]): void {
  const head = ['', 'ours', 'baseline', 'ratio', 'target', ''];
  const rows = results.map((result) => {
    const { target, met } = verdict(result);
    const { name, unit, ours, baseline, ratio } = result;
    return [name, `${number(ours)} ${unit}`, `${number(baseline)} ${unit}`, ratio.toFixed(2), target, met];
  });
  const widths = head.map((_, column) => Math.max(...[head, ...rows].map((row) => row[column]?.length ?? 0)));
  for (const row of [head, ...rows]) {
    console.log(
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    );
  }
  for (const { name, note } of results) if (note !== undefined) console.log(`${name}: ${note}`);
  console.log(`Node ${process.version}, ${availableParallelism()} cores`);
}
