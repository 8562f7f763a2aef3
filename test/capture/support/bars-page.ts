import { expect } from 'vitest';
import type { CaptureViewport } from '../../../server/capture/index.ts';
import { captureSite, smallScreen } from './capture.ts';
import { pixels } from './site.ts';

/** Returns for each column the runs of rows with its colour, as [from, to] in CSS pixels from the top. */
export async function runsOf(
  body: string,
  viewport: CaptureViewport,
  columns: Record<string, { x: number; color: string }>,
): Promise<Record<string, number[][]>> {
  const shot = await captureSite(body, { viewport });
  const pixel = await pixels(shot.png);
  const { scale } = viewport;
  const found: Record<string, number[][]> = {};
  for (const [name, { x, color }] of Object.entries(columns)) {
    const runs: number[][] = [];
    for (let y = 0; y < shot.height / scale; y += 1) {
      if (pixel(x * scale, y * scale).join() !== color) continue;
      const last = runs.at(-1);
      if (last?.[1] === y) last[1] = y + 1;
      else runs.push([y, y + 1]);
    }
    found[name] = runs;
  }
  return found;
}

const part = (style: string) => `<div style="${style}"></div>`;

/** Captures a tall page with bars of every kind, each in a column of its own. */
export async function expectBarsInPlace(viewport: CaptureViewport): Promise<void> {
  const head = '<!doctype html><meta name=viewport content="width=device-width"><style>body{margin:0}</style>';
  const rows = [
    part('position:sticky;top:0;width:40px;height:60px;background:lime'),
    part('height:1940px'),
    part('position:sticky;bottom:0;width:80px;height:50px;background:blue'),
    part('height:450px'),
    part('position:fixed;bottom:0;left:80px;right:0;height:80px;background:red'),
    part('position:fixed;top:0;left:120px;right:0;height:60px;background:red'),
    part('position:fixed;top:0;bottom:0;left:160px;width:60px;background:lime'),
    part('position:fixed;bottom:-300px;left:0;right:0;height:300px;background:yellow'),
    part('position:fixed;inset:0;background:rgb(0 0 0 / 50%);opacity:0'),
    part('position:fixed;inset:0;background:lime;clip-path:inset(0 0 0 240px)'),
  ].join('');
  const screen = [[0, viewport.height]];
  expect(
    await runsOf(head + rows, viewport, {
      'sticks to the upper edge': { x: 20, color: '0,255,0' },
      'sticks to the lower edge': { x: 60, color: '0,0,255' },
      'at the lower edge': { x: 100, color: '255,0,0' },
      'at both edges': { x: 140, color: '255,0,0' },
      'beside the page': { x: 180, color: '0,255,0' },
      'over the page': { x: 260, color: '0,255,0' },
      hidden: { x: 20, color: '255,255,0' },
    }),
  ).toEqual({
    'sticks to the upper edge': [[0, 60]],
    'sticks to the lower edge': [[2_000, 2_050]],
    'at the lower edge': [[2_420, 2_500]],
    'at both edges': [
      [0, 60],
      [2_420, 2_500],
    ],
    'beside the page': screen,
    'over the page': screen,
    hidden: [],
  });
}

export const barStyle = 'position:fixed;bottom:0;left:0;right:0;height:40px;background:red';
export const bottomBar = `<div style="${barStyle}"></div>`;

/** Returns the runs of a red bar on a page of 1,000 px that starts with `start` and ends with `end`. */
export async function barOf(start: string, end: string): Promise<number[][] | undefined> {
  const page = `${start}<style>body{margin:0}</style><div style="height:1000px"></div>${end}`;
  return (await runsOf(page, smallScreen, { bar: { x: 100, color: '255,0,0' } })).bar;
}

/**
 * Captures a page of 1,000 px whose screen fixed boxes fill, each seen in a column of its own: an element, a style of
 * an element, one of the root. Beside them is a box by a style that leaves part of the screen free.
 */
export async function expectOnAllOfPage(style: string, red: number[][]): Promise<void> {
  const box = (selector: string, where: string) => `${selector}{content:"";position:fixed;z-index:-1;${where}}`;
  const fills = (selector: string, clip: string) => box(selector, `inset:0;${style};clip-path:inset(${clip})`);
  const html = `<!doctype html><style>body{margin:0}${fills('i', '0 60% 0 60px')}${fills('main::before', '0 45%')}
    ${fills(':root::after', '0 0 0 60%')}${box('main::after', 'inset:0 auto 50% 0;width:60px;background:lime')}</style>
    <i></i><main style="height:1000px"></main>`;
  const color = '255,0,0';
  expect(
    await runsOf(html, smallScreen, {
      element: { x: 100, color },
      style: { x: 240, color },
      root: { x: 400, color },
      side: { x: 20, color: '0,255,0' },
    }),
  ).toEqual({ element: red, style: red, root: red, side: [[0, 150]] });
}
