import { describe, expect, it } from 'vitest';
import { viewports } from '../../server/capture/index.ts';
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

  it('shows a page the time it is given', async () => {
    const running = await opened({ '/': '<title></title><script>document.title = new Date().toISOString()</script>' });
    const fixedTime = new Date('2026-01-02T03:04:05Z');
    const shot = await capture(running.allow, { url: `${running.origin}/`, fixedTime });
    expect(shot.title).toBe('2026-01-02T03:04:05.000Z');
  });
});
