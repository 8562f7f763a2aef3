import type { Finding } from '../../../server/checklist/run-rules.ts';
import type { Outcome } from './run-cases.ts';

interface Sum {
  shots: number;
  defects: number;
  found: number;
  findings: number;
  right: number;
}

export function sum(outcomes: readonly Outcome[]): Sum {
  const all = { shots: 0, defects: 0, found: 0, findings: 0, right: 0 };
  for (const { shots, score } of outcomes) {
    all.shots += shots.length;
    all.defects += score.defects;
    all.found += score.found;
    all.findings += score.findings;
    all.right += score.right;
  }
  return all;
}

const kindOf = ({ case: { as } }: Outcome): string => (as === 'desktop' || as === 'mobile' ? 'page' : as);

const share = (part: number, of: number): string => (of === 0 ? '–' : (part / of).toFixed(2));

function row(name: string, outcomes: readonly Outcome[]): string[] {
  const { shots, defects, found, findings, right } = sum(outcomes);
  const counts = [shots, defects, found, defects - found, findings, findings - right].map(String);
  return [name, ...counts, share(right, findings), share(found, defects)];
}

/** Prints the found and missed defects per half and kind of screenshot. */
export function printScores(byHalf: ReadonlyMap<string, readonly Outcome[]>): void {
  const head = ['', 'shots', 'defects', 'found', 'missed', 'findings', 'false alarms', 'precision', 'recall'];
  const rows = [head];
  for (const [half, outcomes] of byHalf) {
    for (const [kind, own] of Map.groupBy(outcomes, kindOf)) rows.push(row(`${half}: ${kind}`, own));
    rows.push(row(`${half}: all`, outcomes));
  }
  const widths = head.map((_, column) => Math.max(...rows.map((cells) => cells[column]?.length ?? 0)));
  for (const cells of rows) {
    const [name = '', ...numbers] = cells;
    console.log(
      [name.padEnd(widths[0] ?? 0), ...numbers.map((cell, at) => cell.padStart(widths[at + 1] ?? 0))].join('  '),
    );
  }
}

const placeOf = ({ area }: Finding): string =>
  area === null ? 'the whole shot' : [area.x, area.y, area.width, area.height].map((each) => each.toFixed(3)).join(' ');

/** Prints every miss and every false alarm by name. */
export function printDetails(byHalf: ReadonlyMap<string, readonly Outcome[]>): void {
  for (const [half, outcomes] of byHalf) {
    for (const { case: each, shots, score } of outcomes) {
      for (const { name, rules } of score.missed)
        console.log(`missed  ${half} · ${each.name}: ${name} (${rules.join(', ')})`);
      for (const { scene, findings } of shots) {
        for (const alarm of findings.filter((finding) => score.alarms.includes(finding))) {
          const shot = scene.shot.viewport?.name ?? scene.shot.label;
          console.log(
            `alarm   ${half} · ${each.name} · ${shot}: ${alarm.rule} ${alarm.weight.toFixed(2)} at ${placeOf(alarm)}: ${alarm.body.slice(0, 160)}`,
          );
        }
      }
    }
  }
}

/** Returns the value below which this share of all values lies. */
export function quantile(values: readonly number[], at: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * at))] ?? Number.NaN;
}
