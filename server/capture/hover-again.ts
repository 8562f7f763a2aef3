import type { Page } from 'playwright-core';
import type { Step } from '../contract/step.ts';
import type { Deadline } from './deadline.ts';
import { doInOrder, scrollPage } from './do-steps.ts';

/** An expression: the elements that the pointer is on, in open shadow trees too */
const listHovered = `(() => {
  const found = [];
  for (let tree = document; tree; tree = found.at(-1)?.shadowRoot) {
    // Alone, \`:hover\` matches only links on a page in quirks mode.
    const inTree = tree.querySelectorAll(':hover:not(:empty#_)');
    if (inTree.length === 0) break;
    found.push(...inTree);
  }
  return found;
})()`;

/** Keeps what the pointer is on in its hovered look, although the page scrolls back to its top. */
async function holdHover(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('DOM.enable');
  await session.send('CSS.enable');
  await session.send('DOM.getDocument', { depth: 0 });
  const hovered = await session.send('Runtime.evaluate', { expression: listHovered });
  const { result } = await session.send('Runtime.getProperties', {
    objectId: hovered.result.objectId ?? '',
    ownProperties: true,
  });
  for (const { value } of result) {
    if (value?.subtype !== 'node' || value.objectId === undefined) continue;
    const { nodeId } = await session.send('DOM.requestNode', { objectId: value.objectId });
    await session.send('CSS.forcePseudoState', { nodeId, forcedPseudoClasses: ['hover'] });
  }
}

/**
 * Repeats the hover that the steps end with, apart from waiting, because scrolling through the page took the pointer
 * off, or closed what it had opened.
 */
export async function hoverAgain(page: Page, steps: readonly Step[], deadline: Deadline): Promise<void> {
  const at = steps.findLastIndex(({ kind }) => kind !== 'wait');
  if (steps[at]?.kind !== 'hover') return;
  // Off the page: the pointer must enter the element again.
  await page.mouse.move(-10, -10);
  await doInOrder(page, steps, deadline, at);
  await holdHover(page);
  await page.evaluate(scrollPage(0));
}
