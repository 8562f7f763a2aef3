/**
 * `npm run bench -- [name…] [--verbose] [--write]`: compares the service with hand-written code and published tools,
 * as ratios within one run, and measures what a review costs and how accurate its second opinion is. Prints one table.
 * `--write` also writes `server/docs/benchmarks.md` after a whole run. The exit code is 0 for any result, unless a
 * bench could not run.
 */
import { execFile, fork } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { parts } from './parts.ts';
import type { Result } from './support/measure.ts';
import { printResults, type Section } from './support/table.ts';
import { writeReport } from './support/write-report.ts';

const flags = ['--verbose', '--write'];
const given = process.argv.slice(2).filter((name) => flags.includes(name));

/** Runs each part in its own process, so that the heap and the pending writes of one do not slow down another. */
async function run(name: string): Promise<Result[]> {
  await promisify(execFile)('sync').catch(() => {});
  return new Promise((resolve, reject) => {
    const child = fork(join(import.meta.dirname, 'part.ts'), [name, ...given], { serialization: 'advanced' });
    let results: Result[] | null = null;
    child.once('message', (sent) => {
      results = sent as Result[];
    });
    child.once('error', reject);
    child.once('exit', (code) => {
      if (results === null) reject(new Error(`It ended with ${code}.`));
      else resolve(results);
    });
  });
}

const wanted = process.argv.slice(2).filter((name) => !flags.includes(name));
const unknown = wanted.filter((name) => parts[name] === undefined);
if (unknown.length > 0) {
  console.error(`There is no bench ${unknown.join(', ')}. There are: ${Object.keys(parts).join(', ')}`);
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
for (const [name, { title }] of Object.entries(parts)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  console.error(`bench: ${name} (after ${seconds()} s)`);
  try {
    sections.push({ name, title, results: await run(name) });
  } catch (error) {
    // The results of the other parts are kept.
    console.error(`bench: ${name} could not run:`, error);
    process.exitCode = 1;
  }
}
printResults(sections);
console.log(`${seconds()} s`);
if (write && process.exitCode !== 1) {
  for (const path of await writeReport(sections, seconds())) console.log(`written: ${path}`);
}
