import { expect, it } from 'vitest';
import { captureSite } from './support/capture.ts';
import { captureShell } from './support/count-blocks.ts';
import { pixels } from './support/site.ts';

it.concurrent('a page that scrolls inside itself is shown whole, with its elements in place', async () => {
  const { shown, blocks, height, notices, elements } = await captureShell('a first section as tall as the screen');
  expect(shown).toBe(blocks);
  // Its first section is as tall as the screen, and no taller.
  expect(height).toBe(900 + 24 * 150);
  expect(notices.join()).toMatch(/scrolls inside .*; all of it is shown\./);
  expect(notices.join()).not.toContain('not shown');
  const last = elements.find(({ text, tag }) => tag === 'div' && text === '23');
  expect(last?.box).toEqual({ x: 0, y: height - 150, width: 1440, height: 150 });
});

it.concurrent('a chart that was still drawn during scrolling hides nothing of the page', async () => {
  const { height, notices } =
    await captureSite(`<!doctype html><style>body{margin:0}main{height:100vh;overflow-y:auto}div{height:600px;background:black}
      p{height:900px;margin:0}</style><main><div></div><p></p></main><script>
      const [main, chart] = document.querySelectorAll('main, div');
      let looks = 0;
      main.onscroll = () => { if (main.scrollTop === 0 && ++looks === 2) chart.style.background = 'lime' }</script>`);
  expect([height, notices]).toEqual([1_500, ['The page scrolls inside itself; all of it is shown.']]);
});

it.concurrent('content that stays hidden is reported, and does not make the screenshot taller', async () => {
  const { height, notices } = await captureShell('a table that scrolls in an ordinary page');
  expect(height).toBe(900);
  expect(notices).toEqual(['A table of 1400 × 300 px scrolls inside the page; 3,300 px of it are not shown.']);
});

it.concurrent('a part that is too wide is reported with its size', async () => {
  const part = '<main style="overflow-x:auto"><p style="width:1900px;height:2000px;margin:0">Words';
  const { notices, height } = await captureSite(`<!doctype html><body style="margin:0">${part}`);
  expect(height).toBe(2_000);
  expect(notices).toEqual(['A part of 1440 × 2000 px scrolls inside the page; 460 px to the right are not shown.']);
});

it.concurrent('an app whose element is itself the column of bars and content is shown whole', async () => {
  const tree = `<style>:host{display:flex;flex-direction:column;height:100vh}main{flex:1;overflow:auto}p{height:80px;margin:0}
    header,footer{height:56px;background:#123}</style><header></header><main>${'<p>Words</p>'.repeat(30)}</main><footer></footer>`;
  const { height, notices } = await captureSite(`<!doctype html><body style="margin:0"><x-app></x-app><script>
      document.querySelector('x-app').attachShadow({ mode: 'open' }).innerHTML = ${JSON.stringify(tree)}</script>`);
  expect([height, notices]).toEqual([30 * 80 + 2 * 56, ['The page scrolls inside itself; all of it is shown.']]);
});

it.concurrent('a chat whose list begins at its lower edge is shown whole', async () => {
  const messages = Array.from({ length: 40 }, (_, at) => `<p style="height:50px;margin:0;flex:none">Message ${at}</p>`);
  const { height, notices, elements } =
    await captureSite(`<!doctype html><style>body{margin:0;height:100vh;display:flex;flex-direction:column}footer{height:60px;background:#123}
      main{flex:1;overflow:auto;display:flex;flex-direction:column-reverse}</style><main>${messages.join('')}</main><footer></footer>`);
  expect([height, notices]).toEqual([2_060, ['The page scrolls inside itself; all of it is shown.']]);
  expect(elements.find(({ text }) => text === 'Message 39')?.box.y).toBe(0);
});

it.concurrent('a list that cannot be shown whole is where it was', async () => {
  const { png, height, notices } =
    await captureSite(`<!doctype html><style>body{margin:0}main{height:100vh;overflow:auto}p{height:900px;margin:0}.tall p{visibility:hidden}</style>
      <main><p>Words</p><p style="background:lime">Words</p><p>Words</p></main><script>
      const main = document.querySelector('main');
      main.scrollTop = 900;
      new ResizeObserver(() => main.classList.toggle('tall', main.clientHeight > innerHeight)).observe(main)</script>`);
  expect([height, notices]).toEqual([900, ['The page scrolls inside itself; 1,800 px of it are not shown.']]);
  expect((await pixels(png))(700, 450)).toEqual([0, 255, 0]);
});

it.concurrent('a page whose body is fixed to the screen reports what is not shown', async () => {
  const body =
    '<!doctype html><body style="margin:0;position:fixed;width:100%"><p style="height:2000px;margin:0">Words';
  const { notices, height } = await captureSite(body);
  expect(height).toBe(900);
  expect(notices).toEqual(['The page is 2,000 px tall and does not scroll; the screen shows the first 900 px.']);
});

it.concurrent('a menu over a taller page is shown whole, with no empty space below it', async () => {
  const { height, notices } =
    await captureSite(`<!doctype html><style>body{margin:0;overflow:hidden}nav{position:fixed;inset:0;overflow:auto;background:#cdf}</style>
      <p style="height:1300px;margin:0">Words</p><nav>${'<p style="height:50px;margin:0">Link</p>'.repeat(40)}</nav>`);
  expect([height, notices]).toEqual([2_000, ['The page scrolls inside itself; all of it is shown.']]);
});

it.concurrent('a page that cannot scroll is as wide as the screen, and reports what is not shown', async () => {
  const body =
    '<!doctype html><style>body{margin:0;overflow:hidden}</style><p style="width:1900px;height:2000px;margin:0">Words';
  const { notices, width, height } = await captureSite(body);
  expect([width, height]).toEqual([1_440, 2_000]);
  expect(notices).toEqual(['The page is 2,000 px tall and does not scroll; the screen shows the first 900 px.']);
});
