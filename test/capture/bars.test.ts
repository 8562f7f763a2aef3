import { describe, expect, it } from 'vitest';
import { viewports } from '../../server/capture/index.ts';
import { capture } from './support/capture.ts';
import { opened, pixels } from './support/site.ts';

const page = (body: string, height = 4_000) =>
  `<!doctype html><meta name=viewport content="width=device-width"><style>body{margin:0}</style>
   <div style="height:${height}px;background:white"></div>${body}`;

const screens = [viewports.desktop, viewports.mobile];

/** CSS pixels of the left edge that have this colour, as [from, to] runs. */
async function runs(body: string, color: string, viewport: (typeof screens)[number]): Promise<number[][]> {
  const running = await opened({ '/': body });
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
  it('at the lower edge lie at the end', async () => {
    const bar = '<div style="position:fixed;bottom:0;left:0;right:0;height:80px;background:lime"></div>';
    expect(await runs(page(bar), '0,255,0', viewport)).toEqual([[3_920, 4_000]]);
  });

  it('at the upper edge lie at the top, once', async () => {
    for (const position of ['fixed;top:0', 'sticky;top:0']) {
      const bar = `<!doctype html><meta name=viewport content="width=device-width"><style>body{margin:0}</style>
        <div style="position:${position};left:0;right:0;height:60px;background:lime"></div><div style="height:4000px"></div>`;
      expect(await runs(bar, '0,255,0', viewport)).toEqual([[0, 60]]);
    }
  });

  it('that stick to the lower edge lie where they belong', async () => {
    const body = page(
      '<div style="position:sticky;bottom:0;height:50px;background:lime"></div><div style="height:500px"></div>',
      3_000,
    );
    expect(await runs(body, '0,255,0', viewport)).toEqual([[3_000, 3_050]]);
  });

  it('and what fills the screen stays on the first one', async () => {
    const backdrop = page('<div style="position:fixed;inset:0;background:lime"></div>');
    expect(await runs(backdrop, '0,255,0', viewport)).toEqual([[0, viewport.height]]);
    const side = page('<div style="position:fixed;top:0;bottom:0;left:0;width:60px;background:lime"></div>');
    expect(await runs(side, '0,255,0', viewport)).toEqual([[0, viewport.height]]);
    const hidden = page('<div style="position:fixed;bottom:-300px;left:0;right:0;height:300px;background:lime"></div>');
    expect(await runs(hidden, '0,255,0', viewport)).toEqual([]);
  });
});
