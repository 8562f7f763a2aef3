import { expect, it } from 'vitest';
import { capture } from '../../capture/support/capture.ts';
import { countBlocks } from '../../capture/support/count-blocks.ts';
import { type Shell, shells } from '../../capture/support/shells.ts';
import { site } from '../../capture/support/site.ts';

function shellCalled(name: string): Shell {
  const shell = shells.find((each) => each.name === name);
  if (shell === undefined) throw new Error(`There is no shell called ${name}.`);
  return shell;
}

async function shoot(shell: Shell) {
  const running = await site({ '/': shell.body, ...shell.pages });
  const shot = await capture(running.allow, { url: `${running.origin}/` });
  await running.close();
  const { areas, empty } = await countBlocks(shot.png, shell.blocks);
  return { ...shot, shown: areas.filter((area) => area > 2_000).length, empty };
}

it.each([
  ['slides that snap', 6 * 900],
  ['a shell in a frame', 50 + 24 * 150],
  ['a list that draws what is in view', 50 + 60 * 150],
  ['everything has a transition', 4 * 900 + 20 * 150],
  ['two panes', 24 * 150],
])('a page that scrolls inside itself is shown whole at its content’s height: %s', async (name, height) => {
  const shell = shellCalled(name);
  const { shown, height: tall, notices } = await shoot(shell);
  expect(shown).toBe(shell.blocks);
  expect(tall).toBe(height);
  expect(notices.join()).toMatch(/scrolls inside .*; all of it is shown\./);
  expect(notices.join()).not.toContain('not shown');
});

it.each([
  ['slides that show only while scrolled to', 900, ['The page scrolls inside itself; 7,200 px of it are not shown.']],
  ['a list that goes by the screen', 900, ['The page scrolls inside itself; 8,150 px of it are not shown.']],
  [
    'columns that scroll sideways',
    900,
    ['A part of 1440 × 150 px scrolls inside the page; 3,840 px to the right are not shown.'],
  ],
])('content that stays hidden is reported and adds no height: %s', async (name, height, notices) => {
  const shot = await shoot(shellCalled(name));
  expect(shot.height).toBe(height);
  expect(shot.notices).toEqual(notices);
});

it.each([
  ['its body hides what does not fit', 'body{overflow-x:hidden}', 2_000, []],
  ['its root clips what does not fit', 'html{overflow-x:clip}', 2_000, []],
  ['its body hides nothing', 'html{overflow:auto}body{overflow:hidden}', 2_000, []],
])('the screenshot is as wide as the screen where nobody can scroll sideways: %s', async (_, css, tall, expected) => {
  const body = `<!doctype html><style>body{margin:0}${css}</style><p style="width:1900px;height:2000px;margin:0">Words`;
  const running = await site({ '/': body });
  const { notices, width, height } = await capture(running.allow, { url: `${running.origin}/` });
  await running.close();
  expect([width, height]).toEqual([1_440, tall]);
  expect(notices).toEqual(expected);
});

it.each([
  [
    'all of the page, which is too wide, too',
    '<main style="height:100vh;overflow:auto"><p style="width:1900px;height:2000px;margin:0">Words',
    'The page scrolls inside itself; 460 px to the right are not shown.',
  ],
])('a part that is too wide is reported with its size: %s', async (_, body, notice) => {
  const running = await site({ '/': `<!doctype html><body style="margin:0">${body}` });
  const { notices, height } = await capture(running.allow, { url: `${running.origin}/` });
  await running.close();
  expect(height).toBe(2_000);
  expect(notices).toEqual([notice]);
});
