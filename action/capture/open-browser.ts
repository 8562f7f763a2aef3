import { fileURLToPath } from 'node:url';
import { type Browser, chromium } from 'playwright-core';
import { stableLaunchArgs } from '../../server/capture/index.ts';
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

async function launchFirst(files: string[], log: Log): Promise<Browser | null> {
  for (const file of files) {
    // Root and most containers have no sandbox.
    const sandboxes = process.getuid?.() === 0 ? [false] : [true, false];
    for (const sandbox of sandboxes) {
      const browser = await launch(file, sandbox).catch(() => null);
      if (browser === null) continue;
      log(`Browser: ${file} (${browser.version()}).`);
      return browser;
    }
  }
  return null;
}

/** The runner's browser, else one that is downloaded now; null when there is none either way. */
export async function openBrowser(log: Log): Promise<Browser | null> {
  const files = () => browserFiles(process.env, chromium.executablePath());
  const found = await launchFirst(files(), log);
  if (found !== null || (process.env.BROWSER_PATH ?? '') !== '') return found;
  const cli = fileURLToPath(new URL('./playwright/cli.js', import.meta.url));
  // What it needs for videos may be missing afterwards, and the browser be there all the same.
  await installBrowser(cli, process.env, log);
  return launchFirst(files(), log);
}
