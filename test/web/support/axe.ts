import axe, { type AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';

/**
 * What axe-core finds serious or critical on the page, or `within` a part of it, as it stands: one line a place, empty when all is well. Its script
 * goes in through the debugger, as the pages' policy refuses what is added to them.
 */
export async function findings(page: Page, within = 'html'): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source);
  const { violations } = await page.evaluate<Pick<AxeResults, 'violations'>>(
    `axe.run(${JSON.stringify(within)}, { resultTypes: ["violations"] })`,
  );
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, impact, nodes }) =>
      nodes.map((node) => `${impact} ${id}: ${node.target.join(' ')} · ${node.failureSummary?.replace(/\s+/g, ' ')}`),
    );
}
