import { spawn } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';

/** The published tools, with a lock file of their own, because only the benchmark needs them. */
export const peersFolder = join(import.meta.dirname, '../peers');
export const peerFile = (path: string): string => join(peersFolder, 'node_modules', path);

/** Returns the modification time in ms since 1970; 0 for a missing file. */
const changedAt = (path: string): Promise<number> =>
  stat(path).then(
    ({ mtimeMs }) => mtimeMs,
    () => 0,
  );

/** Runs a program to its end, and shows its output only when it fails. */
export function runProgram(
  command: string,
  args: readonly string[],
  { cwd, environment = {}, withinMs }: { cwd: string; environment?: Record<string, string>; withinMs: number },
): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd,
      env: { ...process.env, ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: withinMs,
      killSignal: 'SIGKILL',
    });
    let said = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        said = (said + text).slice(-2000);
      });
    }
    child.once('error', reject);
    child.once('close', (code, signal) => {
      if (code === 0) resolve();
      else reject(new Error(`${command} ended with ${code ?? signal}: ${said.trim().split('\n').slice(-3).join(' ')}`));
    });
  });
}

async function install(): Promise<string | null> {
  const [locked, installed] = await Promise.all([
    changedAt(join(peersFolder, 'package-lock.json')),
    changedAt(peerFile('.package-lock.json')),
  ]);
  if (installed >= locked) return null;
  console.error('bench: installing what it is compared with (npm ci in test/bench/peers, about a minute)');
  // Their browsers are not needed, because ours is used.
  const environment = { PUPPETEER_SKIP_DOWNLOAD: '1', PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD: '1' };
  try {
    await runProgram('npm', ['ci', '--ignore-scripts'], { cwd: peersFolder, environment, withinMs: 300_000 });
    // The only install script that is needed: it selects the binary for this machine.
    await runProgram(process.execPath, ['post_install.js'], { cwd: peerFile('odiff-bin'), withinMs: 10_000 });
    return null;
  } catch (error) {
    return `it could not be installed (${error instanceof Error ? error.message : error})`;
  }
}

let installing: Promise<string | null> | null = null;

/** Installs the tools once. @returns why they are missing; null when they are there */
export function installPeers(): Promise<string | null> {
  installing ??= install();
  return installing;
}
