import {
  type Capture,
  CaptureFailure,
  type CaptureViewport,
  captureEmail,
  capturePage,
  contextOptions,
  emailContextOptions,
  emailViewport,
  viewports,
} from '../../capture/index.ts';
import type { CapturedView, CaptureView, ImageTools } from '../../domain/port-types.ts';
import type { SharedBrowser } from '../chromium/index.ts';
import { type CaptureProxy, type Guard, startCaptureProxy } from '../outbound/index.ts';
import { toEmailFact } from './email-fact.ts';
import { engineSource } from './engine.ts';
import { nameChangingAreas } from './name-changing-areas.ts';
import { toPixels, toShotFacts } from './to-shot-facts.ts';

const DEADLINE_MS = 60_000;
const known: readonly CaptureViewport[] = [viewports.desktop, viewports.mobile];

const sizeOf = ({ name, width, height, scale }: CaptureViewport) => ({ name, width, height, scale });

/**
 * Creates the captures in the shared browser. Each job's only way out is its own proxy behind the outbound guard.
 * `compare` finds the areas where a page changes by itself.
 */
export function createCaptureView(
  browser: () => Promise<SharedBrowser>,
  guard: Guard,
  compare: ImageTools['compare'],
): CaptureView {
  async function behindProxy<T>(work: (shared: SharedBrowser, proxy: CaptureProxy) => Promise<T>): Promise<T> {
    const shared = await browser();
    const proxy = await startCaptureProxy(guard);
    try {
      return await work(shared, proxy);
    } finally {
      await proxy.close();
    }
  }

  async function view(shot: Capture, viewport: CaptureViewport, kind: 'page' | 'email'): Promise<CapturedView> {
    return {
      bytes: shot.png,
      notices: await nameChangingAreas(shot, viewport.scale, kind, compare),
      elements: { scale: viewport.scale, elements: shot.elements, sources: 'sources' in shot ? shot.sources : null },
      facts: toShotFacts(shot.facts, kind, viewport),
    };
  }

  return {
    viewports: known.map(sizeOf),
    emailViewport: sizeOf(emailViewport),
    async capture(input, wanted) {
      const viewport = known.find((each) => each.name === wanted.name);
      if (viewport === undefined) throw new CaptureFailure('scheme', `There is no view called ${wanted.name}.`);
      // The engine finds the same on every screen of a page, so one screen is enough.
      const engine = viewport.mobile ? null : await engineSource();
      const shot = await behindProxy((shared, proxy) =>
        shared.withContext(
          (version) => contextOptions({ ...input.shown, viewport, proxyServer: proxy.server }, version),
          (context) =>
            capturePage(context, {
              ...input.shown,
              url: input.url,
              viewport,
              deadlineMs: DEADLINE_MS,
              facts: { engine },
              explain: (url) => proxy.failureOf(url),
              ...(input.headers === undefined ? {} : { headers: input.headers }),
              ...(input.cookies === undefined ? {} : { cookies: input.cookies }),
              ...(input.waitFor === undefined ? {} : { waitFor: input.waitFor }),
              ...(input.mask === undefined ? {} : { mask: input.mask }),
            }),
        ),
      );
      return view(shot, viewport, 'page');
    },
    async captureEmail(html, dark) {
      const shot = await behindProxy((shared, proxy) =>
        shared.withContext(
          (version) => emailContextOptions({ dark, proxyServer: proxy.server }, version),
          (context) =>
            captureEmail(context, {
              html,
              dark,
              viewport: emailViewport,
              deadlineMs: DEADLINE_MS,
              facts: { engine: null },
              explain: (url) => proxy.failureOf(url),
            }),
        ),
      );
      const seen = await view(shot, emailViewport, 'email');
      if (seen.facts !== null && shot.facts !== null && shot.email !== null) {
        const { scale } = emailViewport;
        const { contentWidth, spills } = shot.facts.page;
        const page = { contentWidth, spills: spills.map((each) => ({ ...each, box: toPixels(each.box, scale) })) };
        seen.facts.email = await toEmailFact({ html, dark }, shot.email, page, (box) => toPixels(box, scale));
      }
      return seen;
    },
    isFailure: (error) => error instanceof CaptureFailure,
  };
}
