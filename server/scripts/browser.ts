/**
 * Finds a browser for captures, or installs one: `node server/scripts/browser.ts`.
 * The result is remembered, so that the next run costs only a few file look-ups. Exit code 1 when there is none.
 */
import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import { findBrowser } from '../adapters/chromium/find-browser.ts';
import { browserAdvice, debianPackages } from '../capture/browser-advice.ts';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const memory = join(root, 'node_modules', '.cache', 'sightline', 'browser.json');
const stepLimitMs = 5 * 60_000;
const wanted = process.env.BROWSER_PATH ?? '';

type Found = NonNullable<Awaited<ReturnType<typeof findBrowser>>>;

/** Returns what identifies a browser without starting it. */
function stamp(path: string): string | null {
  const stat = statSync(path, { throwIfNoEntry: false });
  return stat === undefined ? null : `${path} ${stat.size} ${stat.mtimeMs}`;
}

function remembered(): boolean {
  try {
    const known: unknown = JSON.parse(readFileSync(memory, 'utf8'));
    if (typeof known !== 'object' || known === null || !('path' in known) || !('stamp' in known)) return false;
    // The service finds a browser again only by the same setting.
    if (!('wanted' in known) || known.wanted !== wanted) return false;
    return typeof known.path === 'string' && known.stamp !== null && known.stamp === stamp(known.path);
  } catch {
    return false;
  }
}

function remember(found: Found): void {
  mkdirSync(dirname(memory), { recursive: true });
  writeFileSync(memory, JSON.stringify({ ...found, wanted, stamp: stamp(found.path) }));
}

async function look(): Promise<Found | null> {
  const found = await findBrowser({ browserPath: wanted });
  if (found !== null) remember(found);
  return found;
}

/** Runs a command, shows its progress lines, and on failure the line with the reason. */
function run(command: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], env, timeout: stepLimitMs });
    let complaint = '';
    let shown = '';
    for (const stream of [child.stdout, child.stderr]) {
      createInterface({ input: stream }).on('line', (text) => {
        const line = stripVTControlCharacters(text).slice(0, 100);
        if (/^(Error|E): ?./.test(line)) complaint ||= line;
        if (line === shown || !/^(Downloading|\|.*\d+%|Get:|Unpacking|Setting up)/.test(line)) return;
        console.log(`browser:   ${line}`);
        shown = line;
      });
    }
    child.once('error', (error) => {
      console.log(`browser: ${command} could not be run: ${error.message}`);
      resolve(false);
    });
    child.once('close', (code) => {
      if (code !== 0) console.log(`browser: that did not work (${complaint || `exit code ${code}`})`);
      resolve(code === 0);
    });
  });
}

async function downloadWithPlaywright(): Promise<boolean> {
  console.log('browser: none found; downloading Chromium (about 110 MB) …');
  const cli = join(dirname(createRequire(import.meta.url).resolve('playwright-core/package.json')), 'cli.js');
  const env = { PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: '10000', ...process.env };
  return run(process.execPath, [cli, 'install', 'chromium-headless-shell'], env);
}

function isDebianAsRoot(): boolean {
  if (process.getuid?.() !== 0) return false;
  try {
    return /^ID=debian$/m.test(readFileSync('/etc/os-release', 'utf8'));
  } catch {
    return false;
  }
}

async function installWithApt(): Promise<boolean> {
  console.log(`browser: installing ${debianPackages.join(', ')} with apt (about half a minute) …`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  return (
    (await run('apt-get', ['update'], env)) &&
    (await run('apt-get', ['install', '-y', '--no-install-recommends', ...debianPackages], env))
  );
}

const advice = `browser: no browser starts on this machine, and none could be installed. Do one of these, then run the command again:
${browserAdvice}`;

async function main(): Promise<boolean> {
  if (remembered()) return true;
  const steps = [downloadWithPlaywright, ...(isDebianAsRoot() ? [installWithApt] : [])];
  let found = await look();
  for (const install of steps) {
    if (found !== null) break;
    await install();
    found = await look();
  }
  if (found === null) console.error(advice);
  else console.log(`browser: ${found.path} (${found.from}, ${found.version})`);
  return found !== null;
}

try {
  process.exitCode = (await main()) ? 0 : 1;
} catch (error) {
  console.error(`browser: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}
