import { expect } from 'vitest';
import { type CaptureViewport, viewports } from '../../../server/capture/index.ts';
import { captureSite } from './capture.ts';
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

/** Captures tall pages with bars of every kind, each in a column of its own. */
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
  ].join('');
  const screen = [[0, viewport.height]];
  expect(
    await runsOf(head + rows, viewport, {
      'sticks to the upper edge': { x: 20, color: '0,255,0' },
      'sticks to the lower edge': { x: 60, color: '0,0,255' },
      'at the lower edge': { x: 100, color: '255,0,0' },
      'at both edges': { x: 140, color: '255,0,0' },
      'beside the page': { x: 180, color: '0,255,0' },
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
    hidden: [],
  });
  const backdrop = part('height:2500px') + part('position:fixed;inset:0;background:lime');
  expect(await runsOf(head + backdrop, viewport, { backdrop: { x: 10, color: '0,255,0' } })).toEqual({
    backdrop: screen,
  });
}

export const barStyle = 'position:fixed;bottom:0;left:0;right:0;height:40px;background:red';
export const bottomBar = `<div style="${barStyle}"></div>`;

/** Returns the runs of a red bar on a page of 3,000 px that starts with `start` and ends with `end`. */
export async function barOf(start: string, end: string): Promise<number[][] | undefined> {
  const page = `${start}<style>body{margin:0}</style><div style="height:3000px"></div>${end}`;
  return (await runsOf(page, viewports.desktop, { bar: { x: 100, color: '255,0,0' } })).bar;
}

/** Captures a page of 3,000 px whose screen a fixed box fills: an element, a style of an element, one of the root. */
export async function expectOnAllOfPage(style: string, red: number[][]): Promise<void> {
  const rule = `{position:fixed;inset:0;z-index:-1;${style}}`;
  for (const page of [
    `<style>i${rule}</style><i></i>`,
    `<style>main::before{content:""}main::before${rule}</style>`,
    `<style>:root::after{content:""}:root::after${rule}</style>`,
  ]) {
    const html = `<!doctype html><style>body{margin:0}</style>${page}<main style="height:3000px"></main>`;
    const found = await runsOf(html, viewports.desktop, { page: { x: 100, color: '255,0,0' } });
    expect(found).toEqual({ page: red });
  }
}
