import { type BrowserOptions, createBrowser, type SharedBrowser } from './create-browser.ts';
import { findBrowser } from './find-browser.ts';

export interface LazyBrowser {
  /** Returns the browser. @throws when there is none; the next call searches again */
  get(): Promise<SharedBrowser>;
  close(): Promise<void>;
}

/** Creates access to the browser of the process, which is searched for when the first capture needs it. */
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
