import { describe, expect, test } from 'vitest';
import { checkName, renderCheck } from '../../../app/render/check.ts';
import { type CommentRow, marker, renderComment } from '../../../app/render/comment.ts';
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
];

describe('people\u2019s text', () => {
  test.each(hostile)('stays inside a fence: %j', (text) => {
    expect(outsideCode(`before\n${fence(text)}\nafter`)).toBe('before\nafter');
  });

  test.each(hostile)('stays on one line: %j', (text) => {
    const shown = inline(text, 200);
    expect(shown).not.toMatch(/[\n|]/);
    expect(outsideCode(`before ${shown} after`)).toBe('before  after');
    expect(shown).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
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
      const comment = renderComment([newRow({ name: text })]);
      const call = renderHandOff(review, '@my-agent').replace('@my-agent', '');
      for (const markdown of [check.text, check.summary, waiting.summary, comment.replace(marker, ''), call]) {
        expect(outsideCode(markdown)).not.toMatch(
          /@|<script|<h1|javascript|evil|<!--|closes|\u202e|[\u{e0000}-\u{e007f}]/u,
        );
      }
      for (const control of ['\n', '\u0000', '\u202e']) expect(checkName(text)).not.toContain(control);
    }
  });
});

describe('a check', () => {
  const statuses = [
    ['preparing', 'queued', null, 'Screenshots are being prepared'],
    ['open', 'in_progress', null, 'Waiting for a decision'],
    ['approved', 'completed', 'success', 'Approved'],
    ['changes_requested', 'completed', 'failure', 'Changes requested'],
    ['superseded', 'completed', 'cancelled', 'Replaced by a later pass'],
    ['expired', 'completed', 'timed_out', 'Expired without a decision'],
    ['failed', 'completed', 'failure', 'No screenshot could be taken'],
    ['cancelled', 'completed', 'cancelled', 'The review was withdrawn'],
  ] as const;
  test.each(statuses)('of a review that is %s is %s, %s: %s', (status, expected, conclusion, title) => {
    const problems = [{ label: 'Home', message: 'The page answered 502.' }];
    const check = renderCheck(newReview({ status, problems }), { pictures: false });
    expect(check).toMatchObject({ status: expected, conclusion, title });
    if (status === 'failed') expect(check.summary).toContain('`The page answered 502.`');
    const isOver = ['superseded', 'expired', 'failed', 'cancelled'].includes(status);
    expect(check.actions.map(({ identifier }) => identifier)).toEqual(isOver ? ['try_again'] : []);
  });

  test('names the person whom the App verified', () => {
    const review = decided(newReview(), 'approved');
    if (review.decision !== null) review.decision.verified_login = 'ada';
    expect(renderCheck(review, { pictures: true }).summary).toBe('Approved by `ada`, who signed in with GitHub.');
  });

  test('distinguishes a guest\u2019s words from the reviewer\u2019s, whatever name the guest gave', () => {
    const pins = [
      newPin({ author: 'Mara', source: 'reviewer' }),
      newPin({ author: 'Mara (reviewer)', source: 'accepted_suggestion' }),
      newPin({ author: null, source: 'accepted_suggestion' }),
    ];
    const review = decided(newReview(), 'changes_requested', { work_packets: { pins, must_fix: [] } });
    const { text } = renderCheck(review, { pictures: false });
    expect(text?.match(/, (?:suggested )?by .*/g)).toEqual([
      ', by `Mara`',
      ', suggested by a guest who gave the name `Mara (reviewer)`',
      ', suggested by a guest',
    ]);
  });

  test('shows no image unless images are allowed', () => {
    const work_packets = { pins: [newPin()], must_fix: [] };
    const review = decided(newReview(), 'changes_requested', { work_packets });
    expect(renderCheck(review, { pictures: false }).text).not.toContain('crops');
    expect(renderCheck(review, { pictures: true }).text).toContain('crops');
  });

  test('with forty long marks shows them all, each shortened, within GitHub\u2019s limit', () => {
    const pins = Array.from({ length: 40 }, (_, index) =>
      newPin({ mark_id: index + 1, body: '\u{1f600}'.repeat(4000) }),
    );
    const review = decided(newReview(), 'changes_requested', { work_packets: { pins, must_fix: [] } });
    const { text, title } = renderCheck(review, { pictures: true });
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(65_535);
    expect(text.match(/#### Mark/g)).toHaveLength(40);
    expect(text.match(/\u{1f600}\u2026/gu)).toHaveLength(40);
    expect(title).toBe('Changes requested: 40 marks');
  });
});

function newRow(fields: Partial<CommentRow> = {}): CommentRow {
  return {
    name: 'visual',
    status: 'open',
    facts: readFacts(newReview()),
    olderCommit: null,
    link: { url: 'https://reviews.example.com/r/secret', signIn: false },
    ...fields,
  };
}

describe('the comment', () => {
  test('is a table with one row per review and one link to follow', () => {
    const body = renderComment([newRow(), newRow({ name: 'email', status: 'approved' })]);
    expect(body.startsWith(`${marker}\n`)).toBe(true);
    const rows = body.split('\n').filter((line) => line.startsWith('|'));
    expect(rows).toHaveLength(4);
    expect(new Set(rows.map((row) => row.split('|').length)).size).toBe(1);
    expect(body).toContain('**1 review waits for a decision.**');
    expect(body.match(/Open the review/g)).toHaveLength(1);
  });

  const facts = readFacts(newReview());
  test.each<[string, Partial<CommentRow>, string | RegExp]>([
    ['waiting', {}, '\u25d0 Waiting for a decision'],
    ['carried over', { conclusion: 'success' }, 'Approved before: the same screenshots'],
    [
      'approved',
      { status: 'approved', facts: { ...facts, decision: { number: 1, by: null, login: 'ada' } } },
      '\u2713 Approved by `ada`',
    ],
    ['approved without effect', { status: 'approved', conclusion: 'failure' }, 'Approved, but its check fails'],
    ['expired', { status: 'expired' }, 'Expired without a decision<br>Run the workflow again'],
    ['replaced', { status: 'superseded' }, /Replaced by a later pass.*\[View\]/],
    ['of an older commit', { olderCommit: 'b'.repeat(40) }, 'of the older commit `bbbbbbb`'],
    [
      'being fixed',
      { status: 'changes_requested', fixingAgentStarted: true },
      'Changes requested<br>a fixing agent was started',
    ],
    ['first', {}, 'First pass, 1 screenshot'],
    [
      'compared',
      { facts: { ...facts, changes: { new: 1, changed: 2, identical: 1 }, awaitingVerification: 2 } },
      '**2 marks to verify**<br>2 changed, 1 new, 1 identical',
    ],
    [
      'incomplete',
      { facts: { ...facts, failed: 2, outstanding: 1 } },
      /1 open mark<br>.*2 screenshots could not be taken/,
    ],
    [
      'shown',
      { facts: { ...facts, thumbnail: 'https://x.test/t.webp' } },
      /<a href="[^"]+"><img alt="" src="https:\/\/x\.test\/t\.webp"/,
    ],
    ['open to anybody with the link', {}, 'share it like a password'],
    [
      'open to readers of the repository',
      { link: { url: 'https://app.test/review/1', signIn: true } },
      'asks you to sign in',
    ],
  ])('shows a review that is %s', (_, fields, shown) => {
    expect(renderComment([newRow(fields)])).toMatch(shown);
  });

  test.each(['preparing', 'failed', 'deleted'] as const)('has no link to a review that is %s', (status) => {
    expect(renderComment([newRow({ status, facts: { ...facts, thumbnail: null } })])).not.toContain('https://');
  });

  test('stores no secret of the review link in its rows', () => {
    const review = newReview();
    const secret = review.review_url.split('/').at(-1) ?? '';
    expect(secret.length).toBeGreaterThan(20);
    expect(JSON.stringify(readFacts(review))).not.toContain(secret);
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
