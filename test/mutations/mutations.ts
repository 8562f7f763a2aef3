/**
 * `npm run test:mutations -- [--count 40] [--seed 1] [area…]`: changes one line of the product at a time (a check
 * dropped, a condition inverted, two arguments or fields swapped), at random but reproducibly by seed, and prints which
 * changes `npm test` notices. It needs a clean tree, and leaves one; after an interruption `git checkout .` restores it.
 *
 * All changes are written at once, each behind a switch. One whole run records which test files reach which change; a
 * change then takes only the files that reach it, because no other can notice it.
 */
import { spawnSync } from 'node:child_process';
import { globSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { parseArgs, stripVTControlCharacters } from 'node:util';
import { createRandom } from '../support/random.ts';
import { type Mutation, switchAll } from './mutate.ts';

const root = join(import.meta.dirname, '../..');
const areas: Record<string, string> = {
  domain: 'server/domain/**/*.ts',
  api: 'server/api/**/*.ts',
  web: 'server/web/{compare,decide,guest,help,home,marking,review,screenshots,shared,suggestions,sync,verify,workspace}/**/*.{ts,tsx}',
  app: 'app/**/*.ts',
  action: 'action/**/*.ts',
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { count: { type: 'string', default: '40' }, seed: { type: 'string', default: '1' } },
});
const names = positionals.length > 0 ? positionals : Object.keys(areas);
const unknown = names.filter((name) => !(name in areas));
if (unknown.length > 0) {
  console.error(`There is no area ${unknown.join(', ')}. The areas are ${Object.keys(areas).join(', ')}.`);
  process.exit(2);
}

function run(command: string, args: string[], more: Record<string, string> = {}) {
  const settings = { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 28 } as const;
  const { status, stdout, stderr } = spawnSync(command, args, { ...settings, env: { ...process.env, ...more } });
  return { status, text: stripVTControlCharacters(stdout + stderr), stdout };
}
const git = (...args: string[]): string => run('git', args).stdout;
const switches = { NODE_OPTIONS: `--import=${join(import.meta.dirname, 'switch.mjs')}` };
const projects = ['--project', 'unit', '--project', 'integration'];
/** Runs tests for at most so many seconds. A change may loop forever; `timeout` also ends the workers that do. */
const vitest = (seconds: number, args: string[], more: Record<string, string>) =>
  run(
    'timeout',
    ['-s', 'KILL', `${seconds}`, process.execPath, 'node_modules/vitest/vitest.mjs', 'run', ...projects, ...args],
    { ...switches, ...more },
  );
if (git('status', '--porcelain') !== '') {
  console.error('Commit or stash your changes first: files are changed and put back.');
  process.exit(2);
}

/** Builds what is made of the sources that were changed. */
function build(): void {
  for (const args of [['server/scripts/prepare.mjs', 'pages', 'browser'], ['server/scripts/build-action.ts']]) {
    const { status, text } = run(process.execPath, args);
    if (status !== 0) throw new Error(text);
  }
}

function writeSwitches(): Mutation[] {
  const mutations: Mutation[] = [];
  for (const name of names) {
    const files = globSync(areas[name] ?? '', { cwd: root })
      .filter((file) => !/\/(dist|generated|examples)\/|\.d\.ts$/.test(file))
      .toSorted();
    for (const file of files) {
      const isOn = (number: number) => `globalThis.isMutated?.(${number})`;
      const made = switchAll(file, readFileSync(join(root, file), 'utf8'), isOn, mutations.length);
      mutations.push(...made.mutations);
      writeFileSync(join(root, file), made.text);
    }
  }
  return mutations;
}

/**
 * Runs all tests. Returns which of the files that pass reach each mutation: each runs alone, as files that share a
 * process evaluate a module once.
 */
function recordReach(): Map<number, string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'mutations-'));
  const report = join(folder, 'report.json');
  vitest(9000, ['--isolate', '--reporter=json', `--outputFile.json=${report}`], { MUTATIONS_REACHED: folder });
  const { testResults }: { testResults: { name: string; status: string }[] } = JSON.parse(readFileSync(report, 'utf8'));
  const passed = new Set(testResults.filter(({ status }) => status === 'passed').map(({ name }) => name));
  const left = testResults.filter(({ name }) => !passed.has(name)).map(({ name }) => relative(root, name));
  // The size limits of what is built; more than that means that the switches themselves break something.
  if (left.length > 10) throw new Error(`With all switches off, ${left.length} test files fail: ${left.join(', ')}`);
  if (left.length > 0) console.log(`Left out, as they fail with the switches: ${left.join(', ')}`);
  const reach = new Map<number, string[]>();
  for (const name of readdirSync(folder).filter((each) => /^\d+$/.test(each))) {
    for (const line of readFileSync(join(folder, name), 'utf8').trim().split('\n')) {
      const [file = '', number] = line.split('\t');
      const known = reach.get(Number(number)) ?? [];
      if (passed.has(file) && !known.includes(file)) reach.set(Number(number), [...known, file]);
    }
  }
  rmSync(folder, { recursive: true });
  return reach;
}

/** Returns whether the file compiles with only this change. */
function compiles({ file, line, after }: Mutation): boolean {
  const path = join(root, file);
  const switched = readFileSync(path, 'utf8');
  const project = file.startsWith('server/web/') ? 'server/web' : '.';
  writeFileSync(path, git('show', `HEAD:${file}`).split('\n').with(line, after).join('\n'));
  const memory = join(root, 'node_modules/.cache', `mutations-${project === '.' ? 'node' : 'web'}.tsbuildinfo`);
  const args = ['--noEmit', '--incremental', '--tsBuildInfoFile', memory, '-p', project];
  const { text } = run(join(root, 'node_modules/.bin/tsc'), args);
  writeFileSync(path, switched);
  return !text.includes(`${file}(`);
}

/** Returns the first test that fails, or null. */
function noticedBy(number: number, ordered: readonly string[]): string | null {
  const [first, second, third] = [4, 12, 40];
  for (const [from, to] of [
    [0, first],
    [first, second],
    [second, third],
    [third, ordered.length],
  ] as const) {
    if (from >= ordered.length) break;
    const { status, text } = vitest(900, ['--bail=1', '--silent=true', ...ordered.slice(from, to)], {
      MUTATION: `${number}`,
    });
    if (status === 0) continue;
    return /FAIL\s+(.+)/.exec(text)?.[1] ?? text.slice(-300);
  }
  return null;
}

const random = createRandom(Number(values.seed));
const pick = <Item>(items: readonly Item[]): Item | undefined => items[Math.floor(random() * items.length)];
try {
  const mutations = writeSwitches();
  build();
  console.log(`${mutations.length} changes are possible. All tests run once, to record which of them reach which…`);
  const reach = recordReach();
  const counts = new Map<string, number>();
  for (const files of reach.values()) for (const file of files) counts.set(file, (counts.get(file) ?? 0) + 1);
  const testsOf = (number: number): string[] =>
    (reach.get(number) ?? []).toSorted((a, b) => (counts.get(a) ?? 0) - (counts.get(b) ?? 0));
  const numbersIn = (name: string): number[] => {
    const files = new Set(globSync(areas[name] ?? '', { cwd: root }));
    const file = pick([...new Set(mutations.map((each) => each.file))].filter((each) => files.has(each)));
    return [...mutations.keys()].filter((number) => mutations[number]?.file === file);
  };
  let noticed = 0;
  const done = new Set<number>();
  const count = Number(values.count);
  for (let at = 0; at < count; ) {
    const number = pick(numbersIn(names[at % names.length] ?? '')) ?? -1;
    const mutation = mutations[number];
    if (mutation === undefined || done.has(number) || !compiles(mutation)) continue;
    done.add(number);
    at += 1;
    const tests = testsOf(number);
    const by = noticedBy(number, tests);
    if (by !== null) noticed += 1;
    const place = `${mutation.file}:${mutation.line + 1}`;
    console.log(`${by === null ? 'survived' : 'noticed '} ${place} ${mutation.kind}: ${mutation.before.trim()}`);
    console.log(`         by ${by ?? `none of the ${tests.length} test files that reach it`}`);
  }
  console.log(`\n${noticed} of ${count} noticed`);
} finally {
  git('checkout', '.');
  build();
}
