/**
 * `npm run bench -- [name…] [--verbose] [--write]`: how the service compares with doing the same by hand and with what
 * others published, as ratios of one run; what a review costs; how right its second opinion is. Prints one
 * table; `--write` makes `server/docs/benchmarks.md` of a whole run as well. Whatever it says, the exit code is 0 unless a
 * bench could not run.
 */
import { benchAction } from './action.ts';
import { benchCapture } from './capture.ts';
import { benchCost } from './cost.ts';
import { benchCreate } from './create.ts';
import { benchDeliver } from './deliver.ts';
import { benchDiff } from './diff.ts';
import { benchList } from './list.ts';
import { benchPage } from './page.ts';
import { benchPdf } from './pdf.ts';
import { benchRead } from './read.ts';
import { benchScale } from './scale.ts';
import { benchSecondOpinion } from './second-opinion.ts';
import { benchStart } from './start.ts';
import type { Result } from './support/measure.ts';
import { printResults, type Section } from './support/table.ts';
import { createWorld, type World } from './support/world.ts';
import { writeReport } from './support/write-report.ts';

const flags = ['--verbose', '--write'];
const verbose = process.argv.includes('--verbose');

const inWorld = (role: 'web' | 'all', run: (world: World) => Promise<Result[]>) => async (): Promise<Result[]> => {
  const world = await createWorld(role);
  try {
    return await run(world);
  } finally {
    await world.close();
  }
};

const benches: Record<string, { title: string; run(): Promise<Result[]> }> = {
  read: { title: 'Reading a review', run: inWorld('web', benchRead) },
  list: { title: 'Listing reviews', run: inWorld('web', benchList) },
  create: { title: 'Creating a review', run: inWorld('web', benchCreate) },
  deliver: { title: 'From a decision to its webhook', run: inWorld('all', benchDeliver) },
  scale: { title: 'With 1,000,000 reviews stored', run: benchScale },
  capture: { title: 'Captures', run: benchCapture },
  diff: { title: 'Differences between pictures', run: benchDiff },
  pdf: { title: 'PDFs', run: benchPdf },
  page: { title: 'The reviewer’s page', run: inWorld('web', benchPage) },
  action: { title: 'The Action', run: inWorld('web', benchAction) },
  start: { title: 'Start and memory', run: benchStart },
  cost: { title: 'What it costs', run: benchCost },
  'second-opinion': { title: 'The second opinion', run: () => benchSecondOpinion(verbose) },
};

const wanted = process.argv.slice(2).filter((name) => !flags.includes(name));
const unknown = wanted.filter((name) => benches[name] === undefined);
if (unknown.length > 0) {
  console.error(`There is no bench ${unknown.join(', ')}. There are: ${Object.keys(benches).join(', ')}`);
  process.exit(1);
}
const write = process.argv.includes('--write');
if (write && wanted.length > 0) {
  console.error('Only a whole run is written: leave the names out.');
  process.exit(1);
}
const began = performance.now();
const seconds = (): number => Math.round((performance.now() - began) / 1000);
const sections: Section[] = [];
for (const [name, { title, run }] of Object.entries(benches)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  console.error(`bench: ${name} (after ${seconds()} s)`);
  try {
    sections.push({ name, title, results: await run() });
  } catch (error) {
    // What the others found is not lost for it.
    console.error(`bench: ${name} could not run:`, error);
    process.exitCode = 1;
  }
}
printResults(sections);
console.log(`${seconds()} s`);
if (write && process.exitCode !== 1) {
  for (const path of await writeReport(sections, seconds())) console.log(`written: ${path}`);
}
