import type { Page, Request } from 'playwright-core';

/** Requests that stay open by design, or that a screenshot does not wait for */
const ignored = new Set(['websocket', 'eventsource', 'media', 'ping']);

const stepMs = 40;
/** How many times longer the wait may take in real time than in page time */
const maxSlowness = 4;

/** Watches what the page loads, from its first request on. `now` returns milliseconds. */
export function watchTraffic(page: Pick<Page, 'on'>, now = () => performance.now()) {
  const loading = new Set<Request>();
  let lastChange = now();
  const done = (request: Request) => {
    if (loading.delete(request)) lastChange = now();
  };
  page.on('request', (request) => {
    if (ignored.has(request.resourceType())) return;
    loading.add(request);
    lastChange = now();
  });
  page.on('requestfinished', done);
  page.on('requestfailed', done);

  return {
    /**
     * Waits until nothing was loaded for `forMs`. Returns false if that did not happen within `limitMs`. Both are
     * milliseconds of the page, as `wait` measures them: on a busy machine they last longer, as do the requests.
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
