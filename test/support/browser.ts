import { createBrowser, findBrowser, type SharedBrowser } from '../../server/adapters/chromium/index.ts';
import { atFileEnd } from './file-end.ts';

let path: Promise<string> | undefined;

/** The path of the browser that the service would choose. Cached for each process, because finding it starts it. */
export function browserPath(): Promise<string> {
  path ??= findPath();
  return path;
}

async function findPath(): Promise<string> {
  const found = await findBrowser({ browserPath: process.env.BROWSER_PATH });
  if (found === null) throw new Error('No browser: run `node server/scripts/browser.ts`.');
  return found.path;
}

/** Starts a browser as the service uses it, with this many concurrent contexts. */
export const newBrowser = async (concurrency: number): Promise<SharedBrowser> =>
  createBrowser({ path: await browserPath(), concurrency });

/**
 * Ends this process as soon as Vitest asks for it. Playwright then ends the browsers and deletes their folders at once,
 * before Vitest kills the process 500 ms later.
 */
export function endAtOnce(): void {
  process.once('SIGTERM', () => process.exit());
}

const ORDINARY = 2;
let ordinary: Promise<SharedBrowser> | undefined;
let wider: Promise<SharedBrowser> | undefined;

/**
 * Returns the browser of this process, which its files use one after the other. With another number of concurrent
 * contexts, which the first call decides, returns the only browser of this file.
 */
export function testBrowser(concurrency?: number): Promise<SharedBrowser> {
  if (wider !== undefined) return wider;
  if (concurrency === undefined || concurrency === ORDINARY) {
    if (ordinary === undefined) endAtOnce();
    ordinary ??= newBrowser(ORDINARY);
    return ordinary;
  }
  atFileEnd(async () => {
    const ending = wider;
    wider = undefined;
    await (await ending)?.close();
  });
  wider = newBrowser(concurrency);
  return wider;
}
