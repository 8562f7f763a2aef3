import { CaptureFailure, capturePage, contextOptions, viewports } from '../../capture/index.ts';
import type { CaptureView } from '../../domain/port-types.ts';
import type { SharedBrowser } from '../chromium/index.ts';
import { type Guard, startCaptureProxy } from '../outbound/index.ts';

const DEADLINE_MS = 60_000;
const known = [viewports.desktop, viewports.mobile];

/** Captures in the shared browser; each job's only way out is a proxy of its own behind the outbound guard. */
export function createCaptureView(browser: () => Promise<SharedBrowser>, guard: Guard): CaptureView {
  return {
    viewports: known.map(({ name, width, height, scale }) => ({ name, width, height, scale })),
    async capture(input, wanted) {
      const viewport = known.find((each) => each.name === wanted.name);
      if (viewport === undefined) throw new CaptureFailure('scheme', `There is no view called ${wanted.name}.`);
      const shared = await browser();
      const proxy = await startCaptureProxy(guard);
      try {
        const options = (version: string) => contextOptions({ viewport, proxyServer: proxy.server }, version);
        const shot = await shared.withContext(options, (context) =>
          capturePage(context, {
            url: input.url,
            viewport,
            deadlineMs: DEADLINE_MS,
            explain: (url) => proxy.failureOf(url),
            ...(input.headers === undefined ? {} : { headers: input.headers }),
            ...(input.cookies === undefined ? {} : { cookies: input.cookies }),
            ...(input.waitFor === undefined ? {} : { waitFor: input.waitFor }),
            ...(input.mask === undefined ? {} : { mask: input.mask }),
          }),
        );
        return { bytes: shot.png, notices: shot.notices };
      } finally {
        await proxy.close();
      }
    },
    isFailure: (error) => error instanceof CaptureFailure,
  };
}
