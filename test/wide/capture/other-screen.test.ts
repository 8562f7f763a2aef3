import { describe, expect, it } from 'vitest';
import { type CaptureViewport, contextOptions, viewports } from '../../../server/capture/index.ts';
import { captureClip, emulateScreen } from '../../../server/capture/screen.ts';
import { expectBarsInPlace } from '../../capture/support/bars-page.ts';
import { capture } from '../../capture/support/capture.ts';
import { livelySite } from '../../capture/support/lively-page.ts';
import { expectMasksCover } from '../../capture/support/masked-page.ts';
import {
  expectElementsInPlace,
  expectMediaQueryApplied,
  expectNeverResized,
  type wideLayouts,
} from '../../capture/support/same-screen-pages.ts';
import { testBrowser } from '../../support/browser.ts';

const { desktop, mobile } = viewports;

// `npm test` runs each of these on the other screen.
describe.concurrent('on the other screen', () => {
  it('a tall page shows each bar once at its edge, and parts as tall as the screen only on the first screen', () =>
    expectBarsInPlace(mobile));

  it('masks cover everything that they match, and those without a match are reported', () => expectMasksCover(desktop));

  it('two captures of a lively page are the same', async () => {
    const { origin, allow } = await livelySite();
    const request = { url: `${origin}/`, viewport: mobile };
    const [first, second] = await Promise.all([capture(allow, request), capture(allow, request)]);
    expect(first.png.equals(second.png)).toBe(true);
    expect([first.title, first.finalUrl, first.notices]).toEqual(['Lively page', request.url, []]);
    expect(first.width).toBe(mobile.width * mobile.scale);
    expect(first.height).toBeGreaterThan(3_500 * mobile.scale);
  });

  it('a capture shows the final state of a media query’s transitions', () => expectMediaQueryApplied(mobile));

  it('a capture never resizes a page that scrolls as a whole', () => expectNeverResized(desktop));
});

it.concurrent.each<[keyof typeof wideLayouts, CaptureViewport]>([
  ['its root is read from the right', desktop],
  ['its body is read from the right', mobile],
  ['its lines run down from the right', mobile],
  ['only its root, not its body, is read from the right', desktop],
])('a page that is too wide has its elements where the screenshot shows them: %s', (layout, viewport) =>
  expectElementsInPlace(viewport, layout),
);

it('Chromium draws the edges of layers the same at one scale, whatever it drew at another', async () => {
  const cards = '<div class=card>card</div>'.repeat(12);
  const html = `<style>body{margin:0} .wide{overflow-x:auto;width:300px;height:60.3px} p{width:600px;margin:0}
    .card{position:relative;border:1px solid #333;border-radius:12px;height:79.4px;margin:10.3px;background:#eee}
    </style><div style="position:sticky;top:0;height:30px;background:#fff"></div>
    <div class=wide><p>words</p></div>${cards}<div class=wide><p>words</p></div>${cards.repeat(3)}`;
  const viewport = viewports.desktop;
  const browser = await testBrowser();
  const looks = await browser.withContext(
    (version) => contextOptions({ viewport }, version),
    async (context) => {
      const page = await context.newPage();
      await page.setContent(html);
      const session = await context.newCDPSession(page);
      const whole = { x: 0, y: 0, width: viewport.width, height: 4_600 };
      const found: string[] = [];
      for (let round = 0; round < 3; round += 1) {
        await emulateScreen(session, viewport, 0.25);
        await captureClip(session, whole, 0.25);
        for (let at = 0; at < 4; at += 1) found.push((await captureClip(session, whole, 0.25)).toString('base64'));
        await emulateScreen(session, viewport);
        await captureClip(session, whole, 1);
      }
      return found;
    },
  );
  expect(new Set(looks).size).toBe(1);
});
