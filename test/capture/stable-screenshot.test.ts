import { describe, expect, it } from 'vitest';
import { viewports } from '../../server/capture/index.ts';
import { runsOf } from './support/bars-page.ts';
import { capture, captureSite, smallScreen } from './support/capture.ts';
import { livelySite } from './support/lively-page.ts';
import { pixels, site } from './support/site.ts';

let lively: ReturnType<typeof takeLively> | undefined;
/** Captures the lively page twice at the same time. Two tests use the result. */
function livelyTwice() {
  lively ??= takeLively();
  return lively;
}

async function takeLively() {
  const { origin, allow } = await livelySite();
  const url = `${origin}/`;
  return { url, shots: await Promise.all([capture(allow, { url }), capture(allow, { url })]) };
}

// The tests share a browser; a test that waits for its turn has enough time.
describe.concurrent('a capture', () => {
  it('gives the same screenshot of a lively page twice', async () => {
    const { url, shots } = await livelyTwice();
    const [first, second] = shots;
    expect(first.png.equals(second.png)).toBe(true);
    expect(first.title).toBe('Lively page');
    expect(first.finalUrl).toBe(url);
    expect(first.notices).toEqual([]);
    expect(first.width).toBe(1_440);
    expect(first.height).toBeGreaterThan(3_500);
  });

  it('shows lazy images, parts that appear on scrolling, and each sticky or fixed bar once', async () => {
    const [{ png: shot, height }] = (await livelyTwice()).shots;
    const pixel = await pixels(shot);
    const purple = [200, 0, 200];
    expect(pixel(60, 60 + 740 + 60)).toEqual(purple);
    expect(pixel(60, height - 740 + 60)).toEqual(purple);
    expect(pixel(280, height - 740 + 60)).toEqual(purple);
    expect(pixel(60, 60 + 740 + 20 + 130 + 50)).toEqual([200, 100, 0]);
    expect(pixel(50, 60 + 20 + 30), 'the first image of the GIF').toEqual([255, 0, 0]);
    const bar: number[] = [];
    const fixed: number[] = [];
    for (let y = 5; y < height; y += 10) {
      if (pixel(700, y).join() === '0,0,200') bar.push(y);
      if (pixel(1420, y).join() === '0,200,0') fixed.push(y);
    }
    expect(bar).toEqual([5, 15, 25, 35, 45, 55]);
    expect(fixed).toEqual([105, 115, 125, 135, 145, 155, 165, 175]);
  });

  it('shows the mobile page on the mobile screen, at the fixed time', async () => {
    const running = await site({
      '/': `<title></title><script>document.title = new Date().toISOString()</script>
        <meta name=viewport content="width=device-width"><style>body{margin:0;background:red}
        @media (max-width: 500px) and (pointer: coarse) { body { background: lime } }</style>`,
    });
    const fixedTime = new Date('2026-01-02T03:04:05Z');
    const shot = await capture(running.allow, { url: `${running.origin}/`, viewport: viewports.mobile, fixedTime });
    expect([shot.width, shot.height]).toEqual([780, 1688]);
    expect((await pixels(shot.png))(100, 100)).toEqual([0, 255, 0]);
    expect(running.requests[0]?.headers['user-agent']).toContain('Mobile');
    expect(running.requests[0]?.headers['user-agent']).not.toContain('Headless');
    expect(shot.title).toBe('2026-01-02T03:04:05.000Z');
  });

  it('cuts a page that is too tall and reports it, and reports a page that scrolls sideways', async () => {
    const { allow, origin } = await site({
      '/large':
        '<body style="margin:0"><div style="width:2000px;height:2500px;background:linear-gradient(red,blue)"></div>',
      '/endless': `<body style="margin:0"><script>const grow = () => { const d = document.createElement('div');
        d.style.height = '900px'; document.body.append(d) }; grow(); grow(); onscroll = grow</script>`,
    });
    const [large, endless, zoomedOut] = await Promise.all([
      capture(allow, { url: `${origin}/large`, maxHeight: 2_000 }),
      capture(allow, { url: `${origin}/endless`, maxHeight: 2_000 }),
      capture(allow, { url: `${origin}/large`, maxHeight: 844, viewport: viewports.mobile }),
    ]);
    expect([large.width, large.height]).toEqual([2_000, 2_000]);
    expect(large.notices).toEqual([
      'The page is 2,500 px tall; the screenshot ends at 2,000 px.',
      'The page is 2,000 px wide on a screen of 1,440 px, so it scrolls sideways.',
    ]);
    expect(endless.height).toBe(2_000);
    expect(endless.notices.join()).toContain('the screenshot ends at 2,000 px');
    expect(zoomedOut.notices.join()).toContain('no viewport meta tag');
  });

  it('reports that phones show a page zoomed out that is wider than their screen', async () => {
    const { notices } = await captureSite('<!doctype html><meta name=viewport content="width=1024"><p>Text', {
      viewport: viewports.mobile,
    });
    expect(notices).toEqual(['The page is 1,024 px wide on a screen of 390 px, so phones show it zoomed out.']);
  });

  it('reports a page that grows each time that it is scrolled, and not one that ends', async () => {
    const feed = (
      most: number,
      later: string,
    ) => `<body style="margin:0"><main></main><footer style="height:40px">The end</footer><script>
      const add = () => { for (let at = 0; at < 10; at += 1) { const row = document.createElement('p');
        row.style.height = '100px'; document.querySelector('main').append(row) } };
      let left = ${most};
      add();
      new IntersectionObserver((seen) => { if (seen[0].isIntersecting && left-- > 0) ${later} })
        .observe(document.querySelector('footer'))</script>`;
    const { allow, origin } = await site({
      '/endless': feed(1_000, 'setTimeout(add, 30)'),
      '/short': feed(1, 'add()'),
    });
    const [endless, short] = await Promise.all([
      capture(allow, { url: `${origin}/endless`, viewport: smallScreen }),
      capture(allow, { url: `${origin}/short`, viewport: smallScreen }),
    ]);
    expect(endless.notices).toEqual([
      'The page grows as it is scrolled: more may follow below the screenshot, and two captures may differ.',
    ]);
    expect(short.notices).toEqual([]);
  });

  it('shows what scrolling drives as at the top of the page, and parts on their way through the screen in its middle', async () => {
    const part = (name: string) => `<p style="height:100px;margin:300px 0 0;background:lime;${name}"></p>`;
    const page = `<!doctype html><style>body{margin:0} p{animation:linear both}
      @keyframes grow{from{width:0}to{width:100%}} @keyframes in{from{opacity:0}} @keyframes out{to{opacity:0}}</style>
      <div style="position:fixed;height:20px;background:red;animation:grow linear;animation-timeline:scroll()"></div>
      <div style="height:160px;background:blue;animation:out linear both;animation-timeline:scroll();animation-range:0 160px"></div>
      ${part('animation-name:in;animation-timeline:view();animation-range:entry 0% cover 40%')}
      ${part('animation-name:out;animation-timeline:view();animation-range:exit')}`;
    const found = await runsOf(page, smallScreen, {
      progress: { x: 240, color: '255,0,0' },
      top: { x: 240, color: '0,0,255' },
      parts: { x: 240, color: '0,255,0' },
    });
    expect(found).toEqual({
      progress: [],
      top: [[0, 160]],
      parts: [
        [460, 560],
        [860, 960],
      ],
    });
  });

  it('waits until anything visible matches `waitFor` before it scrolls through the page', async () => {
    const shot = await captureSite(
      `<body style="margin:0;height:2000px"><script>
        let at = 'once it was ready';
        onscroll = () => { if (document.querySelector('.ready') === null) at = 'too early' };
        setTimeout(() => {
          document.body.innerHTML = '<p class=ready hidden></p><p class=ready style="margin:0;height:99px;background:lime">ready</p>';
          document.title = 'scrolled ' + at;
        }, 500)</script>`,
      { waitFor: '.ready', viewport: smallScreen },
    );
    expect(shot.title).toBe('scrolled once it was ready');
    expect((await pixels(shot.png))(300, 50)).toEqual([0, 255, 0]);
  });
});
