import { cpus, totalmem } from 'node:os';
import { table } from '../../../server/cli/text.ts';
import type { Result, Target } from './measure.ts';

/** The results of one bench, under its heading. */
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

/** Returns whether the ratio meets its target; null without a target or a measurement. */
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

/** Returns processor, cores, memory and Node. Ratios are comparable between machines, absolute figures are not. */
export function machine(): string {
  const [first] = cpus();
  const gigabytes = Math.round(totalmem() / 2 ** 30);
  return `${first?.model.trim() ?? process.arch}, ${cpus().length} cores, ${gigabytes} GB, Node ${process.version}`;
}

/** Prints one table of all results, followed by the notes. */
export function printResults(sections: readonly Section[]): void {
  const results = sections.flatMap((section) => section.results);
  console.log(table([head, ...results.map(cells)]));
  for (const { name, note } of results) if (note !== undefined) console.log(`${name}: ${note}`);
  console.log(machine());
}

const line = (row: readonly string[]): string => `| ${row.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;

/** Returns the results of one bench as a Markdown table, and the notes as a list. */
export function toMarkdown({ title, results }: Section): string {
  const lines = [
    line(['measured', ...head.slice(1, -1), 'kept']),
    line(head.map((_, at) => (at === 1 || at === 2 || at === 4 ? '--:' : '---'))),
    ...results.map((result) => line(cells(result))),
  ];
  const notes = results.flatMap(({ name, note }) => (note === undefined ? [] : [`- ${name}: ${note}`]));
  return [`## ${title}`, '', ...lines, ...(notes.length === 0 ? [] : ['', ...notes])].join('\n');
}
