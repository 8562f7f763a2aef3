import { expect } from 'vitest';
import type { CaptureViewport } from '../../../server/capture/index.ts';
import { captureSite } from './capture.ts';
import { pixels } from './site.ts';

const grey = [0x9a, 0xa0, 0xa6];

/** Returns a page of red parts that override the browser’s own styles. */
export const redParts = (body: string) =>
  `<!doctype html><meta name=viewport content="width=device-width"><style>body{margin:0}
   div, x-part { all: unset; display: block; background: red !important }</style>${body}`;

/** Captures a page with masked parts of every kind, and names two masks that match nothing. */
export async function expectMasksCover(viewport: CaptureViewport): Promise<void> {
  const shot = await captureSite(
    redParts(`<div class=m style="height:40.5px;width:100.5px"></div>
      <x-part id=host></x-part>
      <div style="height:1500px;background:white !important"></div>
      <div class=m style="height:40px"></div>
      <dialog style="position:fixed;inset:100px auto auto 0;margin:0;border:0;padding:0;width:60px;height:60px;background:red" class=m></dialog>
      <div class=m style="position:fixed;bottom:0;left:0;width:60px;height:30px;z-index:2147483647"></div>
      <script>
        host.attachShadow({ mode: 'open' }).innerHTML = '<p class=m style="margin:0;height:40px;background:red"></p>';
        document.querySelector('dialog').showModal();
      </script>`),
    { viewport, mask: ['.m', '.none', '[[bad'] },
  );
  expect(shot.notices).toEqual([expect.stringContaining('.none'), expect.stringContaining('[[bad')]);
  const pixel = await pixels(shot.png);
  const { scale } = viewport;
  const end = shot.height / scale;
  for (const [x, y] of [
    [5, 5],
    [99, 39],
    [5, 60],
    [5, 130],
    [5, end - 5],
    [5, end - 35],
  ] as const) {
    expect(pixel(x * scale, y * scale), `at ${x}, ${y}`).toEqual(grey);
  }
  expect(pixel(300, 1_000)).not.toEqual(grey);
}
