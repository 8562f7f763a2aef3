import type { Page, Request } from 'playwright-core';

/** Requests that stay open by their nature, or that the picture does not wait for. */
const endless = new Set(['websocket', 'eventsource', 'media', 'ping']);

const stepMs = 40;
/** How much longer than for the page it may take in real time */
const maxSlowness = 4;

/** Counts what the page is loading, from its first request on. `now` in milliseconds. */
export function watchTraffic(page: Pick<Page, 'on'>, now = () => performance.now()) {
  const loading = new Set<Request>();
  let lastChange = now();
  const done = (request: Request) => {
    if (loading.delete(request)) lastChange = now();
  };
  page.on('request', (request) => {
    if (endless.has(request.resourceType())) return;
    loading.add(request);
    lastChange = now();
  });
  page.on('requestfinished', done);
  page.on('requestfailed', done);

  return {
    /**
     * True once nothing was loaded for `forMs`; false when that has not happened within `limitMs`. Both are the page's
     * milliseconds, which `wait` waits for: on a busy machine they last longer, as do the requests.
     */
    async quiet(forMs: number, limitMs: number, wait: (ms: number) => Promise<unknown>): Promise<boolean> {
      const end = now() + limitMs * maxSlowness;
      let calmMs = now() - lastChange;
      for (let waitedMs = 0; ; waitedMs += stepMs) {
        if (loading.size === 0 && calmMs >= forMs) return true;
        if (waitedMs >= limitMs || now() >= end) return false;
        const before = lastChange;
        await wait(stepMs);
        calmMs = lastChange === before ? calmMs + stepMs : 0;
      }
    },
  };
}

export type Traffic = ReturnType<typeof watchTraffic>;
