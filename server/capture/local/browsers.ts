import { closeSync, existsSync, openSync, readSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { downloadedBrowsers, revisionOf } from '../downloaded-browsers.ts';

/** Where browsers are on GitHub's own runners and on usual machines; Chrome first, Edge last. */
const installedAt: Record<string, readonly string[]> = {
  linux: [
    '/opt/google/chrome/chrome',
    '/usr/local/share/chromium/chrome-linux/chrome',
    '/usr/lib/chromium/chromium',
    '/usr/lib/chromium-browser/chromium-browser',
    '/usr/lib/chromium/chromium-headless-shell',
    '/opt/microsoft/msedge/msedge',
  ],
  darwin: [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Google Chrome for Testing.app/Contents/MacOS/Google Chrome for Testing',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
  ],
  win32: [
    'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
    'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
    'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
    'C:\\Program Files\\Microsoft\\Edge\\Application\\msedge.exe',
  ],
};

const inPathAs = ['google-chrome-stable', 'google-chrome', 'chromium', 'chromium-browser', 'chrome', 'microsoft-edge'];

/**
 * Returns whether a file is a script. A script with a browser's name may start no browser (Ubuntu's only prints what to
 * install) or leave one running.
 */
export function isScript(file: string): boolean {
  const start = Buffer.alloc(2);
  const handle = openSync(file, 'r');
  try {
    readSync(handle, start, 0, 2, 0);
  } finally {
    closeSync(handle);
  }
  return start.toString('latin1') === '#!';
}

const executables = /^(chrome-headless-shell|headless_shell|chrome|Google Chrome for Testing)(\.exe)?$/;

/**
 * Returns browsers whose files exist, best first, with Playwright's downloads at the end; launching one shows whether it
 * starts. `BROWSER_PATH` selects one and excludes all others. `executablePath`: where Playwright would have its own.
 */
export function browserFiles(env: NodeJS.ProcessEnv, executablePath: string): string[] {
  const wanted = env.BROWSER_PATH ?? '';
  if (wanted !== '') return [wanted];
  const folders = (env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  const named = [env.CHROME_PATH, env.CHROME_BIN].filter((path) => path !== undefined);
  const inPath = inPathAs.flatMap((name) => folders.map((folder) => join(folder, name)));
  const all = [...named, ...(installedAt[process.platform] ?? []), ...inPath];
  const files = all.filter((file) => file !== '' && existsSync(file) && !isScript(file));
  return [...new Set([...files, ...downloadedBrowsers(executablePath, executables, revisionOf)])];
}
