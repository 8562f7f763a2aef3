import axe, { type AxeResults, type RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';

// What it loads beforehand is for recordings and for rules that it does not run unasked: half of its time.
const usual: RunOptions = { resultTypes: ['violations'], preload: false };

const endTransitions = `for (const each of document.getAnimations()) if (each instanceof CSSTransition) each.finish()`;

/**
 * What axe-core finds serious or critical on the page, or `within` a part of it, as it stands: one line a place, empty
 * when all is well. Transitions end first, as a colour half-way is nobody's. Its script goes in through the debugger, as
 * the pages' policy refuses what is added to them.
 */
export function findings(page: Page, within = 'html'): Promise<string[]> {
  return run(page, within, usual);
}

/** The same of its colours alone: all that the other scheme, light or dark, changes on a page. */
export function colourFindings(page: Page): Promise<string[]> {
  return run(page, 'html', { ...usual, runOnly: ['color-contrast', 'link-in-text-block'] });
}

async function run(page: Page, within: string, options: RunOptions): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source);
  await page.evaluate(endTransitions);
  const { violations } = await page.evaluate<Pick<AxeResults, 'violations'>>(
    `axe.run(${JSON.stringify(within)}, ${JSON.stringify(options)})`,
  );
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, impact, nodes }) =>
      nodes.map((node) => `${impact} ${id}: ${node.target.join(' ')} · ${node.failureSummary?.replace(/\s+/g, ' ')}`),
    );
}
