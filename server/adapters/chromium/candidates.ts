import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { downloadedBrowsers, revisionOf } from '../../capture/downloaded-browsers.ts';

export interface Candidate {
  path: string;
  /** Where it was found, in words for people */
  from: string;
}

const executables = /^(chrome-headless-shell|headless_shell|chrome|Chromium|Google Chrome for Testing)(\.exe)?$/;

/** Returns the browsers that Playwright has downloaded, the smaller headless shell first, newest revision first. */
async function playwrightCopies(): Promise<Candidate[]> {
  const { chromium } = await import('playwright-core');
  const rank = (name: string) => (name.includes('headless') ? 1e9 : 0) + revisionOf(name);
  return downloadedBrowsers(chromium.executablePath(), executables, rank).map((path) => ({
    path,
    from: 'Playwright’s copy',
  }));
}

/**
 * The binaries themselves, preferred to the shell scripts of the same name in the PATH: some scripts leave the browser
 * running.
 */
const installedAt: Record<string, readonly string[]> = {
  linux: ['/opt/google/chrome/chrome', '/usr/lib/chromium/chromium', '/usr/lib/chromium-browser/chromium-browser'],
  darwin: [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
  ],
  win32: [
    'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
    'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
  ],
};

function inPath(): string[] {
  const names = ['google-chrome-stable', 'google-chrome', 'chromium', 'chromium-browser'];
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  return names.flatMap((name) => folders.map((folder) => join(folder, name)));
}

export const debianHeadlessShell = '/usr/lib/chromium/chromium-headless-shell';

/** Returns the browsers whose files exist, best first. `probeBrowser` determines whether one starts. */
export async function browserCandidates(): Promise<Candidate[]> {
  const installed = [...(installedAt[process.platform] ?? []), ...inPath()].map((path) => ({
    path,
    from: 'installed browser',
  }));
  const debian = { path: debianHeadlessShell, from: 'Debian’s chromium-headless-shell' };
  const seen = new Set<string>();
  return [...(await playwrightCopies()), ...installed, debian].filter(({ path }) => {
    if (seen.has(path) || !existsSync(path)) return false;
    seen.add(path);
    return true;
  });
}
