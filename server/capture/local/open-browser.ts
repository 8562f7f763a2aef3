import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import { type Browser, chromium } from 'playwright-core';
import { stableLaunchArgs } from '../index.ts';
import { browserFiles } from './browsers.ts';
import { browserEnv, installBrowser } from './install-browser.ts';

type Log = (line: string) => void;

function launch(executablePath: string, chromiumSandbox: boolean): Promise<Browser> {
  return chromium.launch({
    executablePath,
    headless: true,
    chromiumSandbox,
    args: [...stableLaunchArgs, '--disable-background-networking', '--no-pings'],
    env: browserEnv(process.env),
    timeout: 30_000,
  });
}

export interface NoBrowser {
  problem: string;
}

export const isOpen = (browser: Browser | NoBrowser): browser is Browser => !('problem' in browser);

async function launchFirst(files: string[], log: Log): Promise<Browser | NoBrowser> {
  let problem = 'There is no browser on this machine';
  const named = process.env.BROWSER_PATH ?? '';
  for (const file of files) {
    // Root and most containers have no sandbox.
    const sandboxes = process.getuid?.() === 0 ? [false] : [true, false];
    for (const sandbox of sandboxes) {
      try {
        const browser = await launch(file, sandbox);
        log(`Browser: ${file} (${browser.version()}).`);
        return browser;
      } catch (error) {
        problem = `${named === '' ? `The browser at ${file}` : `BROWSER_PATH is ${named}, which`} does not start (${reasonOf(error)})`;
      }
    }
  }
  return { problem };
}

/** Returns the browser's own message before it ended; a missing library comes before all others. */
function reasonOf(error: unknown): string {
  const lines = stripVTControlCharacters(error instanceof Error ? error.message : String(error)).split('\n');
  const reason = lines.find((line) => /error while loading shared libraries|cannot open shared object/.test(line));
  const words = reason ?? lines.find((line) => /\[err\]|\bE[A-Z]{3,}\b/.test(line)) ?? lines[0] ?? '';
  return words
    .replace(/^.*?\[err\]\s*/, '')
    .trim()
    .slice(0, 300);
}

/** Where browsers come from. */
export interface BrowserSource {
  /** The executables at hand, best first. */
  files(): string[];
  /** Downloads one more; it may fail for what videos need although the browser itself has arrived. */
  download(log: Log): Promise<unknown>;
}

const cli = fileURLToPath(new URL('./playwright/cli.js', import.meta.url));
const thisMachine: BrowserSource = {
  files: () => browserFiles(process.env, chromium.executablePath()),
  download: (log) => installBrowser(cli, process.env, log),
};

/** Returns this machine's browser, else one that is downloaded now, else why there is none. */
export async function openBrowser(log: Log, mayDownload: boolean, source = thisMachine): Promise<Browser | NoBrowser> {
  const known = source.files();
  const found = await launchFirst(known, log);
  if (isOpen(found) || !mayDownload || (process.env.BROWSER_PATH ?? '') !== '') return found;
  await source.download(log);
  const downloaded = source.files().filter((file) => !known.includes(file));
  if (downloaded.length === 0) return { problem: `${found.problem}, and none could be downloaded` };
  return await launchFirst(downloaded, log);
}
