import { expect, test } from 'vitest';
import { renderReview } from '../../../server/cli/render-review.ts';
import type { Terminal } from '../../../server/cli/terminal.ts';
import { openReview } from '../../../server/contract/examples.ts';
import { percent } from '../../../server/contract/percent.ts';

const terminal = { paint: (text: string) => text } as Partial<Terminal> as Terminal;

test.each([0.0002, 0.031, 0.5])('a share of %d is written as on the review page', (share) => {
  const change = { before_label: null, kind: 'changed' as const, share, diff_url: null, areas: [] };
  const screenshots = openReview.screenshots.map((shot) => ({ ...shot, change }));
  expect(renderReview(terminal, { ...openReview, screenshots })).toContain(`  changed ${percent(share)}`);
});

test('what the previous pass had more is named, where no base names what was removed', () => {
  const gone = openReview.screenshots.map((shot) => ({ ...shot, label: 'About', approved_in: null }));
  const shown = renderReview(terminal, { ...openReview, base: null, removed_screenshots: gone.slice(0, 1) });
  expect(shown).toContain('Not in this pass:\n  About');
});
