import { table } from '../../../../../server/cli/text.ts';
/** One attack: what was tried, what the answer was, and the state afterwards. */
export interface Row {
  attack: string;
  /** How it was tried, without the count. */
  tried: string;
  /** How many variants were run. */
  variants: number;
  happened: string;
  /** The state of the check, the review and the workspace. */
  after: string;
}

export interface Table {
  add(row: Row): void;
  /** Returns the whole table as text, with the attacks in the order in which they ran. */
  render(): string;
}

export function newTable(): Table {
  const rows: Row[] = [];
  return {
    add: (row) => void rows.push(row),
    render() {
      const cells = [
        ['attack', 'how it was tried', 'what happened', 'state afterwards'],
        ...rows.map((row) => [row.attack, `${row.tried} (${row.variants})`, row.happened, row.after]),
      ];
      const variants = rows.reduce((sum, row) => sum + row.variants, 0);
      return `${table(cells)}\n${rows.length} attacks in ${variants} variants`;
    },
  };
}

/** Returns how often each answer came: `401 × 5, 422 × 3`. */
export function tally(answers: readonly (string | number)[]): string {
  const counts = new Map<string, number>();
  for (const answer of answers) counts.set(String(answer), (counts.get(String(answer)) ?? 0) + 1);
  return [...counts]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([answer, count]) => `${answer} × ${count}`)
    .join(', ');
}
