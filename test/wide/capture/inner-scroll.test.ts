import { expect, it } from 'vitest';
import { captureSite } from '../../capture/support/capture.ts';
import { captureShell } from '../../capture/support/count-blocks.ts';

it.each([
  ['slides that snap', 6 * 900],
  ['a shell in a frame', 50 + 24 * 150],
])('a page that scrolls inside itself is shown whole at its content’s height: %s', async (name, height) => {
  const { shown, blocks, height: tall, notices } = await captureShell(name);
  expect(shown).toBe(blocks);
  expect(tall).toBe(height);
  expect(notices.join()).toMatch(/scrolls inside .*; all of it is shown\./);
  expect(notices.join()).not.toContain('not shown');
});

it.each([
  ['slides that show only while scrolled to', 'The page scrolls inside itself; 7,200 px of it are not shown.'],
  ['a list that goes by the screen', 'The page scrolls inside itself; 8,150 px of it are not shown.'],
  [
    'columns that scroll sideways',
    'A part of 1440 × 150 px scrolls inside the page; 3,840 px to the right are not shown.',
  ],
])('content that stays hidden is reported and adds no height: %s', async (name, notice) => {
  const shot = await captureShell(name);
  expect(shot.height).toBe(900);
  expect(shot.notices).toEqual([notice]);
});

it.each([
  ['its body hides what does not fit', 'body{overflow-x:hidden}'],
  ['its root clips what does not fit', 'html{overflow-x:clip}'],
  ['its body hides nothing', 'html{overflow:auto}body{overflow:hidden}'],
])('the screenshot is as wide as the screen where nobody can scroll sideways: %s', async (_, css) => {
  const body = `<!doctype html><style>body{margin:0}${css}</style><p style="width:1900px;height:2000px;margin:0">Words`;
  const { notices, width, height } = await captureSite(body);
  expect([width, height]).toEqual([1_440, 2_000]);
  expect(notices).toEqual([]);
});

it('a page that is too wide in all of it is reported as a page', async () => {
  const { notices, height } = await captureSite(`<!doctype html><body style="margin:0">
    <main style="height:100vh;overflow:auto"><p style="width:1900px;height:2000px;margin:0">Words`);
  expect(height).toBe(2_000);
  expect(notices).toEqual(['The page scrolls inside itself; 460 px to the right are not shown.']);
});
