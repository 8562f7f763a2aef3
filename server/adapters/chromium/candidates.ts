import { downloadedBrowsers, installedBrowsers, revisionOf } from '../../capture/local/browsers.ts';

export interface Candidate {
  path: string;
  /** Where it was found, in words for people */
  from: string;
}

const executables = /^(chrome-headless-shell|headless_shell|chrome|Chromium|Google Chrome for Testing)(\.exe)?$/;

/**
 * Returns the browsers whose files exist, best first: those that Playwright has downloaded, the smaller headless shell
 * and the newest revision first, and installed ones. `probeBrowser` determines whether one starts.
 */
export async function browserCandidates(): Promise<Candidate[]> {
  const { chromium } = await import('playwright-core');
  const rank = (name: string) => (name.includes('headless') ? 1e9 : 0) + revisionOf(name);
  const copies = downloadedBrowsers(chromium.executablePath(), executables, rank);
  const installed = new Set(installedBrowsers(process.env));
  return [
    ...copies.map((path) => ({ path, from: 'Playwright’s copy' })),
    ...[...installed].map((path) => ({ path, from: 'installed browser' })),
  ];
}
