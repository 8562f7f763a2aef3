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

let shared: Promise<SharedBrowser> | undefined;

/** Returns the only browser of this test file. The first caller sets how many contexts it has. */
export function testBrowser(concurrency = 2): Promise<SharedBrowser> {
  shared ??= launch(concurrency);
  return shared;
}

async function launch(concurrency: number): Promise<SharedBrowser> {
  atFileEnd(async () => {
    const ending = shared;
    shared = undefined;
    await (await ending)?.close();
  });
  return newBrowser(concurrency);
}
