import type { Page, Request } from 'playwright-core';

/** Requests that stay open by their nature, or that the picture does not wait for. */
const endless = new Set(['websocket', 'eventsource', 'media', 'ping']);

/** Counts what the page is loading, from its first request on. */
export function watchTraffic(page: Page): { quiet(forMs: number, limitMs: number): Promise<boolean> } {
  const loading = new Set<Request>();
  let lastChange = performance.now();
  const done = (request: Request) => {
    if (loading.delete(request)) lastChange = performance.now();
  };
  page.on('request', (request) => {
    if (endless.has(request.resourceType())) return;
    loading.add(request);
    lastChange = performance.now();
  });
  page.on('requestfinished', done);
  page.on('requestfailed', done);

  return {
    /** True once nothing was loaded for `forMs`; false when that has not happened within `limitMs`. */
    async quiet(forMs, limitMs) {
      const end = performance.now() + limitMs;
      for (;;) {
        const now = performance.now();
        const wait = loading.size > 0 ? forMs : lastChange + forMs - now;
        if (wait <= 0) return true;
        if (now >= end) return false;
        await new Promise((resolve) => setTimeout(resolve, Math.min(wait, end - now, 50)));
      }
    },
  };
}
