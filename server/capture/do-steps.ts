import type { Locator, Page } from 'playwright-core';
import type { Step } from '../contract/step.ts';
import type { Deadline } from './deadline.ts';
import { CaptureFailure } from './failure.ts';
import type { DocumentWatch } from './navigate.ts';
import { patienceMs } from './settle.ts';

/** Fields that take a value as a whole, not key by key */
const pickers = ['color', 'date', 'datetime-local', 'month', 'range', 'time', 'week'];

const loadLimitMs = 15_000;

const none = 'no visible element matches this selector';
/** What Playwright's errors say about an element that is visible and still cannot be used. The first match wins. */
const reasons: readonly [RegExp, string][] = [
  [/intercepts pointer events/, 'another element covers it. Add a step before it that closes what is in front'],
  [/outside of the viewport/, 'it lies outside the page, where nobody can reach it'],
  [/not enabled|not editable/, 'it is disabled or read-only. Add a step before it that changes that'],
  [/not an <input>|cannot be filled|Malformed value|Cannot type text into/, 'it takes no such text'],
  [/does not scroll/, 'it has nothing to scroll'],
  [/not stable/, 'it never stops moving'],
  [/not visible|not attached|detached/, none],
];

async function type(field: Locator, value: string, timeout: number): Promise<void> {
  const kind = await field.getAttribute('type', { timeout });
  if (kind !== null && pickers.includes(kind.toLowerCase())) return field.fill(value, { timeout });
  await field.fill('', { timeout });
  // Suggestions below a field often appear on keys only.
  await field.pressSequentially(value, { timeout });
}

interface Scrollable {
  scrollHeight: number;
  clientHeight: number;
  scrollWidth: number;
  clientWidth: number;
  scrollTo(options: object): void;
}

/** Scrolls an element downwards, or sideways if that is its only way. Runs in the page. */
function scrollTo(element: Scrollable, to: number): void {
  const isAcross = element.scrollHeight <= element.clientHeight && element.scrollWidth > element.clientWidth;
  if (!isAcross && element.scrollHeight <= element.clientHeight) throw new Error('does not scroll');
  element.scrollTo({ [isAcross ? 'left' : 'top']: to, behavior: 'instant' });
}

const scrollPage = (top: number): string => `scrollTo({ top: ${top}, left: 0, behavior: 'instant' })`;

async function doStep(page: Page, step: Step, timeout: number): Promise<void> {
  if (step.kind === 'scroll' && step.selector === null) {
    return page.evaluate(scrollPage(step.to));
  }
  const element = page.locator(`css=${step.selector}`).filter({ visible: true }).first();
  await element.waitFor({ state: 'visible', timeout });
  switch (step.kind) {
    case 'click':
      return element.click({ timeout });
    case 'hover':
      return element.hover({ timeout });
    case 'focus':
      return element.focus({ timeout });
    case 'type':
      return type(element, step.value, timeout);
    case 'scroll':
      return element.evaluate(scrollTo, step.to, { timeout });
    case 'wait':
      return;
  }
}

function explain(error: unknown, step: Step, number: number): unknown {
  const text = error instanceof Error ? error.message : '';
  const at = `Step ${number}, ${step.kind} "${step.selector ?? 'page'}":`;
  if (/Unexpected token|while parsing|not a valid selector|Unknown engine/i.test(text)) {
    return new CaptureFailure('step', `${at} this is not a CSS selector.`);
  }
  const known = reasons.find(([pattern]) => pattern.test(text))?.[1];
  const isLate = error instanceof Error && error.name === 'TimeoutError';
  if (known === undefined && !isLate) return error;
  return new CaptureFailure('step', `${at} ${known ?? none}.`);
}

/** Does the steps from index `first` on. Rejects with CaptureFailure that names the step. */
async function doInOrder(page: Page, steps: readonly Step[], deadline: Deadline, first: number): Promise<void> {
  for (const [at, step] of steps.entries()) {
    if (at < first) continue;
    try {
      await doStep(page, step, patienceMs(deadline));
    } catch (error) {
      throw explain(error, step, at + 1);
    }
  }
}

/**
 * Does the steps in their order on a loaded page. Each waits for its element, and reserves some of the deadline for the
 * screenshot. A click may lead to another page, which must be one that could be captured itself. Rejects with
 * CaptureFailure that names the step.
 */
export async function doSteps(
  page: Page,
  steps: readonly Step[],
  deadline: Deadline,
  watch: DocumentWatch,
): Promise<void> {
  try {
    await doInOrder(page, steps, deadline, 0);
  } catch (error) {
    watch.check();
    throw error;
  }
  await page.waitForLoadState('load', { timeout: Math.min(loadLimitMs, deadline.left() / 2) }).catch(() => undefined);
  watch.check();
}

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
