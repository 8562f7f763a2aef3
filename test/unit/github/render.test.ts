import { describe, expect, test } from 'vitest';
import { checkName, renderCheck } from '../../../app/render/check.ts';
import { marker, renderComment } from '../../../app/render/comment.ts';
import { readFacts, sameShots } from '../../../app/render/facts.ts';
import { renderHandOff } from '../../../app/render/hand-off.ts';
import { fence, inline, link } from '../../../app/render/markdown.ts';
import { decided, newPin, newReview } from '../../github/app/support/review.ts';
import { outsideCode } from '../../support/outside-code.ts';

const hostile = [
  '@octocat please <script>alert(1)</script>',
  '```\n@everyone\n```',
  '````````\n![x](https://evil.example/x.png)',
  '</details><h1>Approved</h1>',
  '[click](javascript:alert(1)) | a | b |\n|---|',
  '<!-- sightline -->\n#1 closes #2',
  '\u202eright to left\u200b@oct\u0000ocat',
  'seen\u{e0040}\u{e0041}\u061c\u00ad\u2028@octocat',
  'seen\u{e0100}\u{e01ef}\ufe00\u034f\u3164\u180b\ufffa@octocat',
];

describe('people\u2019s text', () => {
  test.each(hostile)('stays inside a fence: %j', (text) => {
    expect(outsideCode(`before\n${fence(text)}\nafter`)).toBe('before\nafter');
  });

  test.each(hostile)('stays on one line: %j', (text) => {
    const shown = inline(text, 200);
    expect(shown).not.toMatch(/[\n|]/);
    expect(outsideCode(`before ${shown} after`)).toBe('before  after');
    expect(shown).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u);
  });

  test.each(['javascript:alert(1)', 'data:text/html,x', 'nonsense', ''])('is no web address: %j', (text) => {
    expect(link(text)).toBe('');
  });

  test('in an address cannot close an attribute or Markdown\u2019s parentheses', () => {
    expect(link('https://x.example/a"><img src=x>(b) c|d')).not.toMatch(/["<>() |]/);
  });

  test('has no effect in a check, a comment or a message to an agent', () => {
    for (const text of hostile) {
      const pin = newPin({ body: text, author: text, page_url: text, crop_url: null });
      if (pin.screenshot !== null) pin.screenshot.label = text;
      const open = newReview({ title: text, problems: [{ label: text, message: text }] });
      const review = decided(open, 'changes_requested', { work_packets: { pins: [pin], must_fix: [] } });
      if (review.decision !== null) Object.assign(review.decision, { note: text, decided_by: text });
      const check = renderCheck(review, { pictures: true });
      const waiting = renderCheck(open, { pictures: true });
      const comment = renderComment([
        { name: text, status: 'open', facts: readFacts(open), olderCommit: null, link: null },
      ]);
      const call = renderHandOff(review, '@my-agent').replace('@my-agent', '');
      for (const markdown of [check.text, check.summary, waiting.summary, comment.replace(marker, ''), call]) {
        expect(outsideCode(markdown)).not.toMatch(
          /@|<script|<h1|javascript|evil|<!--|closes|(?!\ufe0f)\p{Default_Ignorable_Code_Point}/u,
        );
      }
      for (const control of ['\n', '\u0000', '\u202e']) expect(checkName(text)).not.toContain(control);
    }
  });
});

test('treats screenshots as the same when pixels and labels match, in any order, with none missing', () => {
  const shot = (label: string, sha256 = 'a'.repeat(64)) => {
    const [one] = newReview().screenshots;
    if (one === undefined) throw new Error('A review has a screenshot.');
    return { ...one, label, sha256 };
  };
  const of = (...screenshots: ReturnType<typeof shot>[]) => readFacts(newReview({ screenshots }));
  const first = of(shot('A'), shot('B'));
  expect(sameShots(first, of(shot('B'), shot('A')))).toBe(true);
  const others = [of(shot('A'), shot('B', 'b'.repeat(64))), of(shot('A'), shot('C')), of(shot('A')), of()];
  const missing = readFacts(newReview({ screenshots: [shot('A')], problems: [{ label: 'B', message: 'No.' }] }));
  for (const other of [...others, missing]) expect(sameShots(first, other)).toBe(false);
  expect(sameShots(missing, missing)).toBe(false);
});

test('facts of a review are what its row shows, without the secret of its link', () => {
  const [desktop] = newReview().screenshots;
  const shots = (['identical', 'changed', 'new', 'changed'] as const).flatMap((kind, index) =>
    desktop === undefined
      ? []
      : [
          {
            ...desktop,
            thumbnail_url: `https://x.test/${index}`,
            change: { before_label: null, kind, share: 0, diff_url: null, areas: [] },
          },
        ],
  );
  const decision = { number: 2, outcome: 'approved', note: 'Fine.', decided_by: 'Ada', verified_login: 'ada' } as const;
  const review = newReview({
    ...{ pass: 2, screenshots: shots, outstanding_marks: 3, marks_awaiting_verification: 4 },
    ...{ problems: [{ label: 'Home', message: 'No.' }], decision: { ...decision, via: 'sign_in' } },
    review_url: 'https://reviews.example.com/base/r/secret',
  });
  expect(readFacts(review)).toEqual({
    ...{ pass: 2, shots: 4, failed: 1, changes: { new: 1, changed: 2, identical: 1 }, base: null },
    ...{ outstanding: 3, awaitingVerification: 4, asked: [], decision: { number: 2, by: 'Ada', login: 'ada' } },
    // The screenshot of a page that failed cannot be compared.
    ...{ digest: null, thumbnail: 'https://x.test/1', linkBase: 'https://reviews.example.com/base/r/' },
  });
  const gone = desktop === undefined ? [] : [{ ...desktop, label: 'Gone', approved_in: null }];
  expect(readFacts({ ...review, removed_screenshots: gone }).changes).toEqual({
    new: 1,
    changed: 2,
    identical: 1,
    removed: 1,
  });
  expect(readFacts(newReview())).toMatchObject({ failed: 0, changes: null, decision: null });
  expect(readFacts(newReview()).thumbnail).toMatch(/-small\.png$/);
  expect(readFacts(newReview({ screenshots: [] }))).toMatchObject({ shots: 0, thumbnail: null, digest: null });
});
