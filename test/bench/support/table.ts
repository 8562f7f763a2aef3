import { cpus, totalmem } from 'node:os';
import type { Result, Target } from './measure.ts';

/** What one bench found, under its heading. */
export interface Section {
  name: string;
  title: string;
  results: readonly Result[];
}

const head = ['', 'ours', 'theirs', 'against', 'ratio', 'target', ''];

function withUnit(value: number, unit: string): string {
  const number = Math.abs(value) >= 100 || Number.isInteger(value) ? Math.round(value) : Number(value.toPrecision(3));
  return `${number.toLocaleString('en-US')} ${unit}`.trim();
}

const withSpread = (value: number, unit: string, spread: number | undefined): string =>
  spread === undefined ? withUnit(value, unit) : `${withUnit(value, unit)} ± ${Math.round(spread * 100)} %`;

const targetText = (target: Target): string =>
  'atLeast' in target ? `≥ ${target.atLeast}` : `≤ ${Number(target.atMost.toFixed(2))}`;

/** Whether the ratio keeps the promise; null where none was made or nothing could be measured. */
export function isMet({ ratio, target }: Result): boolean | null {
  if (target === null || ratio === null) return null;
  return 'atLeast' in target ? ratio >= target.atLeast : ratio <= target.atMost;
}

const verdicts = new Map([
  [true, 'met'],
  [false, 'missed'],
  [null, ''],
]);

function cells(result: Result): string[] {
  const { name, against, unit, ours, baseline, ratio, target, spread } = result;
  return [
    name,
    Number.isFinite(ours) ? withSpread(ours, unit, spread?.ours) : '–',
    baseline === null ? '–' : withSpread(baseline, unit, spread?.baseline),
    against,
    ratio === null ? '–' : ratio.toFixed(2),
    target === null ? '–' : targetText(target),
    verdicts.get(isMet(result)) ?? '',
  ];
}

/** Processor, cores, memory and Node: a ratio travels between machines, a figure does not. */
export function machine(): string {
  const [first] = cpus();
  const gigabytes = Math.round(totalmem() / 2 ** 30);
  return `${first?.model.trim() ?? process.arch}, ${cpus().length} cores, ${gigabytes} GB, Node ${process.version}`;
}

/** One table of all that was measured, and below it what is to be known of it. */
export function printResults(sections: readonly Section[]): void {
  const results = sections.flatMap((section) => section.results);
  const rows = results.map(cells);
  const widths = head.map((_, column) => Math.max(...[head, ...rows].map((row) => row[column]?.length ?? 0)));
  for (const row of [head, ...rows]) {
    const padded = row.map((cell, column) => cell.padEnd(widths[column] ?? 0));
    console.log(padded.join('  ').trimEnd());
  }
  for (const { name, note } of results) if (note !== undefined) console.log(`${name}: ${note}`);
  console.log(machine());
}

const line = (row: readonly string[]): string => `| ${row.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;

/** The rows of one bench as a Markdown table, and what is to be known of them as a list. */
export function toMarkdown({ title, results }: Section): string {
  const table = [
    line(['measured', ...head.slice(1, -1), 'kept']),
    line(head.map((_, at) => (at === 1 || at === 2 || at === 4 ? '--:' : '---'))),
    ...results.map((result) => line(cells(result))),
  ];
  const notes = results.flatMap(({ name, note }) => (note === undefined ? [] : [`- ${name}: ${note}`]));
  return [`## ${title}`, '', ...table, ...(notes.length === 0 ? [] : ['', ...notes])].join('\n');
}
