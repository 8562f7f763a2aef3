import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { afterAll, describe, expect, it } from 'vitest';
import { type CaptureViewport, contextOptions, viewports } from '../../server/capture/index.ts';
import { blockHeight } from '../capture/support/blocks.ts';
import { capture } from '../capture/support/capture.ts';
import { countBlocks } from '../capture/support/count-blocks.ts';
import { type Shell, shells } from '../capture/support/shells.ts';
import { site } from '../capture/support/site.ts';
import { browserPath } from '../support/browser.ts';

/** The folder where images are kept for inspection, if any. */
const kept = process.env.KEEP_IMAGES;

const plain = await chromium.launch({ executablePath: await browserPath() });
afterAll(() => plain.close());

/** Returns the largest visible area of each block while a browser without our code scrolls everything step by step. */
async function oracle(url: string, shell: Shell, viewport: CaptureViewport): Promise<number[]> {
  const context = await plain.newContext(contextOptions({ viewport }, plain.version()));
  const page = await context.newPage();
  await page.goto(url);
  const most = Array<number>(shell.blocks).fill(0);
  for (let top = 0, reached = -1; top < 40_000; top += 300) {
    const sum = await page.evaluate(scrollAll, top);
    if (sum === reached) break;
    reached = sum;
    await page.waitForTimeout(50);
    const { areas } = await countBlocks(await page.screenshot(), shell.blocks);
    for (const [n, area] of areas.entries()) most[n] = Math.max(most[n] ?? 0, area);
  }
  await context.close();
  return most;
}

interface Scrolled {
  scrollTop: number;
  scrollLeft: number;
  shadowRoot: { querySelectorAll(all: string): Iterable<Scrolled> } | null;
  contentDocument?: { querySelectorAll(all: string): Iterable<Scrolled> } | null;
}
declare const document: { querySelectorAll(all: string): Iterable<Scrolled> };

/** Scrolls every element and returns the sum of the positions reached. Runs inside the page. */
function scrollAll(to: number): number {
  let sum = 0;
  function visit(root: { querySelectorAll(all: string): Iterable<Scrolled> }): void {
    for (const element of root.querySelectorAll('*')) {
      element.scrollTop = to;
      element.scrollLeft = to;
      sum += element.scrollTop + element.scrollLeft;
      if (element.shadowRoot !== null) visit(element.shadowRoot);
      if (element.contentDocument) visit(element.contentDocument);
    }
  }
  visit(document);
  return sum;
}

const lines = ['page | screen | blocks | shown | named | lost | px tall | tallest empty part | notice'];
const totals = { blocks: 0, shown: 0, named: 0, lost: 0 };
const screens = [viewports.desktop, viewports.mobile];
/** Each page on one of the screens, in turn. */
const pages = shells.map((shell, at) => ({ ...shell, viewport: screens[at % 2] ?? viewports.desktop }));

describe('every block is on the screenshot, or a notice reports it:', () => {
  it.each(pages)('$name, $viewport.name', async ({ viewport, ...shell }) => {
    const running = await site({ '/': shell.body, ...shell.pages });
    const url = `${running.origin}/`;
    const most = await oracle(url, shell, viewport);
    const shot = await capture(running.allow, { url, viewport });
    await running.close();
    const { areas, empty } = await countBlocks(shot.png, shell.blocks);
    const looked = most.map((area, n) => ({ area, n })).filter(({ area }) => area > 1_000);
    const missing = looked.filter(({ area, n }) => (areas[n] ?? 0) < area / 2).length;
    const notices = shot.capture.notices.filter(({ code }) => code === 'inner_scroll' || code === 'cut_below');
    const named = notices
      .flatMap(({ message }) => [...message.matchAll(/([\d,]+) px (?:of it |to the right )?are not/g)])
      .reduce((sum, [, digits]) => sum + Number((digits ?? '0').replaceAll(',', '')), 0);
    // A block that is partly shown counts as missing too.
    const lost = named >= (missing - 1) * blockHeight * 0.9 ? 0 : missing;
    const emptyPx = empty / viewport.scale;
    const counts = { blocks: looked.length, shown: looked.length - missing, named: missing - lost, lost };
    for (const key of ['blocks', 'shown', 'named', 'lost'] as const) totals[key] += counts[key];
    const words = notices.map(({ message }) => message).join(' ');
    const cells = [...Object.values(counts), shot.height / viewport.scale, emptyPx, words];
    lines.push([shell.name, viewport.name, ...cells].join(' | '));
    if (kept !== undefined) {
      mkdirSync(kept, { recursive: true });
      writeFileSync(join(kept, `${shell.name.replaceAll(/\W+/g, '-')}-${viewport.name}.png`), shot.png);
    }
    expect(lost).toBe(0);
    if (shell.shown === undefined) expect(missing).toBe(0);
    expect(emptyPx).toBeLessThan(1_400);
  });
});

afterAll(() => {
  const { blocks, shown, named, lost } = totals;
  console.log(lines.join('\n'));
  console.log(`${lines.length - 1} pages: ${blocks} blocks, ${shown} shown, ${named} named in a notice, ${lost} lost`);
});
