import axe, { type AxeResults, type RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';

// axe preloads for recordings and for rules that are off by default, which takes half of its time.
const usual: RunOptions = { resultTypes: ['violations'], preload: false };

const endTransitions = `for (const each of document.getAnimations()) if (each instanceof CSSTransition) each.finish()`;

/**
 * Returns what axe-core finds serious or critical on the page, or in `within`: one line per place, empty when there is
 * nothing. Ends transitions first, because half-way colours are not real. Injects axe through the debugger, because the
 * pages' policy blocks added scripts.
 */
export function findings(page: Page, within = 'html'): Promise<string[]> {
  return run(page, within, usual);
}

/** Checks only colours, which is all that the other colour scheme changes on a page. */
function colourFindings(page: Page): Promise<string[]> {
  return run(page, 'html', { ...usual, runOnly: ['color-contrast', 'link-in-text-block'] });
}

/** Returns what `findings` reports in light, and which colours it reports in dark. Motion would hide final colours. */
export async function findingsInBothThemes(page: Page): Promise<string[]> {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  const light = await findings(page);
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  return [...light, ...(await colourFindings(page)).map((finding) => `dark: ${finding}`)];
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
