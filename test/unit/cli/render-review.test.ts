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
