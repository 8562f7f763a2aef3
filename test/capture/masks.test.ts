import { expect, it } from 'vitest';
import { viewports } from '../../server/capture/index.ts';
import { captureSite } from './support/capture.ts';
import { expectMasksCover, redParts } from './support/masked-page.ts';
import { pixels } from './support/site.ts';

it.concurrent('masks cover everything that they match, and those without a match are reported', () =>
  expectMasksCover(viewports.mobile));

it.concurrent('a page that removes the painted masks is reported', async () => {
  const shot = await captureSite(
    redParts(`<div id=c style="height:40px"></div><script>
      new MutationObserver(() => { for (const each of document.querySelectorAll('[popover]')) each.remove() })
        .observe(document.documentElement, { childList: true })</script>`),
    { mask: ['#c'] },
  );
  expect(shot.notices.join()).toContain('removes what is painted over it');
});

it.concurrent('a mask that matches nothing is reported as that alone', async () => {
  const { noticeCodes } = await captureSite(redParts(''), { mask: ['.clock'] });
  expect(noticeCodes).toEqual(['mask_unmatched']);
});

it.concurrent('masks cover everything that they match on a zoomed page', async () => {
  const shot = await captureSite(
    redParts(`<style>html{zoom:1.5}</style>
      <div id=c style="position:absolute;left:100px;top:100px;width:200px;height:50px"></div>`),
    { mask: ['#c'] },
  );
  const pixel = await pixels(shot.png);
  const inside = [pixel(151, 151), pixel(448, 151), pixel(151, 223), pixel(448, 223)];
  expect(inside).toEqual(Array(4).fill([0x9a, 0xa0, 0xa6]));
  expect(pixel(110, 110)).toEqual([255, 255, 255]);
});
