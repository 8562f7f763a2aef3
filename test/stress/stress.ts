/**
 * `npm run test:stress -- [--runs 20] [--busy 2] [--late 700] [files]`: repeats the tests of `npm test` while other work
 * keeps every core busy, and then prints a table of the tests that failed in some runs. `--busy 0` leaves the machine
 * idle. `--late` holds each answer to a write for so many ms.
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import { countFailures, failuresIn, median, type Run, type VitestReport } from './runs.ts';
import { cpuOfChildren, runVitest } from './vitest-process.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    runs: { type: 'string', default: '20' },
    busy: { type: 'string', default: String(availableParallelism()) },
    late: { type: 'string', default: '0' },
  },
});
const count = Number(values.runs);
const busy = Number(values.busy);
const lateMs = Number(values.late);
if (![count, busy, lateMs].every(Number.isInteger) || count < 1 || busy < 0 || lateMs < 0) {
  console.error(
    'Give --runs as 1 or more, --busy and --late as 0 or more: npm run test:stress -- --runs 20 --busy 2 --late 700',
  );
  process.exit(2);
}

const withLateAnswers = (ms: number): Record<string, string> => ({
  NODE_OPTIONS: `--import=${new URL('late-answers.mjs', import.meta.url)}`,
  LATE_ANSWERS_MS: String(ms),
});

const folder = await mkdtemp(join(tmpdir(), 'sightline-stress-'));
const workers = Array.from({ length: busy }, () => new Worker('for (;;);', { eval: true }));
const runs: Run[] = [];
try {
  for (let at = 1; at <= count; at += 1) {
    const file = join(folder, `${at}.json`);
    const started = Date.now();
    const cpuBefore = await cpuOfChildren();
    const reporters = ['--reporter=dot', '--reporter=json', `--outputFile.json=${file}`];
    const { printed, code } = await runVitest(
      [...reporters, ...positionals],
      lateMs > 0 ? withLateAnswers(lateMs) : {},
    );
    const report = await readFile(file, 'utf8').catch(() => null);
    if (report === null) throw new Error(`Run ${at} wrote no report. It printed:\n${printed.slice(-4000)}`);
    const run = {
      seconds: (Date.now() - started) / 1000,
      cpuSeconds: (await cpuOfChildren()) - cpuBefore,
      ...failuresIn(JSON.parse(report) as VitestReport),
    };
    if (code !== 0 && run.failures.length === 0) {
      const message = /Unhandled (?:Rejection|Exception)[^\n]*\n(.+)/.exec(printed)?.[1];
      run.failures.push({ test: 'outside of any test', message: message ?? printed.slice(-1000) });
    }
    runs.push(run);
    const words = `${run.passed} passed, ${run.failures.length} failed`;
    console.log(`run ${at} of ${count}: ${words}, ${run.seconds.toFixed(0)} s, ${run.cpuSeconds.toFixed(0)} s of CPU`);
    for (const { test, message } of run.failures) console.log(`  ${test}\n    ${message.split('\n')[0]}`);
  }
} finally {
  await Promise.all(workers.map((worker) => worker.terminate()));
  await rm(folder, { recursive: true, force: true });
}

const seconds = runs.map((run) => run.seconds);
const cpu = runs.map((run) => run.cpuSeconds);
console.log(
  `${count} runs, ${busy} busy threads beside them: ${median(seconds).toFixed(0)} s (at most ${Math.max(...seconds).toFixed(0)} s), ` +
    `${median(cpu).toFixed(0)} s of CPU (at most ${Math.max(...cpu).toFixed(0)} s)`,
);
const flaky = countFailures(runs);
if (flaky.length > 0) {
  console.table(flaky);
  process.exitCode = 1;
}
