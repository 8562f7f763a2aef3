import { describe, expect, it } from 'vitest';
import { viewports } from '../../../server/capture/index.ts';
import { runsOf } from '../../capture/support/bars-page.ts';

const page = (body: string, height = 4_000) =>
  `<!doctype html><meta name=viewport content="width=device-width"><style>body{margin:0}</style>
   <div style="height:${height}px;background:white"></div>${body}`;

const lime = { bar: { x: 10, color: '0,255,0' } };

describe.concurrent.each([viewports.desktop, viewports.mobile])('bars of a tall page, $name', (viewport) => {
  it.each([
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
  ])('at the lower edge are at the end: %s', async (_name, body, top) => {
    expect(await runsOf(page(body), viewport, lime)).toEqual({ bar: [[top, top + 80]] });
  });

  it('leave a part as tall as the screen at its height', async () => {
    const body = page('<div style="height:100vh;background:lime"></div>', 2_000);
    expect(await runsOf(body, viewport, lime)).toEqual({ bar: [[2_000, 2_000 + viewport.height]] });
  });
});
