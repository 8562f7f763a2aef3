import { describe, expect, it } from 'vitest';
import { viewports } from '../../../server/capture/index.ts';
import { capture } from '../../capture/support/capture.ts';
import { pixels, site } from '../../capture/support/site.ts';

const page = (body: string, height = 4_000) =>
  `<!doctype html><meta name=viewport content="width=device-width"><style>body{margin:0}</style>
   <div style="height:${height}px;background:white"></div>${body}`;

const screens = [viewports.desktop, viewports.mobile];

/** Returns the runs of the left edge that have this colour, as [from, to] in CSS pixels. */
async function runs(body: string, color: string, viewport: (typeof screens)[number]): Promise<number[][]> {
  const running = await site({ '/': body });
  const shot = await capture(running.allow, { url: `${running.origin}/`, viewport });
  const pixel = await pixels(shot.png);
  const found: number[][] = [];
  for (let y = 0; y < shot.height / viewport.scale; y += 1) {
    if (pixel(10 * viewport.scale, y * viewport.scale).join() !== color) continue;
    const last = found.at(-1);
    if (last?.[1] === y) last[1] = y + 1;
    else found.push([y, y + 1]);
  }
  return found;
}

describe.concurrent.each(screens)('bars of a tall page, $name', (viewport) => {
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
    expect(await runs(page(body), '0,255,0', viewport)).toEqual([[top, top + 80]]);
  });

  it('leave a part as tall as the screen at its height', async () => {
    const body = page('<div style="height:100vh;background:lime"></div>', 2_000);
    expect(await runs(body, '0,255,0', viewport)).toEqual([[2_000, 2_000 + viewport.height]]);
  });
});
