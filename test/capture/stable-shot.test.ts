import { describe, expect, it } from 'vitest';
import { CaptureFailure, contextOptions, viewports } from '../../server/capture/index.ts';
import { keepScreen, shoot } from '../../server/capture/screen.ts';
import { testBrowser } from '../support/browser.ts';
import { video } from './pages/video.ts';
import { capture } from './support/capture.ts';
import { gif, opened, pixels, png, type Site } from './support/site.ts';

/** Everything that moves: lazy and slow images, endless and finite animations, a reveal, a caret, a GIF, sticky bars. */
const lively = `<!doctype html><title>Lively page</title><meta name=viewport content="width=device-width">
<style>
  body { margin: 0; font: 18px sans-serif } section { height: 700px; padding: 20px }
  header { position: sticky; top: 0; height: 60px; background: rgb(0, 0, 200) }
  .fixed { position: fixed; right: 0; top: 100px; width: 80px; height: 80px; background: rgb(0, 200, 0) }
  .spin { width: 80px; height: 80px; background: linear-gradient(red, blue); animation: spin 1.3s linear infinite }
  .in { animation: in 4s; width: 80px; height: 80px; background: black }
  .reveal { opacity: 0; transition: opacity 5s; background: rgb(200, 100, 0); height: 100px } .seen { opacity: 1 }
  @keyframes spin { to { transform: rotate(1turn) } } @keyframes in { from { margin-left: 500px } }
</style>
<header>bar</header><div class=fixed></div>
<section><img src=/animated.gif style="display:block"><input autofocus value="caret"><div class=spin></div><div class=in></div></section>
<section><img loading=lazy src="/slow.png?1" width=200 height=120><div class=reveal></div></section>
<section></section><section></section><section></section><section></section>
<section id=last><img loading=lazy src="/slow.png?2"><img data-src="/slow.png?3" class=own></section>
<script>
  new IntersectionObserver((es) => es.forEach((e) => e.isIntersecting && e.target.classList.add('seen')))
    .observe(document.querySelector('.reveal'));
  const own = document.querySelector('.own');
  new IntersectionObserver((es) => es.forEach((e) => { if (e.isIntersecting) own.src = own.dataset.src })).observe(own);
</script>`;

async function livelySite(): Promise<Site> {
  const running = await opened({
    '/': lively,
    '/slow.png': { headers: { 'content-type': 'image/png' }, body: await png('rgb(200, 0, 200)'), delayMs: 250 },
    '/animated.gif': { headers: { 'content-type': 'image/gif' }, body: await gif() },
  });
  return running;
}

// What waits for its turn in the browser is given the time.
describe.concurrent('a capture', () => {
  it.each([viewports.desktop, viewports.mobile])('of a lively page is the same twice: $name', async (viewport) => {
    const { origin, allow } = await livelySite();
    const [first, second] = await Promise.all([
      capture(allow, { url: `${origin}/`, viewport }),
      capture(allow, { url: `${origin}/`, viewport }),
    ]);
    expect(first.png.equals(second.png)).toBe(true);
    expect(first.title).toBe('Lively page');
    expect(first.finalUrl).toBe(`${origin}/`);
    expect(first.notices).toEqual([]);
    expect(first.width).toBe(viewport.width * viewport.scale);
    expect(first.height).toBeGreaterThan(5_000 * viewport.scale);
  });

  it('has no image decoded in full size, from which the size that is drawn would be scaled now and then', async () => {
    const { origin, allow, requests } = await opened({
      '/': `<script>HTMLImageElement.prototype.decode = () => fetch('/decode')</script><img src=/image.png>`,
      '/image.png': { headers: { 'content-type': 'image/png' }, body: await png('rgb(200, 0, 200)') },
    });
    await capture(allow, { url: `${origin}/` });
    expect(requests.map(({ path }) => path)).toEqual(['/', '/image.png']);
  });

  it('shows the first frame of a video that plays, and asks for it, or the browser would leave it out now and then', async () => {
    const { origin, allow } = await opened({
      '/': `<body style="margin:0"><video src=/video.webm autoplay muted style="display:block"></video><script>
        const video = document.querySelector('video');
        video.ontimeupdate = () => video.classList.toggle('late', video.currentTime > 0.3);
        video.requestVideoFrameCallback = () => { document.title = 'asked' }</script>`,
      '/video.webm': { headers: { 'content-type': 'video/webm' }, body: await video() },
    });
    const shot = await capture(allow, { url: `${origin}/`, waitFor: '.late' });
    expect(shot.title).toBe('asked');
    expect(
      (await pixels(shot.png))(10, 10).map((channel) => channel > 128),
      'red',
    ).toEqual([true, false, false]);
  });

  it('shows lazy images, what appears on scrolling, and each sticky or fixed bar once', async () => {
    const { origin, allow } = await livelySite();
    const { png: shot, height } = await capture(allow, { url: `${origin}/` });
    const pixel = await pixels(shot);
    const purple = [200, 0, 200];
    expect(pixel(60, 60 + 740 + 60)).toEqual(purple);
    expect(pixel(60, height - 740 + 60)).toEqual(purple);
    expect(pixel(280, height - 740 + 60)).toEqual(purple);
    expect(pixel(60, 60 + 740 + 20 + 130 + 50)).toEqual([200, 100, 0]);
    expect(pixel(50, 60 + 20 + 30), 'the first picture of the GIF').toEqual([255, 0, 0]);
    const bar: number[] = [];
    const fixed: number[] = [];
    for (let y = 5; y < height; y += 10) {
      if (pixel(700, y).join() === '0,0,200') bar.push(y);
      if (pixel(1420, y).join() === '0,200,0') fixed.push(y);
    }
    expect(bar).toEqual([5, 15, 25, 35, 45, 55]);
    expect(fixed).toEqual([105, 115, 125, 135, 145, 155, 165, 175]);
  });

  it('is of the mobile page on the mobile screen', async () => {
    const running = await opened({
      '/': `<meta name=viewport content="width=device-width"><style>body{margin:0;background:red}
        @media (max-width: 500px) and (pointer: coarse) { body { background: lime } }</style>`,
    });
    const shot = await capture(running.allow, { url: `${running.origin}/`, viewport: viewports.mobile });
    expect([shot.width, shot.height]).toEqual([780, 1688]);
    expect((await pixels(shot.png))(100, 100)).toEqual([0, 255, 0]);
    expect(running.requests[0]?.headers['user-agent']).toContain('Mobile');
    expect(running.requests[0]?.headers['user-agent']).not.toContain('Headless');
  });

  it('draws a page that phones show zoomed out exactly as in its own size', async () => {
    const text = `<p>${'How vexingly quick daft zebras jump. '.repeat(400)}</p>`;
    const body = `<body style="font:16px sans-serif"><div style="box-shadow:0 0 5px #666;margin:8px">${text}</div>${text}`;
    const { origin, allow } = await opened({
      '/': body,
      '/zoomed-in': `<meta name=viewport content="width=980, initial-scale=1, minimum-scale=1">${body}`,
    });
    const { mobile: viewport } = viewports;
    const out = await capture(allow, { url: `${origin}/`, viewport });
    const zoomedIn = await capture(allow, { url: `${origin}/zoomed-in`, viewport });
    expect([out.width, out.height]).toEqual([zoomedIn.width, zoomedIn.height]);
    expect(out.png.equals(zoomedIn.png)).toBe(true);
  });

  it('cuts a page that is too tall, and says so; says so too when a page scrolls sideways', async () => {
    const running = await opened({
      '/tall': '<body style="margin:0"><div style="height:30000px;background:linear-gradient(red,blue)"></div>',
      '/wide': '<body style="margin:0"><div style="width:2000px;height:10px"></div>',
      '/endless': `<body style="margin:0"><script>const grow = () => { const d = document.createElement('div');
        d.style.height = '900px'; document.body.append(d) }; grow(); grow(); onscroll = grow</script>`,
    });
    const { allow, origin } = running;
    const tall = await capture(allow, { url: `${origin}/tall` });
    expect([tall.width, tall.height]).toEqual([1440, 16_000]);
    expect(tall.notices).toEqual(['The page is 30000 px tall; the picture ends at 16000 px.']);
    const short = await capture(allow, { url: `${origin}/tall`, maxHeight: 2_000 });
    expect(short.height).toBe(2_000);
    const phone = await capture(allow, { url: `${origin}/tall`, viewport: viewports.mobile });
    expect(phone.width * phone.height).toBeLessThanOrEqual(24_000_000);
    const wide = await capture(allow, { url: `${origin}/wide` });
    expect(wide.width).toBe(2_000);
    expect(wide.notices.join()).toContain('2000 px wide on a screen of 1440 px');
    const zoomedOut = await capture(allow, { url: `${origin}/wide`, viewport: viewports.mobile });
    expect(zoomedOut.notices.join()).toContain('no viewport meta tag');
    const endless = await capture(allow, { url: `${origin}/endless`, maxHeight: 5_000 });
    expect(endless.height).toBeLessThanOrEqual(5_000);
  });

  it('shows all of an app shell that scrolls inside itself', async () => {
    const running = await opened({
      '/': `<!doctype html><style>body{margin:0;height:100vh;display:flex;flex-direction:column;overflow:hidden}
        nav{height:50px;background:blue}main{flex:1;overflow-y:auto}div{height:3000px;background:gray}
        p{margin:0;height:40px;background:lime}</style><nav></nav><main><div></div><p></p></main>`,
    });
    const shot = await capture(running.allow, { url: `${running.origin}/` });
    expect(shot.height).toBe(50 + 3000 + 40);
    expect((await pixels(shot.png))(700, 3070)).toEqual([0, 255, 0]);
    expect(shot.notices).toEqual(['The page scrolls inside itself; all of it is shown.']);
  });

  it('does not believe a page that lies about itself', async () => {
    const running = await opened({
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

  it('paints masks over, and names masks and selectors that match nothing', async () => {
    const running = await opened({
      '/': '<body style="margin:0"><p id=clock style="margin:0;height:50px;background:red">12:00</p>',
    });
    const shot = await capture(running.allow, { url: `${running.origin}/`, mask: ['#clock', '.none', '[[bad'] });
    expect((await pixels(shot.png))(10, 10)).toEqual([0x9a, 0xa0, 0xa6]);
    expect(shot.notices).toHaveLength(2);
    expect(shot.notices.join()).toContain('.none');
    expect(shot.notices.join()).toContain('[[bad');
  });

  it('waits for what the caller waits for', async () => {
    const running = await opened({
      '/': `<body style="margin:0"><script>setTimeout(() => { document.body.innerHTML =
        '<p id=ready style="margin:0;height:99px;background:lime">ready</p>' }, 4500)</script>`,
    });
    const shot = await capture(running.allow, { url: `${running.origin}/`, waitFor: '#ready' });
    expect((await pixels(shot.png))(500, 50)).toEqual([0, 255, 0]);
  });

  it('takes what a page shows after it has redirected itself', async () => {
    const running = await opened({
      '/': '<script>setTimeout(() => location.replace("/landed"), 150)</script>',
      '/landed': '<title>Landed</title><body style="background:lime">',
    });
    const shot = await capture(running.allow, { url: `${running.origin}/` });
    expect([shot.title, shot.finalUrl]).toEqual(['Landed', `${running.origin}/landed`]);
    expect((await pixels(shot.png))(100, 100)).toEqual([0, 255, 0]);
  });

  it('ends with a picture and a notice when a page never stops loading', async () => {
    const running = await opened({
      '/': '<body style="background:lime"><script>setInterval(() => fetch("/poll?" + Math.random()), 50)</script>',
      '/poll': 'x',
    });
    const shot = await capture(running.allow, { url: `${running.origin}/` });
    expect((await pixels(shot.png))(100, 100)).toEqual([0, 255, 0]);
    expect(shot.notices.join()).toContain('still loading');
  });

  it('shows a page the time it is given', async () => {
    const running = await opened({ '/': '<title></title><script>document.title = new Date().toISOString()</script>' });
    const fixedTime = new Date('2026-01-02T03:04:05Z');
    const shot = await capture(running.allow, { url: `${running.origin}/`, fixedTime });
    expect(shot.title).toBe('2026-01-02T03:04:05.000Z');
  });

  it('shows the same text whether the page asks for its font before or after it knows its scale', async () => {
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
          await keepScreen(session, viewports.mobile);
          return shoot(session, { x: 0, y: 0, width: 200, height: 80 }, 1);
        },
      ),
    );
    expect((await early)?.equals((await late) ?? Buffer.of())).toBe(true);
  });
});
