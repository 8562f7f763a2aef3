/**
 * `npm run bench -- [name…] [--verbose]`: how the service compares with doing the same by hand, as ratios of one run
 * (design 7), and how right its second opinion is. Prints a table; whatever it says, the exit code is 0 unless a bench
 * could not run.
 */
import { benchAction } from './action.ts';
import { benchCapture } from './capture.ts';
import { benchCreate } from './create.ts';
import { benchDeliver } from './deliver.ts';
import { benchDiff } from './diff.ts';
import { benchList } from './list.ts';
import { benchPage } from './page.ts';
import { benchPdf } from './pdf.ts';
import { benchRead } from './read.ts';
import { benchSecondOpinion } from './second-opinion.ts';
import { printResults } from './support/print-results.ts';
import { createWorld } from './support/world.ts';

const verbose = process.argv.includes('--verbose');

const benches = {
  read: { role: 'web', run: benchRead },
  list: { role: 'web', run: benchList },
  create: { role: 'web', run: benchCreate },
  deliver: { role: 'all', run: benchDeliver },
  capture: { role: 'web', run: benchCapture },
  diff: { role: 'web', run: benchDiff },
  pdf: { role: 'web', run: benchPdf },
  page: { role: 'web', run: benchPage },
  action: { role: 'web', run: benchAction },
} as const;

/** Without a service of its own. */
const alone = { 'second-opinion': () => benchSecondOpinion(verbose) } as const;

const names = [...Object.keys(benches), ...Object.keys(alone)];
const wanted = process.argv.slice(2).filter((name) => name !== '--verbose');
const unknown = wanted.filter((name) => !names.includes(name));
if (unknown.length > 0) {
  console.error(`There is no bench ${unknown.join(', ')}. There are: ${names.join(', ')}`);
  process.exit(1);
}
const isWanted = (name: string): boolean => wanted.length === 0 || wanted.includes(name);
const results = [];
for (const [name, { role, run }] of Object.entries(benches)) {
  if (!isWanted(name)) continue;
  console.error(`bench: ${name}`);
  const world = await createWorld(role);
  try {
    results.push(...(await run(world)));
  } finally {
    await world.close();
  }
}
for (const [name, run] of Object.entries(alone)) {
  if (!isWanted(name)) continue;
  console.error(`bench: ${name}`);
  results.push(...(await run()));
}
printResults(results);
