import { afterEach, expect, it } from 'vitest';
import { viewports } from '../../server/capture/index.ts';
import { capture } from './support/capture.ts';
import { pixels, type Site, site } from './support/site.ts';

let running: Site | undefined;
afterEach(async () => {
  await running?.close();
  running = undefined;
});

const grey = [0x9a, 0xa0, 0xa6];
const page = (body: string) =>
  `<!doctype html><meta name=viewport content="width=device-width"><style>body{margin:0}
   div, x-part { all: unset; display: block; background: red !important }</style>${body}`;

it.each([viewports.desktop, viewports.mobile])('masks cover all of what they name, $name', async (viewport) => {
  running = await site({
    '/': page(`<div class=m style="height:40.5px;width:100.5px"></div>
      <x-part id=host></x-part>
      <div style="height:3000px;background:white !important"></div>
      <div class=m style="height:40px"></div>
      <dialog style="position:fixed;inset:100px auto auto 0;margin:0;border:0;padding:0;width:60px;height:60px;background:red" class=m></dialog>
      <div class=m style="position:fixed;bottom:0;left:0;width:60px;height:30px;z-index:2147483647"></div>
      <script>
        host.attachShadow({ mode: 'open' }).innerHTML = '<p class=m style="margin:0;height:40px;background:red"></p>';
        document.querySelector('dialog').showModal();
      </script>`),
  });
  const shot = await capture(running.allow, { url: `${running.origin}/`, viewport, mask: ['.m'] });
  expect(shot.notices).toEqual([]);
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
});

it('a page that removes what is painted over it is told on', async () => {
  running = await site({
    '/': page(`<div id=c style="height:40px"></div><script>
      new MutationObserver(() => { for (const each of document.querySelectorAll('[popover]')) each.remove() })
        .observe(document.documentElement, { childList: true })</script>`),
  });
  const shot = await capture(running.allow, { url: `${running.origin}/`, mask: ['#c'] });
  expect(shot.notices.join()).toContain('removes what is painted over it');
});
