import { closeSync, existsSync, openSync, readdirSync, readSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';

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

/** Returns the browsers installed on this machine, best first; some may be scripts. */
export function installedBrowsers(env: NodeJS.ProcessEnv): string[] {
  const folders = (env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  const inPath = inPathAs.flatMap((name) => folders.map((folder) => join(folder, name)));
  return [...(installedAt[process.platform] ?? []), ...inPath].filter((file) => existsSync(file));
}

function executablesBelow(folder: string, names: RegExp, depth: number): string[] {
  if (depth === 0) return [];
  const entries = readdirSync(folder, { withFileTypes: true });
  const here = entries.filter((entry) => entry.isFile() && names.test(entry.name));
  if (here.length > 0) return here.map((entry) => join(folder, entry.name));
  return entries
    .filter((entry) => entry.isDirectory())
    .flatMap((entry) => executablesBelow(join(folder, entry.name), names, depth - 1));
}

/**
 * Returns the executables of these names that Playwright has downloaded, those in the folder of the highest rank first.
 * `executablePath`: where Playwright would have its own.
 */
export function downloadedBrowsers(executablePath: string, names: RegExp, rank: (folder: string) => number): string[] {
  let root = executablePath;
  while (!/^chromium-\d+$/.test(root.split(/[\\/]/).at(-1) ?? '')) {
    if (dirname(root) === root) return [];
    root = dirname(root);
  }
  const store = dirname(root);
  if (!existsSync(store)) return [];
  return readdirSync(store)
    .filter((name) => /^chromium(_headless_shell)?-\d+$/.test(name))
    .sort((a, b) => rank(b) - rank(a))
    .flatMap((name) => executablesBelow(join(store, name), names, 5));
}

export const revisionOf = (folder: string): number => Number(folder.split('-').at(-1));

/**
 * Returns whether a file is a script. A script with a browser's name may start no browser (Ubuntu's only prints what to
 * install) or leave one running.
 */
function isScript(file: string): boolean {
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
  const named = [env.CHROME_PATH ?? '', env.CHROME_BIN ?? ''].filter((path) => path !== '' && existsSync(path));
  const files = [...named, ...installedBrowsers(env)].filter((file) => !isScript(file));
  return [...new Set([...files, ...downloadedBrowsers(executablePath, executables, revisionOf)])];
}
