import { type BrowserOptions, createBrowser, type SharedBrowser } from './create-browser.ts';
import { findBrowser } from './find-browser.ts';

export interface LazyBrowser {
  /** @throws when there is none; then it is looked for again the next time */
  get(): Promise<SharedBrowser>;
  close(): Promise<void>;
}

/** One browser for the process, found when the first capture needs it. */
export function lazyBrowser({
  browserPath,
  ...options
}: Omit<BrowserOptions, 'path'> & { browserPath: string | undefined }): LazyBrowser {
  let opening: Promise<SharedBrowser> | null = null;

  async function open(): Promise<SharedBrowser> {
    const found = await findBrowser({ browserPath });
    if (found === null) throw new Error('No browser was found. Install Chromium or set BROWSER_PATH.');
    return createBrowser({ path: found.path, ...options });
  }

  return {
    async get() {
      opening ??= open();
      return opening.catch((error: unknown) => {
        opening = null;
        throw error;
      });
    },
    async close() {
      await (await opening?.catch(() => null))?.close();
    },
  };
}
