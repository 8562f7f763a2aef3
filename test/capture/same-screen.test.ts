import { describe, expect, it } from 'vitest';
import { contextOptions, viewports } from '../../server/capture/index.ts';
import { keepScreen, shoot } from '../../server/capture/screen.ts';
import { testBrowser } from '../support/browser.ts';
import { capture } from './support/capture.ts';
import { opened, pixels } from './support/site.ts';

const head = '<!doctype html><meta name=viewport content="width=device-width"><style>body{margin:0}</style>';
const rest = '<div style="height:5000px;background:linear-gradient(blue,yellow)"></div>';
const screens = [viewports.desktop, viewports.mobile];

/** Green, each by its own way, wherever the screen is wider than 300 px: after a transition, an animation, in a shadow tree, in a frame. */
const wideOnly = `
  .b { height: 100px; background: red; transition: background-color .2s, opacity 90s }
  .c { height: 100px; background: red }
  @keyframes in { from { background: red } to { background: rgb(0, 128, 0) } }
  @media (min-width: 300px) {
    .b { background: rgb(0, 128, 0) }
    .c { animation: in 2s both }
  }`;

describe.each(screens)('a capture on the $name screen', (viewport) => {
  it('shows what transitions and animations of a media query end at', async () => {
    const inner = `<style>body{margin:0}${wideOnly}</style><div class=b></div><div class=c></div>`;
    const running = await opened({
      '/': `${head}<style>${wideOnly}</style><div class=b></div><div class=c></div>
        <x-part></x-part><iframe src=/frame style="display:block;border:0;width:100%;height:200px"></iframe>
        <script>document.querySelector('x-part').attachShadow({ mode: 'closed' }).innerHTML = ${JSON.stringify(inner)}</script>${rest}`,
      '/frame': inner,
    });
    const shot = await capture(running.allow, { url: `${running.origin}/`, viewport });
    const pixel = await pixels(shot.png);
    const colours = [50, 150, 250, 350, 450, 550].map((y) => pixel(50, y * viewport.scale).join());
    expect(colours).toEqual(Array(6).fill('0,128,0'));
    expect(shot.notices).toEqual([]);
  });

  it.each([
    ['its root is read from the right', 'html{direction:rtl}'],
    ['its body is read from the right', 'body{direction:rtl}'],
    ['its lines run down from the right', 'body{writing-mode:vertical-rl}div{writing-mode:horizontal-tb}'],
    ['only its root, not its body, is read from the right', 'html{direction:rtl}body{direction:ltr}'],
  ])('lists elements where the screenshot shows them on a page that is too wide: %s', async (_, css) => {
    const width = viewport.width + 200;
    const running = await opened({
      '/': `${head}<style>${css} div{height:200px} span{display:inline-block;width:80px;height:80px}
        #go{background:rgb(255,0,0);color:white}#far{background:rgb(0,0,255);color:white}#masked{background:rgb(0,255,0)}
        #list{width:300px;height:90px;overflow:auto}#list p{width:700px;margin:0}</style>
        <div><span id=go>Near</span><span id=masked></span></div>
        <div style="width:${width}px;display:flex;justify-content:space-between"><i></i><span id=far>Far</span></div>
        <div id=list><p>A list</p></div>`,
    });
    const shot = await capture(running.allow, {
      url: `${running.origin}/`,
      viewport,
      mask: ['#masked'],
      facts: { engine: null },
    });
    expect(shot.width).toBeGreaterThanOrEqual(width * viewport.scale);
    const pixel = await pixels(shot.png);
    const colourAt = ({ x, y }: { x: number; y: number }) =>
      pixel((x + 4) * viewport.scale, (y + 70) * viewport.scale).join();
    const boxOf = (id: string) =>
      shot.elements.find(({ selectors }) => selectors.some(({ selector }) => selector === `#${id}`))?.box;
    expect(['go', 'far', 'masked'].map((id) => colourAt(boxOf(id) ?? { x: 0, y: 0 }))).toEqual([
      '255,0,0',
      '0,0,255',
      '154,160,166',
    ]);
    expect(shot.facts?.texts.filter(({ covered }) => covered)).toEqual([]);
    expect(shot.facts?.page.spills.map(({ text }) => text)).toContain('Far');
    const isLtr = css.endsWith('ltr}') || css.includes('vertical');
    expect(shot.notices).toContain(
      `A part of 300 × 90 px scrolls inside the page; 400 px to the ${isLtr ? 'right' : 'left'} are not shown.`,
    );
  });

  it('never resizes a page that scrolls as a whole', async () => {
    const running = await opened({
      '/': `${head}<div style="height:100vh;background:white"></div>${rest}<script>
        const heard = (what) => fetch('/heard?' + what);
        const listen = () => {
          addEventListener('resize', () => heard('resize'));
          visualViewport.addEventListener('resize', () => heard('visual'));
          matchMedia('(min-width: 300px)').addEventListener('change', () => heard('width'));
          matchMedia('(min-height: 300px)').addEventListener('change', () => heard('height'));
          let first = true;
          new ResizeObserver(() => { if (!first) heard('observer'); first = false }).observe(document.documentElement);
        };
        // A phone is given its screen only once the page has loaded.
        addEventListener('load', () => requestAnimationFrame(() => requestAnimationFrame(listen)));
      </script>`,
      '/heard': 'x',
    });
    const shot = await capture(running.allow, { url: `${running.origin}/`, viewport });
    expect(shot.height).toBe((viewport.height + 5_000) * viewport.scale);
    expect(running.requests.map(({ path }) => path).filter((path) => path.startsWith('/heard'))).toEqual([]);
  });
});

it('a capture scrolls once more through what came only after it had scrolled', async () => {
  const { origin, allow } = await opened({
    '/': `<body style="margin:0"><div style="height:2000px"></div><script>
      const seen = new IntersectionObserver((entries) => {
        for (const { isIntersecting, target } of entries) if (isIntersecting) target.style.background = 'lime';
      });
      let isDown = false;
      onscroll = async () => {
        if (scrollY > 0) isDown = true;
        else if (isDown) {
          onscroll = null;
          document.body.insertAdjacentHTML('beforeend', await (await fetch('/more')).text());
          seen.observe(document.querySelector('p'));
        }
      }</script>`,
    '/more': '<div style="height:1000px"></div><p style="height:100px;margin:0;background:red"></p>',
  });
  const { png: shot, height } = await capture(allow, { url: `${origin}/` });
  expect(height).toBe(3_100);
  expect((await pixels(shot))(700, 3_050)).toEqual([0, 255, 0]);
});

it('a capture says that parts hide again when they leave the screen, and nothing of parts that are always hidden', async () => {
  const tall = '<body style="margin:0"><div style="height:1000px"></div><p style="opacity:0;height:100px">words</p>';
  const running = await opened({
    '/again': `${tall}<script>new IntersectionObserver(([entry]) => {
      entry.target.style.opacity = entry.isIntersecting ? 1 : 0 }).observe(document.querySelector('p'))</script>`,
    '/always': tall,
  });
  const again = await capture(running.allow, { url: `${running.origin}/again` });
  expect([again.noticeCodes, again.notices.join()]).toEqual([['shown_on_scroll'], expect.stringContaining('blank')]);
  expect((await capture(running.allow, { url: `${running.origin}/always` })).notices).toEqual([]);
});

it('Chromium draws the edges of layers alike in all looks of one scale, whatever was drawn at another before', async () => {
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
        await keepScreen(session, viewport, 0.25);
        await shoot(session, whole, 0.25);
        for (let at = 0; at < 4; at += 1) found.push((await shoot(session, whole, 0.25)).toString('base64'));
        await keepScreen(session, viewport);
        await shoot(session, whole, 1);
      }
      return found;
    },
  );
  expect(new Set(looks).size).toBe(1);
});
