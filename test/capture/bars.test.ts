import { expect, it } from 'vitest';
import { viewports } from '../../server/capture/index.ts';
import { toSteps } from '../../server/contract/step.ts';
import { barOf, barStyle, bottomBar, expectBarsInPlace, expectOnAllOfPage, runsOf } from './support/bars-page.ts';
import { capture } from './support/capture.ts';
import { pixels, site } from './support/site.ts';

it('a tall page shows each bar once at its edge, and parts as tall as the screen only on the first screen', () =>
  expectBarsInPlace(viewports.desktop));

it('a bar at the lower edge is at the end of a page whose root is zoomed', async () => {
  expect(await barOf('<!doctype html><html style="zoom:1.25"><body>', bottomBar)).toEqual([[3_700, 3_750]]);
});

it('a bar at the lower edge stays on the first screen while a modal dialog dims the page', async () => {
  const sheet = `<dialog style="${barStyle};inset:auto 0 0;margin:0;padding:0;border:0;outline:0;width:100%;max-width:none"></dialog>
    <script>document.querySelector('dialog').showModal()</script>`;
  expect(await barOf('<!doctype html>', sheet)).toEqual([[860, 900]]);
});

it('a dialog that opens while the page is scrolled through is reported, one that was open before is not', async () => {
  const page = (script: string) => `<!doctype html><style>body{margin:0}</style><div style="height:3000px">Words</div>
    <dialog>Our newsletter <button onclick="this.parentNode.close()">Close</button></dialog><script>${script}</script>`;
  const open = "document.querySelector('dialog').showModal()";
  const { allow, origin } = await site({
    '/scrolled': page(`addEventListener('scroll', () => ${open}, { once: true })`),
    '/open': page(open),
  });
  const codesOf = async (path: string, steps: string[] = []) =>
    (await capture(allow, { url: origin + path, steps: toSteps(steps) })).noticeCodes;
  expect(await codesOf('/open')).toEqual([]);
  expect(await codesOf('/scrolled')).toEqual(['opened_on_scroll']);
  expect(await codesOf('/scrolled', ['scroll 600', 'click button'])).toEqual([]);
});

it('a bar at the lower edge is at the end of a page with a closed box over its screen', async () => {
  const closed = '<div style="position:fixed;inset:0;background:rgb(0 0 0 / 50%);opacity:0"></div>';
  expect(await barOf('<!doctype html>', closed + bottomBar)).toEqual([[2_960, 3_000]]);
});

const redImage = `"data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" width="160" height="100"><path fill="red" d="M0 0h160v100H0z"/></svg>',
)}"`;
it.each([
  [
    'gradient',
    'background:linear-gradient(red 450px,blue 0) fixed',
    [
      [0, 450],
      [900, 1_350],
      [1_800, 2_250],
      [2_700, 3_000],
    ],
  ],
  ['image', `background:url(${redImage}) center/cover no-repeat fixed`, [[0, 3_000]]],
  ['layer over another', `background:linear-gradient(red,red) fixed,url(${redImage}) fixed`, [[0, 3_000]]],
])('a background that stands still is behind all of the page: %s', async (_, background, red) => {
  const part = 'height:300px;background:linear-gradient(lime,lime) fixed';
  const page = `<!doctype html><style>body{margin:0;${background}}</style><div style="height:1350px"></div>
    <div style="${part};margin-left:200px"></div><div style="height:1350px"></div>`;
  const found = await runsOf(page, viewports.desktop, {
    page: { x: 100, color: '255,0,0' },
    part: { x: 300, color: '0,255,0' },
  });
  expect(found).toEqual({ page: red, part: [[1_350, 1_650]] });
});

it('a fixed box that fills the screen is on all of a page, as element or by a style', () =>
  expectOnAllOfPage('background:linear-gradient(red 450px,blue 0);height:100vh', [
    [0, 450],
    [900, 1_350],
    [1_800, 2_250],
    [2_700, 3_000],
  ]));

it('a fixed box or image below the texts of a page is behind all of it, whatever its level', async () => {
  const page = (behind: string, level = '') => `<!doctype html><style>body{margin:0}
    .fixed{position:fixed;top:0;left:0;width:100%;height:100vh;${level}}</style>${behind}
    <main style="position:relative;z-index:2;height:3000px"><p style="margin:0 0 0 600px">Words</p>
    <section style="margin:1700px 0 0 50px;height:300px;background:lime"></section></main>`;
  for (const html of [
    page('<i class=fixed style="background:red"></i>', 'z-index:1;pointer-events:none'),
    page(`<img class=fixed src=${redImage}>`),
    page(
      '<section style="background:blue;width:40px;height:3000px;position:absolute"></section><i class=fixed><i style="position:absolute;left:40px;inset:0 0 0 40px;background:red"></i></i>',
    ),
  ]) {
    const found = await runsOf(html, viewports.desktop, {
      edge: { x: 45, color: '255,0,0' },
      part: { x: 100, color: '0,255,0' },
      under: { x: 20, color: '0,0,255' },
    });
    expect(found.edge).toEqual([[0, 3_000]]);
    expect(found.part).toHaveLength(1);
    expect(found.under).toEqual(html.includes('blue') ? [[0, 3_000]] : []);
  }
});

it('a fixed image or part behind the page is behind all of it, alone, and counts once among its elements', async () => {
  const page = (part: string, style = '') => `<!doctype html><style>body{margin:0;font:99px serif;${style}}
    .behind{position:fixed;inset:0;width:100%;height:100%;z-index:-1}</style>Words${part}<div style="height:3000px"></div>`;
  const half = '<i style="position:absolute;inset:0 0 50%;background:red"></i>';
  const { allow, origin } = await site({
    '/image': page(`<img class=behind src=${redImage}>`),
    '/part': page(`<div class=behind>${half}</div>`),
    '/inside': page(
      `<main style="isolation:isolate;background:#fff"><div class=behind>${half}</div><p style="height:3000px"></main>`,
    ),
  });
  const taken = async (path: string) => {
    const { png, noticeCodes, elements } = await capture(allow, { url: origin + path });
    const pixel = await pixels(png);
    const isRed = (y: number) => [5, 50, 100, 150, 200, 250].every((x) => pixel(x, y).join() === '255,0,0');
    const red = [440, 460, 950, 980, 1_300, 1_400, 2_900].filter(isRed);
    return { red, noticeCodes, parts: elements.map(({ tag }) => tag).join() };
  };
  const found = await Promise.all(['/image', '/part', '/inside'].map(taken));
  const seen = [440, 950, 980, 1_300, 2_900];
  expect(found).toEqual([
    { red: [440, 460, 950, 980, 1_300, 1_400, 2_900], noticeCodes: [], parts: 'body,img,div' },
    { red: seen, noticeCodes: [], parts: 'body,div,i,div' },
    { red: [440], noticeCodes: ['background_cut'], parts: 'body,main,div,i,p,div' },
  ]);
});

it('a fixed box by a style that leaves part of the screen free is on the first screen only', async () => {
  const page = `<!doctype html><style>body{margin:0}
    main::before{content:"";position:fixed;z-index:-1;inset:0 auto 50% 0;width:300px;background:red}</style>
    <main style="height:3000px"></main>`;
  const found = await runsOf(page, viewports.desktop, { side: { x: 100, color: '255,0,0' } });
  expect(found).toEqual({ side: [[0, 450]] });
});
