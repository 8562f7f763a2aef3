import { describe, expect, it } from 'vitest';
import { nameChangingAreas } from '../../../server/adapters/capture-view/name-changing-areas.ts';
import { compare } from '../../../server/adapters/images/index.ts';
import { viewports } from '../../../server/capture/index.ts';
import { capture, captureSite } from '../../capture/support/capture.ts';
import { site } from '../../capture/support/site.ts';

const head = '<!doctype html><meta name=viewport content="width=device-width"><body style="margin:0">';

const restless = {
  'a clock': `<p id=c style="font:40px monospace"></p><script>
    const tick = () => { c.textContent = performance.now().toFixed() }; tick(); setInterval(tick, 1000)</script>`,
  'a carousel by setInterval': `<div id=c style="width:320px;height:90px"></div><script>
    let n = 0; setInterval(() => { n += 1; c.style.background = 'hsl(' + n * 47 + ' 80% 50%)' }, 3000)</script>`,
  'a carousel by setTimeout': `<div id=c style="width:320px;height:90px">0</div><script>
    const next = () => { c.textContent = Number(c.textContent) + 1; setTimeout(next, 2000) }; setTimeout(next, 2000)</script>`,
  'a seconds hand of one pixel': `<div id=c style="width:1px;height:9px;background:#999"></div><script>
    let n = 0; setInterval(() => { n += 1; c.style.marginLeft = n + 'px' }, 1000)</script>`,
  'small digits': `<p id=c style="font:11px sans-serif;color:#777"></p><script>
    let n = 0; setInterval(() => { n += 1; c.textContent = '12:00:' + String(n % 60).padStart(2, '0') }, 1000)</script>`,
  'a canvas that draws for ever': `<canvas id=c width=320 height=90></canvas><script>
    const pen = c.getContext('2d'); let n = 0; const draw = () => { n += 1; pen.fillStyle = 'hsl(' + n + ' 80% 50%)';
    pen.fillRect(0, 0, 320, 90); requestAnimationFrame(draw) }; draw()</script>`,
  'random content on a timer': `<p id=c></p><script>setInterval(() => { c.textContent = Math.random() }, 400)</script>`,
};

/** Each on one of the screens, in turn. */
const pages = Object.entries(restless).map(([name, body], at) => ({
  ...{ name, body },
  viewport: at % 2 === 0 ? viewports.desktop : viewports.mobile,
}));

const calm = {
  'numbers that count up': `<p id=c style="font:40px monospace">0</p><script>
    const t = setInterval(() => { c.textContent = Number(c.textContent) + 1; if (c.textContent === '40') clearInterval(t) }, 50)</script>`,
  'a poll that changes nothing': '<p>calm</p><script>setInterval(() => fetch("/poll"), 1000)</script>',
  'a message that goes after four seconds':
    '<p>calm</p><p id=c>Saved</p><script>setTimeout(() => c.remove(), 4000)</script>',
};

// The tests share a browser; a test that waits for its turn has enough time.
describe.concurrent('a page that changes by itself', () => {
  it.each(pages)('is reported: $name, $viewport.name', async ({ body, viewport }) => {
    const running = await site({ '/': head + body });
    const shot = await capture(running.allow, { url: `${running.origin}/`, viewport });
    expect(shot.notices.join()).toContain('changes by itself');
    const words = (await nameChangingAreas(shot.capture, viewport.scale, 'page', compare))
      .map(({ message }) => message)
      .join();
    expect(words).toMatch(/changes by itself \(\d+ × \d+ px at \d+, \d+.*\).*`mask`/);
  });

  it('is reported while it waits for its server for ever', async () => {
    const body = `<p id=c>0</p><script>fetch('/never'); setInterval(() => { c.textContent = Number(c.textContent) + 1 }, 900)</script>`;
    const shot = await captureSite({ '/': head + body, '/never': { delayMs: 3_600_000 } });
    expect(shot.notices.join()).toContain('changes by itself');
  });

  it.each(Object.entries(calm))('is not reported when two captures are the same: %s', async (_name, body) => {
    const running = await site({ '/': head + body, '/poll': 'x' });
    const first = await capture(running.allow, { url: `${running.origin}/` });
    const second = await capture(running.allow, { url: `${running.origin}/` });
    expect([first.notices, first.earlier]).toEqual([[], null]);
    expect(first.png.equals(second.png)).toBe(true);
  });
});
