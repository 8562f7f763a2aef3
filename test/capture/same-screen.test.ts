import { describe, expect, it } from 'vitest';
import { viewports } from '../../server/capture/index.ts';
import { capture, captureSite } from './support/capture.ts';
import {
  expectElementsInPlace,
  expectMediaQueryApplied,
  expectNeverResized,
  expectStartShown,
} from './support/same-screen-pages.ts';
import { pixels, site } from './support/site.ts';

const { desktop, mobile } = viewports;

// The same tests on the other screen: `test/wide/capture/other-screen.test.ts`.
describe.concurrent('a capture', () => {
  it('shows the final state of transitions and animations of a media query', () => expectMediaQueryApplied(desktop));

  it('lists elements where the screenshot shows them on a page that is too wide and reads right to left', () =>
    expectElementsInPlace(mobile, 'its root is read from the right'));

  it('lists elements where the screenshot shows them on a page that is too wide and has lines from right to left', () =>
    expectElementsInPlace(desktop, 'its lines run down from the right'));

  it('shows the start of a page that reads right to left and hides what is beside the screen', async () => {
    const { width, notices } = await expectStartShown('overflow-x:hidden', 1_800);
    expect([width, notices]).toEqual([1_440, []]);
  });

  it('shows the start of a page that reads right to left and is over three screens wide', async () => {
    const { width, notices } = await expectStartShown('', 6_000);
    expect([width, notices.at(-1)]).toEqual([4_320, 'The screenshot ends at 4,320 px from the right.']);
  });

  it('never resizes a page that scrolls as a whole', () => expectNeverResized(mobile));

  it('scrolls again through content that was added after the first time', async () => {
    const { png: shot, height } = await captureSite({
      '/': `<body style="margin:0"><div style="height:2000px"></div><script>
        const seen = new IntersectionObserver((entries) => {
          for (const { isIntersecting, target } of entries) if (isIntersecting) target.style.background = 'lime';
        });
        let isDown = false;
        onscroll = async () => {
          if (scrollY > 0) isDown = true;
          else if (isDown) {
            onscroll = null;
            document.body.insertAdjacentHTML('beforeend', await (await fetch('/more')).text());
            seen.observe(document.querySelector('p'));
          }
        }</script>`,
      '/more': '<div style="height:1000px"></div><p style="height:100px;margin:0;background:red"></p>',
    });
    expect(height).toBe(3_100);
    expect((await pixels(shot))(700, 3_050)).toEqual([0, 255, 0]);
  });

  it('reports parts that hide again when they leave the screen, but not those that are always hidden', async () => {
    const tall =
      '<body style="margin:0"><div style="height:1000px">Words</div><p style="opacity:0;height:100px">words</p>';
    const running = await site({
      '/again': `${tall}<script>new IntersectionObserver(([entry]) => {
        entry.target.style.opacity = entry.isIntersecting ? 1 : 0 }).observe(document.querySelector('p'))</script>`,
      '/always': tall,
    });
    const again = await capture(running.allow, { url: `${running.origin}/again` });
    expect([again.noticeCodes, again.notices.join()]).toEqual([['shown_on_scroll'], expect.stringContaining('blank')]);
    expect((await capture(running.allow, { url: `${running.origin}/always` })).notices).toEqual([]);
  });

  it('reports a list or a stage that shows only where the screen is, but not an empty space beside a menu', async () => {
    const running = await site({
      '/list': `<body style="margin:0"><main style="position:relative;height:4000px"></main><script>
        const main = document.querySelector('main');
        onscroll = () => { const from = Math.floor(scrollY / 50); main.replaceChildren(...Array.from({ length: 20 }, (_, at) => {
          const row = document.createElement('p');
          row.style.cssText = 'position:absolute;margin:0;top:' + (from + at) * 50 + 'px';
          row.textContent = 'Row ' + (from + at);
          return row;
        })) };
        onscroll()</script>`,
      '/stage': `<body style="margin:0"><main style="height:4000px"><h1 style="position:sticky;top:0;height:100vh">Step</h1></main>
        <footer>The end</footer>`,
      '/empty': `<body style="margin:0"><main style="height:4000px"><nav style="position:sticky;top:0"><b>Menu</b></nav></main>
        <footer>The end</footer>`,
    });
    for (const path of ['/list', '/stage']) {
      const { noticeCodes } = await capture(running.allow, { url: `${running.origin}${path}` });
      expect(noticeCodes, path).toEqual(['shown_on_scroll']);
    }
    expect((await capture(running.allow, { url: `${running.origin}/empty` })).notices).toEqual([]);
  });
});
