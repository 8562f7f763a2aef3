import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { viewports } from '../../../server/capture/index.ts';
import { pageNames, servePages } from '../../capture/pages/serve-pages.ts';
import { capture } from '../../capture/support/capture.ts';

const pages = await servePages();

/** The folder where images are kept for inspection, if any. */
const kept = process.env.KEEP_IMAGES;

it('two captures of ten varied pages are identical on both screens', async () => {
  const different: string[] = [];
  let identical = 0;
  for (const name of pageNames) {
    for (const viewport of [viewports.desktop, viewports.mobile]) {
      const url = `${pages.origin}/${name}`;
      const twice = await Promise.all([
        capture(pages.allow, { url, viewport }),
        capture(pages.allow, { url, viewport }),
      ]);
      const [first, second] = twice;
      const words = twice.flatMap(({ notices }) => notices).join(' ');
      if (first.png.equals(second.png)) identical += 1;
      else different.push(`${name}, ${viewport.name}: ${words}`);
      expect(words, name).not.toMatch(/changes by itself|still loading/);
      expect(first.elements.length, name).toBeGreaterThan(5);
      if (kept !== undefined) {
        mkdirSync(kept, { recursive: true });
        for (const [at, { png }] of twice.entries())
          writeFileSync(join(kept, `${name}-${viewport.name}-${at}.png`), png);
      }
    }
  }
  const all = pageNames.length * 2;
  console.log(`${pageNames.length} pages × 2 views × 2 captures: ${identical} of ${all} identical`);
  expect(different).toEqual([]);
});
