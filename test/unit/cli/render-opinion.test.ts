import { expect, test } from 'vitest';
import { renderOpinion } from '../../../server/cli/render-opinion.ts';
import type { Terminal } from '../../../server/cli/terminal.ts';
import { openReview } from '../../../server/contract/examples.ts';
import type { Finding } from '../../../server/contract/review.ts';

const terminal = { paint: (text: string) => text } as Partial<Terminal> as Terminal;

const finding: Finding = {
  id: 1,
  body: 'The page has no title.',
  severity: 'suggestion',
  screenshot_index: 0,
  area: null,
  related_pin: null,
  source: 'second_opinion',
  rule: 'missing-title',
  found_by: 'rule',
  status: 'shown',
  mark_id: null,
};

test.each([
  [[], '1 screenshot checked: nothing found.'],
  [['shown', 'hidden'], '1 screenshot checked: 2 findings, 1 of which the reviewer has dismissed or added as marks.'],
  [['hidden'], '1 screenshot checked: 1 finding, 1 of which the reviewer has dismissed or added as marks.'],
] as const)('findings that are %j count as found', (statuses, expected) => {
  const findings = statuses.map((status) => ({ ...finding, status }));
  const second_opinion = { waiting: 0, done: 1, failed: 0, problems: [] };
  const [first] = renderOpinion(terminal, { ...openReview, findings, second_opinion }).split('\n');
  expect(first).toBe(expected);
});
