/**
 * Loaded into every process of a run. `globalThis.isMutated(n)` says whether mutation n is on: the one in `MUTATION`.
 * With a folder in `MUTATIONS_REACHED` none is on, and a file there lists which test file reached which mutation.
 */
import childProcess from 'node:child_process';
import { appendFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

const { MUTATION, MUTATIONS_REACHED: folder } = process.env;
const testFile = () => globalThis.__vitest_worker__?.filepath ?? process.env.MUTATION_TEST ?? '';
const seen = new Set();

function reached(number) {
  const line = `${testFile()}\t${number}\n`;
  if (seen.has(line)) return;
  seen.add(line);
  appendFileSync(`${folder}/${process.pid}`, line);
}

globalThis.isMutated = folder ? (number) => void reached(number) : (number) => String(number) === MUTATION;

/** Tests start processes with an environment of their own. */
function passOn(plain) {
  const wrapped = function (...args) {
    const given = args.map((arg) => {
      if (arg?.env === undefined) return arg;
      const more = { MUTATION, MUTATIONS_REACHED: folder, MUTATION_TEST: testFile() };
      const options = `${arg.env.NODE_OPTIONS ?? ''} --import=${import.meta.filename}`.trim();
      return { ...arg, env: { ...arg.env, ...more, NODE_OPTIONS: options } };
    });
    return Reflect.apply(plain, this, given);
  };
  // `promisify` of these functions has a way of its own.
  for (const key of Object.getOwnPropertySymbols(plain)) wrapped[key] = passOn(plain[key]);
  return wrapped;
}
for (const name of ['spawn', 'spawnSync', 'execFile', 'execFileSync', 'fork']) {
  childProcess[name] = passOn(childProcess[name]);
}
syncBuiltinESMExports();

/** Follows the pages that tests open. */
async function follow(context) {
  if (!folder) return void (await context.addInitScript(`globalThis.isMutated = (n) => String(n) === '${MUTATION}'`));
  await context.exposeBinding('mutationReached', (_source, number) => reached(number));
  await context.addInitScript(() => {
    const known = new Set();
    globalThis.isMutated = (number) => {
      if (!known.has(number)) globalThis.mutationReached?.(number);
      known.add(number);
    };
  });
}
if (/[\\/]vitest[\\/]dist[\\/]workers[\\/]forks/.test(process.argv[1] ?? '')) {
  const { chromium } = await import('playwright-core');
  const launch = chromium.launch.bind(chromium);
  chromium.launch = async (options) => {
    const browser = await launch(options);
    // Captures run with a proxy, on pages that are not ours.
    if (options?.proxy !== undefined) return browser;
    const open = browser.newContext.bind(browser);
    browser.newContext = async (given) => {
      const context = await open(given);
      await follow(context);
      return context;
    };
    return browser;
  };
}
