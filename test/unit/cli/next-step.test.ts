import { expect, test } from 'vitest';
import { nextStep } from '../../../server/cli/next-step.ts';
import { reportedReview } from '../../../server/contract/examples.ts';

const id = '01J9ZC3V7W8X9Y0Z1A2B3C4D5E';
const parent = `sightline review FILE|URL --parent ${id}`;
type Review = Parameters<typeof nextStep>[0];

test.each<[Review['next_action']['action'], string, number[]?]>([
  ['wait_for_screenshots', 'The service’s sentence.'],
  ['fix_source_and_retry', 'The service’s sentence.'],
  ['wait_for_reviewer', `sightline wait ${id}`],
  ['proceed', 'Approved.'],
  ['apply_pins_then_next_pass', `Make them, then: ${parent}`],
  ['apply_pins_then_next_pass', `Fix 2 marks, report with: sightline resolve ${id} 1 4, then`, [1, 4]],
  ['open_next_pass', `the reviewer verifies 3 marks: ${parent}`],
  ['see_latest_pass', 'sightline show 01J9ZC3V7W8X9Y0Z1A2B3C4D5F'],
  ['expired', 'sightline show 01J9ZC3V7W8X9Y0Z1A2B3C4D5F'],
  ['none', 'withdrawn'],
])('%s: a person reads commands', (action, words, marks = []) => {
  const review = {
    id,
    next_action: { action, summary: 'The service’s sentence.' },
    next_pass_id: '01J9ZC3V7W8X9Y0Z1A2B3C4D5F',
    marks_awaiting_verification: 3,
    work_packets: { pins: marks.map((mark_id) => ({ mark_id })) },
  } as unknown as Review;
  expect(nextStep(review)).toContain(words);
  expect(nextStep(review)).not.toMatch(/work_packets|resolve_marks|parent_id|review_url|next_pass_id/);
});

test('the note of a decision may ask for more than the marks', () => {
  const { decision } = reportedReview;
  const withNote = (note: string | null) =>
    nextStep({ ...reportedReview, decision: decision === null ? null : { ...decision, note } });
  expect(withNote('One left')).toContain('If the note asks for more, do that too.');
  expect(withNote(null)).not.toContain('note');
});
