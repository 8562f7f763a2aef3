import { expect, it } from 'vitest';
import { viewports } from '../../server/capture/index.ts';
import { toSteps } from '../../server/contract/step.ts';
import { barOf, barStyle, bottomBar, expectBarsInPlace, expectOnAllOfPage, runsOf } from './support/bars-page.ts';
import { capture, smallScreen } from './support/capture.ts';
import { pixels, site } from './support/site.ts';

it('a tall page shows each bar once at its edge, and parts as tall as the screen only on the first screen', () =>
  expectBarsInPlace(viewports.desktop));

it('a bar at the lower edge is at the end of a page whose root is zoomed', async () => {
  expect(await barOf('<!doctype html><html style="zoom:1.25"><body>', bottomBar)).toEqual([[1_200, 1_250]]);
});

it('a bar at the lower edge stays on the first screen while a modal dialog dims the page', async () => {
  const sheet = `<dialog style="${barStyle};inset:auto 0 0;margin:0;padding:0;border:0;outline:0;width:100%;max-width:none"></dialog>
    <script>document.querySelector('dialog').showModal()</script>`;
  expect(await barOf('<!doctype html>', sheet)).toEqual([[260, 300]]);
});

it('a dialog that opens while the page is scrolled through is reported, one that was open before is not', async () => {
  const page = (script: string) => `<!doctype html><style>body{margin:0}</style><div style="height:1000px">Words</div>
    <dialog>Our newsletter <button onclick="this.parentNode.close()">Close</button></dialog><script>${script}</script>`;
  const open = "document.querySelector('dialog').showModal()";
  const { allow, origin } = await site({
    '/scrolled': page(`addEventListener('scroll', () => ${open}, { once: true })`),
    '/open': page(open),
  });
  const codesOf = async (path: string, steps: string[] = []) =>
    (await capture(allow, { url: origin + path, viewport: smallScreen, steps: toSteps(steps) })).noticeCodes;
  expect(await codesOf('/open')).toEqual([]);
  expect(await codesOf('/scrolled')).toEqual(['opened_on_scroll']);
  expect(await codesOf('/scrolled', ['scroll 600', 'click button'])).toEqual([]);
});

const redImage = `"data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" width="160" height="100"><path fill="red" d="M0 0h160v100H0z"/></svg>',
)}"`;
const redGradient = 'linear-gradient(red 150px,blue 0)';
const halfOfEachScreen = [
  [0, 150],
  [300, 450],
  [600, 750],
  [900, 1_000],
];

it('a background that stands still is behind all of its part: gradient, image, layer over another', async () => {
  const column = (left: number, style: string) =>
    `<div style="position:absolute;left:${left}px;width:80px;top:0;height:1000px;${style}"></div>`;
  const page = `<!doctype html><style>body{margin:0;height:1000px;background:${redGradient} fixed}</style>
    ${column(100, `background:url(${redImage.replaceAll('"', "'")}) center/cover no-repeat fixed`)}
    ${column(200, `background:linear-gradient(red,red) fixed,url(${redImage.replaceAll('"', "'")}) fixed`)}
    ${column(300, 'top:450px;height:100px;background:linear-gradient(lime,lime) fixed')}`;
  const color = '255,0,0';
  const found = await runsOf(page, smallScreen, {
    gradient: { x: 50, color },
    image: { x: 140, color },
    layers: { x: 240, color },
    part: { x: 340, color: '0,255,0' },
  });
  const all = [[0, 1_000]];
  expect(found).toEqual({ gradient: halfOfEachScreen, image: all, layers: all, part: [[450, 550]] });
});

it('a fixed box that fills the screen is on all of a page, one that leaves part of it free on the first screen only', () =>
  expectOnAllOfPage(`background:${redGradient};height:100vh`, halfOfEachScreen));

it('a fixed box below the texts of a page is behind all of it, whatever its level', async () => {
  const page = (behind: string, level = '') => `<!doctype html><style>body{margin:0}
    .fixed{position:fixed;top:0;left:0;width:100%;height:100vh;${level}}</style>${behind}
    <main style="position:relative;z-index:2;height:1000px"><p style="margin:0 0 0 200px">Words</p>
    <section style="margin:600px 0 0 50px;height:100px;background:lime"></section></main>`;
  for (const html of [
    page('<i class=fixed style="background:red"></i>', 'z-index:1;pointer-events:none'),
    page(
      '<section style="background:blue;width:40px;height:1000px;position:absolute"></section><i class=fixed><i style="position:absolute;left:40px;inset:0 0 0 40px;background:red"></i></i>',
    ),
  ]) {
    const found = await runsOf(html, smallScreen, {
      edge: { x: 45, color: '255,0,0' },
      part: { x: 100, color: '0,255,0' },
      under: { x: 20, color: '0,0,255' },
    });
    expect(found.edge).toEqual([[0, 1_000]]);
    expect(found.part).toHaveLength(1);
    expect(found.under).toEqual(html.includes('blue') ? [[0, 1_000]] : []);
  }
});

it('a fixed image or part behind the page is behind all of it, alone, and counts once among its elements', async () => {
  const page = (part: string, style = '') => `<!doctype html><style>body{margin:0;font:99px serif;${style}}
    .behind{position:fixed;inset:0;width:100%;height:100%;z-index:-1}</style>Words${part}<div style="height:900px"></div>`;
  const half = '<i style="position:absolute;inset:0 0 50%;background:red"></i>';
  const { allow, origin } = await site({
    '/image': page(`<img class=behind src=${redImage}>`),
    '/part': page(`<div class=behind>${half}</div>`),
    '/inside': page(
      `<main style="isolation:isolate;background:#fff"><div class=behind>${half}</div><p style="height:900px"></main>`,
    ),
  });
  const taken = async (path: string) => {
    const { png, noticeCodes, elements } = await capture(allow, { url: origin + path, viewport: smallScreen });
    const pixel = await pixels(png);
    const isRed = (y: number) => [5, 50, 100, 150, 200, 250].every((x) => pixel(x, y).join() === '255,0,0');
    const red = [140, 160, 320, 440, 460, 890].filter(isRed);
    return { red, noticeCodes, parts: elements.map(({ tag }) => tag).join() };
  };
  const found = await Promise.all(['/image', '/part', '/inside'].map(taken));
  const seen = [140, 320, 440];
  expect(found).toEqual([
    { red: [140, 160, 320, 440, 460, 890], noticeCodes: [], parts: 'body,img,div' },
    { red: seen, noticeCodes: [], parts: 'body,div,i,div' },
    { red: [140], noticeCodes: ['background_cut'], parts: 'body,main,div,i,p,div' },
  ]);
});
