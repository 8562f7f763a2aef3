import type { Page, Request, Response } from 'playwright-core';
import type { CaptureRequest } from './capture-request.ts';
import { CaptureFailure, httpStatusFailure, navigationFailure, noAnswerFailure, stuckFailure } from './failure.ts';

/**
 * Parses the address of a page. Refuses addresses that a browser would open but that must not be captured: files, data,
 * embedded credentials.
 */
export function checkAddress(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    throw new CaptureFailure('scheme', 'The address of a page starts with https:// or http://.');
  }
  if (url.username !== '' || url.password !== '') {
    throw new CaptureFailure('scheme', 'Pass credentials as headers or cookies, not inside the address.');
  }
  return url;
}

/** Watches which document the main frame shows, because pages also redirect by script. */
export function watchDocument(page: Page, request: CaptureRequest) {
  let last: Response | null = null;
  let failed: { url: string; text: string } | null = null;
  let unanswered: Request | null = null;
  const isDocument = (of: Request) => of.isNavigationRequest() && of.frame() === page.mainFrame();
  page.on('request', (of) => {
    if (isDocument(of)) unanswered = of;
  });
  page.on('response', (response) => {
    const of = response.request();
    if (!isDocument(of)) return;
    if (unanswered === of) unanswered = null;
    last = response;
    failed = null;
  });
  page.on('requestfailed', (of) => {
    if (!isDocument(of)) return;
    if (unanswered === of) unanswered = null;
    const text = of.failure()?.errorText ?? '';
    // If a later navigation aborts a document, the later navigation has not failed.
    if (/ERR_ABORTED/.test(text) && (failed !== null || last?.request() === of)) return;
    failed = { url: of.url(), text };
  });

  function explain(error: unknown): CaptureFailure {
    const url = failed?.url ?? request.url;
    return navigationFailure(error, url, request.explain?.(url) ?? null);
  }

  return {
    explain,
    /** Returns why the page has not responded for `silenceMs`. Chromium delays calls to it while it awaits a document. */
    explainSilence(silenceMs: number): CaptureFailure {
      if (unanswered !== null) return noAnswerFailure(unanswered.url(), silenceMs);
      return last === null ? navigationFailure(null, request.url, null) : stuckFailure(last.url());
    },
    /** Throws CaptureFailure when the screen does not show the requested page. */
    check(): void {
      const url = page.url();
      if (failed !== null && url.startsWith('chrome-error:')) throw explain(new Error(failed.text));
      if (!/^https?:/.test(url))
        throw new CaptureFailure('scheme', 'The page left for an address that is not http(s).');
      const status = last?.status() ?? 200;
      if (status >= 400) throw httpStatusFailure(status, url);
    },
  };
}

export type DocumentWatch = ReturnType<typeof watchDocument>;

/** Opens the address and waits at most `loadLimitMs` for its document to load. Returns whether it loaded. */
export async function open(page: Page, url: URL, watch: DocumentWatch, loadLimitMs: number): Promise<boolean> {
  try {
    await page.goto(url.href, { waitUntil: 'commit', timeout: 0 });
  } catch (error) {
    throw watch.explain(error);
  }
  watch.check();
  return hasLoaded(page, loadLimitMs).catch((error) => {
    throw watch.explain(error);
  });
}

/** Waits at most `limitMs` for the document to load. Returns whether it did. */
export const hasLoaded = (page: Page, limitMs: number): Promise<boolean> =>
  page.waitForLoadState('load', { timeout: limitMs }).then(
    () => true,
    (error) => {
      if (error instanceof Error && error.name === 'TimeoutError') return false;
      throw error;
    },
  );
