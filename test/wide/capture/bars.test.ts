import { describe, expect, it } from 'vitest';
import { viewports } from '../../../server/capture/index.ts';
import { barOf, bottomBar, expectOnAllOfPage, runsOf } from '../../capture/support/bars-page.ts';

const page = (body: string, height = 4_000) =>
  `<!doctype html><meta name=viewport content="width=device-width"><style>body{margin:0}</style>
   <div style="height:${height}px;background:white"></div>${body}`;

const lime = { bar: { x: 10, color: '0,255,0' } };

/** Ways to be at the lower edge of the screen, and where such a bar begins. */
const atLowerEdge: [string, string, number][] = [
  [
    'by top',
    '<div style="position:fixed;top:calc(100vh - 80px);left:0;right:0;height:80px;background:lime"></div>',
    3_920,
  ],
  [
    'moved up by itself',
    '<div style="position:fixed;top:100%;left:0;right:0;height:80px;transform:translateY(-100%);background:lime"></div>',
    3_920,
  ],
  [
    'above another',
    '<div style="position:fixed;bottom:56px;left:0;right:0;height:80px;background:lime;transition:all 2s"></div>',
    3_864,
  ],
  [
    'in a shadow tree',
    `<x-bar></x-bar><script>document.querySelector('x-bar').attachShadow({ mode: 'open' }).innerHTML =
    '<div style="position:fixed;bottom:0;left:0;right:0;height:80px;background:lime"></div>'</script>`,
    3_920,
  ],
  [
    'animated in',
    `<style>@keyframes up { from { bottom: -80px } } .b { animation: up 1s both; position:fixed;bottom:0;left:0;right:0;height:80px;background:lime }</style>
    <div class=b></div>`,
    3_920,
  ],
];
/** Each on one of the screens, in turn. */
const pages = atLowerEdge.map(([name, body, top], at) => ({
  ...{ name, body, top },
  viewport: at % 2 === 0 ? viewports.desktop : viewports.mobile,
}));

describe.concurrent('bars of a tall page', () => {
  it.each(pages)('at the lower edge are at the end: $name, $viewport.name', async ({ body, top, viewport }) => {
    expect(await runsOf(page(body), viewport, lime)).toEqual({ bar: [[top, top + 80]] });
  });

  it('leave a part as tall as the screen at its height', async () => {
    const body = page('<div style="height:100vh;background:lime"></div>', 2_000);
    const { mobile } = viewports;
    expect(await runsOf(body, mobile, lime)).toEqual({ bar: [[2_000, 2_000 + mobile.height]] });
  });
});

it.each([
  ['its root is made smaller', '<!doctype html><html style="zoom:0.8"><body>', '', 800],
  ['its body is zoomed', '<!doctype html><body style="zoom:1.25">', '', 1_250],
  ['it has no doctype', '<body>', '', 1_000],
  ['a texture is over its screen', '<!doctype html>', 'background:rgb(0 0 0 / 5%);pointer-events:none', 1_000],
  ['a faint box is behind it', '<!doctype html>', 'background:rgb(0 0 0 / 5%);z-index:-1', 1_000],
])('a bar at the lower edge is at the end of a page: %s', async (_, start, over, end) => {
  const box = over === '' ? '' : `<div style="position:fixed;inset:0;${over}"></div>`;
  expect(await barOf(start, box + bottomBar)).toEqual([[end - (40 * end) / 1_000, end]]);
});

it.each([
  ['half transparent', 'background:rgb(0 0 0 / 50%)'],
  ['faint', 'background:#000;opacity:.5'],
])('a bar at the lower edge stays on the first screen while a %s box dims the page', async (_, style) => {
  const box = `<div style="position:fixed;inset:0;${style}"></div>`;
  expect(await barOf('<!doctype html>', box + bottomBar)).toEqual([[260, 300]]);
});

it.each([
  ['of one colour', 'background:red'],
  ['larger than the screen', 'background:red;inset:-50%'],
  ['over the page, for the eye only', 'background:red;z-index:9;pointer-events:none'],
])('a fixed box that fills the screen is on all of a page: %s', (_, style) => expectOnAllOfPage(style, [[0, 1_000]]));
