import { describe, expect, it } from 'vitest';
import { CaptureFailure, contextOptions, viewports } from '../../../server/capture/index.ts';
import { captureClip, emulateScreen } from '../../../server/capture/screen.ts';
import { video } from '../../capture/pages/video.ts';
import { capture, captureSite } from '../../capture/support/capture.ts';
import { pixels, png, site } from '../../capture/support/site.ts';
import { testBrowser } from '../../support/browser.ts';

// The tests share a browser; a test that waits for its turn has enough time.
describe.concurrent('a capture', () => {
  it('cuts a page that is too tall and reports it, and reports a page that scrolls sideways', async () => {
    const running = await site({
      '/tall': '<body style="margin:0"><div style="height:30000px;background:linear-gradient(red,blue)"></div>',
      '/wide': '<body style="margin:0"><div style="width:2000px;height:10px"></div>',
      '/endless': `<body style="margin:0"><script>const grow = () => { const d = document.createElement('div');
        d.style.height = '900px'; document.body.append(d) }; grow(); grow(); onscroll = grow</script>`,
    });
    const { allow, origin } = running;
    const tall = await capture(allow, { url: `${origin}/tall` });
    expect([tall.width, tall.height]).toEqual([1440, 16_000]);
    expect(tall.notices).toEqual(['The page is 30,000 px tall; the screenshot ends at 16,000 px.']);
    const short = await capture(allow, { url: `${origin}/tall`, maxHeight: 2_000 });
    expect(short.height).toBe(2_000);
    const phone = await capture(allow, { url: `${origin}/tall`, viewport: viewports.mobile });
    expect(phone.width * phone.height).toBeLessThanOrEqual(24_000_000);
    const wide = await capture(allow, { url: `${origin}/wide` });
    expect(wide.width).toBe(2_000);
    expect(wide.notices.join()).toContain('2,000 px wide on a screen of 1,440 px');
    const zoomedOut = await capture(allow, { url: `${origin}/wide`, viewport: viewports.mobile });
    expect(zoomedOut.notices.join()).toContain('no viewport meta tag');
    const endless = await capture(allow, { url: `${origin}/endless`, maxHeight: 5_000 });
    expect(endless.height).toBeLessThanOrEqual(5_000);
  });

  it('never decodes an image in full size, because Chromium would sometimes scale the drawn size from it', async () => {
    const { origin, allow, requests } = await site({
      '/': `<script>HTMLImageElement.prototype.decode = () => fetch('/decode')</script><img src=/image.png>`,
      '/image.png': { headers: { 'content-type': 'image/png' }, body: await png('rgb(200, 0, 200)') },
    });
    await capture(allow, { url: `${origin}/` });
    expect(requests.map(({ path }) => path)).toEqual(['/', '/image.png']);
  });

  it('shows the first frame of a playing video and requests it, or Chromium might omit it', async () => {
    const shot = await captureSite(
      {
        '/': `<body style="margin:0"><video src=/video.webm autoplay muted style="display:block"></video><script>
        const video = document.querySelector('video');
        video.ontimeupdate = () => video.classList.toggle('late', video.currentTime > 0.3);
        video.requestVideoFrameCallback = () => { document.title = 'asked' }</script>`,
        '/video.webm': { headers: { 'content-type': 'video/webm' }, body: await video() },
      },
      { waitFor: '.late' },
    );
    expect(shot.title).toBe('asked');
    expect(
      (await pixels(shot.png))(10, 10).map((channel) => channel > 128),
      'red',
    ).toEqual([true, false, false]);
  });

  it('draws a page that phones show zoomed out exactly as in its own size', async () => {
    const text = `<p>${'How vexingly quick daft zebras jump. '.repeat(400)}</p>`;
    const body = `<body style="font:16px sans-serif"><div style="box-shadow:0 0 5px #666;margin:8px">${text}</div>${text}`;
    const { origin, allow } = await site({
      '/': body,
      '/zoomed-in': `<meta name=viewport content="width=980, initial-scale=1, minimum-scale=1">${body}`,
    });
    const { mobile: viewport } = viewports;
    const out = await capture(allow, { url: `${origin}/`, viewport });
    const zoomedIn = await capture(allow, { url: `${origin}/zoomed-in`, viewport });
    expect([out.width, out.height]).toEqual([zoomedIn.width, zoomedIn.height]);
    expect(out.png.equals(zoomedIn.png)).toBe(true);
  });

  it('is not misled by a page that overrides DOM functions', async () => {
    const running = await site({
      '/': `<title>liar</title><body><script>
        Object.defineProperty(Element.prototype, 'scrollHeight', { get: () => NaN });
        Object.defineProperty(Element.prototype, 'scrollWidth', { get: () => 'wide' });
        Object.defineProperty(HTMLElement.prototype, 'offsetHeight', { get: () => 1e12 });
        document.getAnimations = () => { throw 1 }; Math.max = () => ({}); Promise.all = () => { throw 2 };
        window.requestAnimationFrame = () => 0; Array.prototype.filter = () => []</script>`,
    });
    const taken = await capture(running.allow, { url: `${running.origin}/`, deadlineMs: 10_000 }).catch(
      (error) => error,
    );
    if (taken instanceof Error) expect(taken).toBeInstanceOf(CaptureFailure);
    else expect([taken.width, taken.height]).toEqual([1440, 900]);
  });

  it('returns an image and a notice when a page never stops loading', async () => {
    const shot = await captureSite({
      '/': '<body style="background:lime"><script>setInterval(() => fetch("/poll?" + Math.random()), 50)</script>',
      '/poll': 'x',
    });
    expect((await pixels(shot.png))(100, 100)).toEqual([0, 255, 0]);
    expect(shot.notices.join()).toContain('still loading');
  });

  it('shows the same text whether the font is requested before or after the scale is set', async () => {
    const browser = await testBrowser();
    const [early, late] = [1, viewports.mobile.scale].map((scale) =>
      browser.withContext(
        (version) => contextOptions({ viewport: { ...viewports.mobile, scale } }, version),
        async (context) => {
          const page = await context.newPage();
          await page.setContent(
            '<meta name=viewport content="width=device-width"><p style="font:17px sans-serif">Words',
          );
          const session = await context.newCDPSession(page);
          await emulateScreen(session, viewports.mobile);
          return captureClip(session, { x: 0, y: 0, width: 200, height: 80 }, 1);
        },
      ),
    );
    expect((await early)?.equals((await late) ?? Buffer.of())).toBe(true);
  });
});
