import { halves } from './second-opinion/list.ts';
import { type Outcome, openRunner } from './second-opinion/run-cases.ts';
import { printDetails, printScores, quantile, sum } from './second-opinion/tables.ts';
import type { Result } from './support/measure.ts';

/** Targets on the half that no rule was tuned on. */
const PRECISION = 0.9;
const RECALL = 0.7;

const share = (name: string, part: number, of: number, atLeast: number): Result => ({
  name,
  against: 'all of them',
  unit: '',
  ours: part,
  baseline: of,
  ratio: part / of,
  target: { atLeast },
});

function times(outcomes: readonly Outcome[]): string {
  const told = (values: readonly number[]): string =>
    `p50 ${Math.round(quantile(values, 0.5))} ms, p95 ${Math.round(quantile(values, 0.95))} ms`;
  const shots = outcomes.flatMap((outcome) => outcome.shots);
  const looked = told(shots.map(({ lookMs }) => lookMs));
  const read = told(shots.flatMap(({ readMs }) => (readMs === null ? [] : [readMs])));
  return `A shot is looked at in ${looked}; where it is an image only, its text is read in ${read} before.`;
}

/**
 * Measures how many planted defects the checklist finds, and how many of its findings are right, on screenshots of
 * pages, slides, emails and images. No rule was tuned on half of them. `--verbose` lists misses and false alarms.
 */
export async function benchSecondOpinion(verbose: boolean): Promise<Result[]> {
  const runner = await openRunner({ timed: true });
  const byHalf = new Map<string, Outcome[]>();
  try {
    for (const { name, cases } of halves) {
      const outcomes: Outcome[] = [];
      for (const each of cases) outcomes.push(await runner.run(each));
      byHalf.set(name, outcomes);
    }
  } finally {
    await runner.close();
  }
  if (verbose) printDetails(byHalf);
  printScores(byHalf);
  const { right, findings, found, defects } = sum(byHalf.get('held out') ?? []);
  return [
    share('second opinion, held out: right of all findings', right, findings, PRECISION),
    {
      ...share('second opinion, held out: found of all defects', found, defects, RECALL),
      note: times([...byHalf.values()].flat()),
    },
  ];
}
