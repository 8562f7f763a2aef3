import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { drawChart } from './chart.ts';
import { isMet, machine, type Section, toMarkdown } from './table.ts';

const docs = join(import.meta.dirname, '../../../server/docs');

const introduction = `\`npm run bench\` measures the service, what it does by hand and what others on npm do, in turns of one run, and prints
one table. This page is its last whole run (\`npm run bench -- --write\`). Figures are medians, ± half the distance between
the quartiles; a ratio is ours over theirs, the median of the rounds. Ratios travel between machines, figures do not.`;

/** Writes the page and its chart. @returns the written files */
export async function writeReport(sections: readonly Section[], took: number): Promise<string[]> {
  const results = sections.flatMap((section) => section.results);
  const judged = results.map(isMet).filter((met) => met !== null);
  const kept = `${judged.filter(Boolean).length} of ${judged.length} targets were met`;
  const when = new Date().toISOString().slice(0, 10);
  const text = `# Benchmarks

${introduction}

${machine()}; ${when}; ${Math.round(took / 60)} minutes. ${kept}.

![How each ratio compares with its target](images/benchmarks.svg)

${sections.map(toMarkdown).join('\n\n')}
`;
  await mkdir(join(docs, 'images'), { recursive: true });
  const page = join(docs, 'benchmarks.md');
  const chart = join(docs, 'images/benchmarks.svg');
  await writeFile(page, text);
  await writeFile(chart, drawChart(results));
  return [page, chart];
}
