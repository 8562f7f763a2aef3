import { describe, expect, test } from 'vitest';
import { type CheckContent, keepWaiting, renderCheck, tryAgain } from '../../../app/render/check.ts';
import { type CommentRow, renderComment } from '../../../app/render/comment.ts';
import { readFacts } from '../../../app/render/facts.ts';
import { renderHandOff } from '../../../app/render/hand-off.ts';
import { renderGroupCheck, renderSummary } from '../../../app/render/pull-checks.ts';
import { ReviewStatus } from '../../../server/contract/review.ts';
import { decided, newPin, newReview } from '../../github/app/support/review.ts';

// GitHub’s limits, from its documentation of check runs and of issue comments.
const longestText = 65_535;
const longestComment = 65_536;

const alphabets = { 'one byte': 'x', 'two bytes': 'ä', 'three bytes': '語', 'four bytes': '😀', backticks: '`' };

/** Marks as long as the service accepts, and everything else of a review at its greatest length. */
function hugeReview(letter: string, marks: number) {
  const long = letter.repeat(10_000);
  const pins = Array.from({ length: marks }, (_, index) => {
    const pin = newPin({ mark_id: index + 1, body: long, author: long, page_url: `https://x.example/${long}` });
    if (pin.screenshot !== null) pin.screenshot.label = long;
    return pin;
  });
  const problems = Array.from({ length: 40 }, () => ({ label: long, message: long }));
  const open = newReview({ title: long, problems });
  const review = decided(open, 'changes_requested', { work_packets: { pins, must_fix: [] } });
  if (review.decision !== null) Object.assign(review.decision, { note: long, decided_by: long });
  return review;
}

function expectWithin({ title, summary, text, actions }: CheckContent) {
  for (const [field, said] of Object.entries({ summary, text })) {
    expect(Buffer.byteLength(said), field).toBeLessThanOrEqual(longestText);
  }
  expect(title.length).toBeLessThanOrEqual(255);
  expect(actions.length).toBeLessThanOrEqual(3);
}

describe.each(Object.entries(alphabets))('200 marks of 10,000 characters of %s', (name, letter) => {
  const review = hugeReview(letter, 200);

  test('fit into the check, which counts those left out', () => {
    const check = renderCheck(review, { pictures: true, refusal: 'No.', reason: null });
    expectWithin(check);
    const shown = check.text.match(/^#### Mark/gm)?.length ?? 0;
    expect(shown).toBeGreaterThan(20);
    expect(check.text).toContain(`and ${200 - shown} more marks`);
    console.log(`${name}: ${shown} of 200 marks in ${Buffer.byteLength(check.text).toLocaleString('en')} bytes`);
  });

  test('fit into the message to an agent, together with the note', () => {
    const body = renderHandOff(review, `@${'a'.repeat(39)}/${'b'.repeat(39)}`);
    expect(Buffer.byteLength(body)).toBeLessThanOrEqual(longestComment);
    expect(body).toContain('more marks: read the review');
    expect(body).toContain('The reviewer\u2019s note:');
  });
});

test.each(ReviewStatus.options)('a long review fits into the check in every state: %s', (status) => {
  const review = hugeReview('😀', 30);
  expectWithin(
    renderCheck({ ...review, status }, { pictures: true, refusal: 'No.', reason: { carriedFrom: 'a'.repeat(40) } }),
  );
});

describe('300 named reviews', () => {
  const names = Array.from({ length: 300 }, (_, index) => `${index}-${'😀'.repeat(90)}`);

  test.each([true, false])('fit into the comment, which counts those left out; with thumbnails: %s', (thumbnails) => {
    const facts = {
      ...readFacts(newReview()),
      thumbnail: thumbnails ? `https://reviews.example.com/${'t'.repeat(300)}` : null,
    };
    const rows = names.map(
      (row): CommentRow => ({
        name: row,
        status: 'open',
        facts,
        olderCommit: 'a'.repeat(40),
        link: { url: `https://reviews.example.com/r/${'s'.repeat(60)}`, signIn: false },
        fixingAgentStarted: true,
      }),
    );
    const problems = Array.from({ length: 10 }, () => '😀'.repeat(500));
    const body = renderComment(rows, { linksWithheld: 'no sign-in', problems });
    expect(Buffer.byteLength(body)).toBeLessThanOrEqual(longestComment);
    const shown = body.split('\n').filter((line) => line.includes('Waiting for a decision')).length;
    expect(shown).toBeGreaterThan(10);
    expect(body).toContain(`and ${300 - shown} more reviews: see the checks`);
    expect(body.match(/\*\*Attention:\*\*/g)).toHaveLength(10);
    console.log(`${shown} of 300 reviews in a comment of ${Buffer.byteLength(body).toLocaleString('en')} bytes`);
  });

  test('fit into the summary and into a merge group\u2019s', () => {
    for (const conclusion of ['success', 'failure', null]) {
      const summary = renderSummary(names.map((name) => ({ name, conclusion })));
      expectWithin(summary);
      expect(summary.summary).toContain('more');
    }
    const members = Array.from({ length: 5000 }, (_, number) => ({
      number,
      standings: [{ name: 'visual', conclusion: null }],
    }));
    expectWithin(renderGroupCheck('visual', members));
  });
});

test('buttons are within GitHub’s length limits', () => {
  for (const { label, description, identifier } of [tryAgain, keepWaiting]) {
    expect(label.length).toBeLessThanOrEqual(20);
    expect(description.length).toBeLessThanOrEqual(40);
    expect(identifier.length).toBeLessThanOrEqual(20);
  }
});
