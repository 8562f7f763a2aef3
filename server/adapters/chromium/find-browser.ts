import { browserCandidates, type Candidate } from './candidates.ts';
import { launchBrowser } from './launch.ts';

/** Returns the version of the browser at `path`, or null when it does not start. */
export async function probeBrowser(path: string): Promise<string | null> {
  try {
    const browser = await launchBrowser(path);
    const version = browser.version();
    await browser.close();
    return version;
  } catch {
    return null;
  }
}

/**
 * Returns the first browser that starts: `BROWSER_PATH`, Playwright's copy, an installed Chrome or Chromium, Debian's
 * headless shell; null when there is none. Throws when `browserPath` is set and does not start, because the operator
 * chose that one.
 */
export async function findBrowser(env: {
  browserPath?: string | undefined;
}): Promise<(Candidate & { version: string }) | null> {
  if (env.browserPath !== undefined && env.browserPath !== '') {
    const version = await probeBrowser(env.browserPath);
    if (version !== null) return { path: env.browserPath, from: 'BROWSER_PATH', version };
    throw new Error(`BROWSER_PATH is ${env.browserPath}, and no browser starts there. Fix it, or unset it.`);
  }
  for (const candidate of await browserCandidates()) {
    const version = await probeBrowser(candidate.path);
    if (version !== null) return { ...candidate, version };
  }
  return null;
}
