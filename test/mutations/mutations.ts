/**
 * `npm run test:mutations -- [--count 40] [--seed 1] [area…]`: changes one line of the product at a time (a check
 * dropped, a condition inverted, two arguments or fields swapped), at random but reproducibly by seed, and prints which
 * changes `npm test` notices. A change that does not compile is skipped. It needs a clean tree, and leaves one; if it
 * is interrupted, `git checkout .` restores the last line.
 */
import { spawnSync } from 'node:child_process';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parseArgs, stripVTControlCharacters } from 'node:util';
import { type Mutation, mutationsOf, randomFrom } from './mutate.ts';

const root = join(import.meta.dirname, '../..');

/** The files that are changed, their build, and the tests that should notice first. All others follow. */
const areas: Record<string, { files: string; build: string[][]; first: string[] }> = {
  domain: { files: 'server/domain/**/*.ts', build: [], first: ['test/unit', 'test/api'] },
  api: { files: 'server/api/**/*.ts', build: [], first: ['test/unit', 'test/api', 'test/security'] },
  web: {
    files:
      'server/web/{compare,decide,guest,help,home,marking,review,screenshots,shared,suggestions,sync,verify,workspace}/**/*.{ts,tsx}',
    build: [['server/scripts/prepare.mjs', 'pages']],
    first: ['test/unit', 'test/web'],
  },
  app: { files: 'app/**/*.ts', build: [], first: ['test/unit', 'test/github'] },
  action: { files: 'action/**/*.ts', build: [['server/scripts/build-action.ts']], first: ['test/unit', 'test/github'] },
};
const all = [
  'test/api',
  'test/web',
  'test/github',
  'test/security',
  'test/capture',
  'test/repository',
  'test/demo',
  'test/faults',
];

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
const run = (command: string, args: string[]) =>
  spawnSync(command, args, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 28 });
const node = (args: string[]) => run(process.execPath, args);
if (run('git', ['status', '--porcelain']).stdout !== '') {
  console.error('Commit or stash your changes first: files are changed and put back.');
  process.exit(2);
}

const random = randomFrom(Number(values.seed));
const pick = <Item>(items: Item[]): Item | undefined => items[Math.floor(random() * items.length)];

function nextMutation(area: string): Mutation {
  const files = globSync(areas[area]?.files ?? '', { cwd: root })
    .filter((file) => !/\/(dist|generated|examples)\/|\.d\.ts$/.test(file))
    .toSorted();
  for (;;) {
    const file = pick(files) ?? '';
    const lines = readFileSync(join(root, file), 'utf8').split('\n');
    const found = lines.flatMap((before, line) => mutationsOf(before).map((each) => ({ file, line, before, ...each })));
    const mutation = pick(found);
    if (mutation !== undefined) return mutation;
  }
}

/** Checks the types. What it checked is kept, so that the next run checks only what depends on the changed line. */
function compiles(area: string): boolean {
  const project = area === 'web' ? 'server/web' : '.';
  const memory = join(root, 'node_modules/.cache', `mutations-${basename(project)}.tsbuildinfo`);
  const args = ['--noEmit', '--incremental', '--tsBuildInfoFile', memory, '-p', project];
  return run(join(root, 'node_modules/.bin/tsc'), args).status === 0;
}

/** How many test files run before the whole area. */
const CLOSEST = 10;
const tests = globSync('test/**/*.test.ts', { cwd: root, exclude: ['test/wide/**', 'test/unit/**'] }).map((file) => ({
  file,
  words: wordsOf(file + readFileSync(join(root, file), 'utf8')),
}));

/** Returns the words of a text in lower case. A name in camel case also gives the name of its operation: `resolve_marks`. */
function wordsOf(text: string): Set<string> {
  const names = (text.match(/\w{4,}/g) ?? []).flatMap((name) => [
    name.toLowerCase(),
    name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
  ]);
  return new Set(names);
}

/** Returns the test files that share the rarest words with the changed file, and so are likely to notice. */
function closestTo(file: string, folders: readonly string[]): string[] {
  const shared = [...wordsOf(file + readFileSync(join(root, file), 'utf8'))].map((word) => {
    const having = tests.filter(({ words }) => words.has(word));
    return { having, worth: 1 / having.length ** 2 };
  });
  const worthOf = (test: (typeof tests)[number]): number =>
    shared.reduce((sum, { having, worth }) => (having.includes(test) ? sum + worth : sum), 0);
  return tests
    .filter((test) => folders.some((folder) => test.file.startsWith(folder)))
    .map((test) => ({ file: test.file, worth: worthOf(test) }))
    .toSorted((a, b) => b.worth - a.worth)
    .slice(0, CLOSEST)
    .map((each) => each.file);
}

/** Returns the first test that fails, or null. */
function noticedBy(area: string, file: string): string | null {
  for (const args of areas[area]?.build ?? []) if (node(args).status !== 0) return 'the build';
  const first = areas[area]?.first ?? [];
  const rest = all.filter((folder) => !first.includes(folder));
  const stages = [first.slice(0, 1), closestTo(file, first), first.slice(1), rest].filter((stage) => stage.length > 0);
  for (const folders of stages) {
    const projects = ['--project', 'unit', '--project', 'integration'];
    const { status, stdout, stderr } = node([
      'node_modules/vitest/vitest.mjs',
      'run',
      ...projects,
      '--bail=1',
      '--silent=true',
      ...folders,
    ]);
    const failed = /FAIL\s+(.+)/.exec(stripVTControlCharacters(stdout + stderr))?.[1];
    if (failed !== undefined) return failed;
    if ((stdout + stderr).includes('Unhandled Error')) return 'an error outside of any test';
    if (status !== 0) throw new Error(`Vitest ended without naming a test:\n${(stdout + stderr).slice(-4000)}`);
  }
  return null;
}

let noticed = 0;
const count = Number(values.count);
for (let at = 0; at < count; at += 1) {
  const area = names[at % names.length] ?? '';
  for (;;) {
    const mutation = nextMutation(area);
    const path = join(root, mutation.file);
    const text = readFileSync(path, 'utf8');
    const lines = text.split('\n');
    lines[mutation.line] = mutation.after;
    try {
      writeFileSync(path, lines.join('\n'));
      if (!compiles(area)) continue;
      const by = noticedBy(area, mutation.file);
      if (by !== null) noticed += 1;
      console.log(
        `${by === null ? 'survived' : 'noticed '} ${mutation.file}:${mutation.line + 1} ${mutation.kind}: ${mutation.before.trim()}`,
      );
      console.log(`         ${by ?? 'by no test'}`);
      break;
    } finally {
      writeFileSync(path, text);
    }
  }
}
for (const name of names) for (const args of areas[name]?.build ?? []) node(args);
console.log(`${noticed} of ${count} noticed, seed ${values.seed}`);
