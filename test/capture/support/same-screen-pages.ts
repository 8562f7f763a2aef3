import { expect } from 'vitest';
import type { CaptureViewport } from '../../../server/capture/index.ts';
import { capture, captureSite, type Taken } from './capture.ts';
import { pixels, site } from './site.ts';

const head = '<!doctype html><meta name=viewport content="width=device-width"><style>body{margin:0}</style>';
const rest = '<div style="height:2000px;background:linear-gradient(blue,yellow)"></div>';

/** Styles that turn parts green in different ways on screens wider than 300 px: by a transition or an animation. */
const wideOnly = `
  .b { height: 100px; background: red; transition: background-color .2s, opacity 90s }
  .c { height: 100px; background: red }
  @keyframes in { from { background: red } to { background: rgb(0, 128, 0) } }
  @media (min-width: 300px) {
    .b { background: rgb(0, 128, 0) }
    .c { animation: in 2s both }
  }`;

/** Expects the final state of a media query’s transitions and animations, in the page, a shadow tree and a frame. */
export async function expectMediaQueryApplied(viewport: CaptureViewport): Promise<void> {
  const inner = `<style>body{margin:0}${wideOnly}</style><div class=b></div><div class=c></div>`;
  const shot = await captureSite(
    {
      '/': `${head}<style>${wideOnly}</style><div class=b></div><div class=c></div>
      <x-part></x-part><iframe src=/frame style="display:block;border:0;width:100%;height:200px"></iframe>
      <script>document.querySelector('x-part').attachShadow({ mode: 'closed' }).innerHTML = ${JSON.stringify(inner)}</script>${rest}`,
      '/frame': inner,
    },
    { viewport },
  );
  const pixel = await pixels(shot.png);
  const colours = [50, 150, 250, 350, 450, 550].map((y) => pixel(50, y * viewport.scale).join());
  expect(colours).toEqual(Array(6).fill('0,128,0'));
  expect(shot.notices).toEqual([]);
}

/** Layouts of a page that is too wide, as titles and styles. */
export const wideLayouts = {
  'its root is read from the right': 'html{direction:rtl}',
  'its body is read from the right': 'body{direction:rtl}',
  'its lines run down from the right': 'body{writing-mode:vertical-rl}div{writing-mode:horizontal-tb}',
  'only its root, not its body, is read from the right': 'html{direction:rtl}body{direction:ltr}',
};

/** Expects elements, masks and facts of a page that is too wide to be where the screenshot shows them. */
export async function expectElementsInPlace(
  viewport: CaptureViewport,
  layout: keyof typeof wideLayouts,
): Promise<void> {
  const css = wideLayouts[layout];
  const width = viewport.width + 200;
  const shot = await captureSite(
    `${head}<style>${css} div{height:200px} span{display:inline-block;width:80px;height:80px}
      #go{background:rgb(255,0,0);color:white}#far{background:rgb(0,0,255);color:white}#masked{background:rgb(0,255,0)}
      #list{width:300px;height:90px;overflow:auto}#list p{width:700px;margin:0}</style>
      <div><span id=go>Near</span><span id=masked></span></div>
      <div style="width:${width}px;display:flex;justify-content:space-between"><i></i><span id=far>Far</span></div>
      <div id=list><p>A list</p></div>`,
    { viewport, mask: ['#masked'], facts: { engine: null } },
  );
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
}

/** Expects a page of this width, read from the right, to be cut at its end, with elements where the screenshot shows them. */
export async function expectStartShown(css: string, width: number): Promise<Taken> {
  const shot = await captureSite(
    `<!doctype html><html dir=rtl><style>html{${css}} body{margin:0} a{display:block;width:80px;height:80px}
      #go{background:red} #far{position:absolute;right:${width - 80}px}</style>
      <a id=go href=/go></a><a id=far href=/far></a>`,
    { facts: { engine: null } },
  );
  const pixel = await pixels(shot.png);
  expect([pixel(shot.width - 5, 5), pixel(shot.width - 75, 75)]).toEqual(Array(2).fill([255, 0, 0]));
  const boxes = shot.elements.filter(({ tag }) => tag === 'a').map(({ box }) => box);
  expect(boxes).toEqual([{ x: shot.width - 80, y: 0, width: 80, height: 80 }]);
  expect(shot.facts?.controls.map(({ box }) => box)).toEqual(boxes);
  return shot;
}

/** Expects that a page that scrolls as a whole never sees another size than its screen. */
export async function expectNeverResized(viewport: CaptureViewport): Promise<void> {
  const running = await site({
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
  expect(shot.height).toBe((viewport.height + 2_000) * viewport.scale);
  expect(running.requests.map(({ path }) => path).filter((path) => path.startsWith('/heard'))).toEqual([]);
}
