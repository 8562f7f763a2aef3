import { describe, expect, it } from 'vitest';
import { nameChangingAreas } from '../../server/adapters/capture-view/name-changing-areas.ts';
import { compare } from '../../server/adapters/images/index.ts';
import { viewports } from '../../server/capture/index.ts';
import { capture, captureSite } from './support/capture.ts';
import { pixels, site } from './support/site.ts';

const head = '<!doctype html><meta name=viewport content="width=device-width"><body style="margin:0">';

const late = '<p>calm</p><script>setTimeout(() => document.body.append("and there it is"), 2000)</script>';

// The tests share a browser; a test that waits for its turn has enough time.
describe.concurrent('a page that changes by itself', () => {
  it('is reported with the area in CSS pixels, and is stable once that is masked', async () => {
    const box = `<div id=c style="position:absolute;left:12px;top:840px;width:200px;height:90px"></div><script>
      let on = 0; setInterval(() => { on += 1; c.style.background = ['red', 'lime', 'blue', 'black'][on % 4] }, 700)</script>`;
    const running = await site({ '/': head + box });
    const viewport = viewports.mobile;
    const shot = await capture(running.allow, { url: `${running.origin}/`, viewport });
    const message =
      'Part of this page changes by itself (200 × 90 px at 12, 840): name it in `mask`, or two captures may differ.';
    expect(await nameChangingAreas(shot.capture, viewport.scale, 'page', compare)).toEqual([
      { code: 'changes_by_itself', message },
    ]);
    const masked = await capture(running.allow, { url: `${running.origin}/`, viewport, mask: ['#c'] });
    expect([masked.notices, masked.earlier]).toEqual([[], null]);
  });

  it('is captured after it settles within two seconds', async () => {
    const { notices, earlier, elements } = await captureSite(head + late);
    expect([notices, earlier]).toEqual([[], null]);
    expect(elements.map(({ text }) => text).join()).toContain('and there it is');
  });

  it('is captured even when it fades in whenever it is shown', async () => {
    const style = '<style>:root { transition: all 9s linear } body { background: teal }</style>';
    const shot = await captureSite(`${head}${style}<p>calm</p>`);
    expect((await pixels(shot.png))(700, 500)).toEqual([0, 128, 128]);
  });

  it('is followed when it soon redirects, and a later redirect is reported', async () => {
    const running = await site({
      '/soon': '<script>setTimeout(() => location.replace("/landed"), 2000)</script>',
      '/landed': '<title>Landed</title><body style="background:lime">',
      '/late': `${head}<title>Late</title><script>setTimeout(() => location.replace("/landed"), 8000)</script>`,
    });
    const { allow, origin } = running;
    const soon = await capture(allow, { url: `${origin}/soon` });
    expect([soon.title, (await pixels(soon.png))(100, 100)]).toEqual(['Landed', [0, 255, 0]]);
    const shot = await capture(allow, { url: `${origin}/late` });
    expect([shot.title, shot.finalUrl]).toEqual(['Late', `${origin}/late`]);
    expect(shot.notices.join()).toContain('a few seconds later');
  });
});
