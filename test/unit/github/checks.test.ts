import { describe, expect, test } from 'vitest';
import { renderHandOff } from '../../../app/render/hand-off.ts';
import { renderGroupCheck, renderSummary } from '../../../app/render/pull-checks.ts';
import { decided, newPin, newReview } from '../../github/app/support/review.ts';

const standing = (name: string, conclusion: string | null) => ({ name, conclusion });
const [passed, waits, failed] = [
  standing('visual', 'success'),
  standing('email', null),
  standing('docs', 'failure'),
] as const;

describe('the check of all reviews', () => {
  test.each([
    [[passed, waits, failed], 'completed', 'failure', '1 review of 3 did not pass'],
    [[failed, failed], 'completed', 'failure', '2 reviews of 2 did not pass'],
    [[passed, waits], 'in_progress', null, '1 of 2 reviews passed'],
    [[waits], 'in_progress', null, '0 of 1 review passed'],
    [[passed, passed], 'completed', 'success', '2 reviews passed'],
    [[], 'queued', null, 'No review is registered yet'],
  ])('%j', (standings, status, conclusion, title) => {
    expect(renderSummary(standings)).toMatchObject({ status, conclusion, title });
  });

  test('lists how each stands', () => {
    const { summary } = renderSummary([passed, waits, failed]);
    expect(summary).toBe('- `visual`: passed\n- `email`: waiting\n- `docs`: did not pass');
  });
});

describe('the check of a merge group', () => {
  const of = (number: number, ...standings: (typeof passed)[]) => ({ number, standings });

  test('passes when every pull request that has the review passed', () => {
    expect(renderGroupCheck('visual', [of(1, passed), of(2, passed), of(3, waits)])).toMatchObject({
      ...{ status: 'completed', conclusion: 'success', title: 'Every pull request of the group passed' },
      summary: '- #1: passed at its head\n\n- #2: passed at its head',
    });
  });

  test('fails when one did not, or none has the review', () => {
    const waiting = { ...passed, conclusion: null };
    expect(renderGroupCheck('visual', [of(1, passed), of(2, waiting)])).toMatchObject({
      ...{ status: 'completed', conclusion: 'failure', title: '1 pull request of the group did not pass' },
      summary:
        '- #1: passed at its head\n\n- #2: not approved at its head\n\nGet it approved and add it to the queue again.',
    });
    expect(renderGroupCheck('visual', [of(1, waits)])).toMatchObject({ conclusion: 'failure' });
  });
});

test('a fixing agent is sent each mark, what is known of its place, and the note', () => {
  const found = newPin({ mark_id: 1, must_fix: true, body: 'Larger' });
  const lost = newPin({ mark_id: 2, must_fix: false, position: 'uncertain', screenshot: null, body: 'Paler' });
  const review = { ...decided(newReview(), 'changes_requested'), work_packets: { pins: [found, lost], must_fix: [] } };
  const said = (note: string) =>
    renderHandOff({ ...review, decision: review.decision && { ...review.decision, note } }, '@my-agent');
  const marks = [
    '**Mark 1** (must fix) on `Desktop`\n\n```text\nLarger\n```',
    '**Mark 2** on `a screenshot that no longer exists`\n\n```text\nPaler\n```\n\nPosition uncertain: ',
  ];
  for (const mark of marks) expect(said('Soon')).toContain(`\n\n${mark}`);
  expect(said('Soon')).toContain(`@my-agent changes were requested in the visual review \`${review.id}\` (2 marks).`);
  expect(said('Soon').endsWith('The reviewer\u2019s note:\n\n```text\nSoon\n```')).toBe(true);
  expect(said('')).not.toContain('note');
});
