import { expect, test } from 'vitest';
import { rejectedReview } from '../../../server/contract/examples.ts';
import type { Finding, Suggestion } from '../../../server/contract/review.ts';
import type { PrintedPass } from '../../../server/domain/printed-review.ts';
import { marksOn, toPrintedReview, withoutSecrets } from '../../../server/domain/printout/content.ts';

const [mark] = rejectedReview.marks;
const [shot] = rejectedReview.screenshots;
if (mark === undefined || shot === undefined) throw new Error('The example has no mark');

const finding: Finding = {
  ...{ id: 1, body: '', severity: null, screenshot_index: null, area: null, related_pin: null, source: 'client' },
  ...{ rule: null, found_by: null, status: 'shown', mark_id: null },
};
const suggestion: Suggestion = {
  ...{ id: 1, screenshot_index: 0, kind: 'point', x: 0.5, y: 0.5, width: null, height: null, body: '', author: null },
  ...{ position: 'exact', status: 'pending', mark_id: null, replies: [] },
};

const secret = 'a1B2'.repeat(10);
test.each([
  [`see https://x.example/r/${secret}, now`, 'see https://x.example/r/…, now'],
  [`https://x.example/g/${secret}#mark-3`, 'https://x.example/g/…#mark-3'],
  [`https://x.example/p/${secret}/shot`, 'https://x.example/p/…/shot'],
  [`token slt_${secret}.`, 'token slt_….'],
  [`#vouch=${secret}.${secret} end`, '#vouch=… end'],
  ['https://x.example/r/short and /groups/of', 'https://x.example/r/short and /groups/of'],
])('of %j remains %j', (text, rest) => {
  expect(withoutSecrets(text)).toBe(rest);
});

test('no text of a printed review has a secret, wherever people wrote it', () => {
  const link = `https://x.example/r/${secret}`;
  const review = {
    ...rejectedReview,
    title: link,
    context: link,
    problems: [{ label: link, message: link }],
    marks: [
      {
        ...mark,
        body: link,
        note: link,
        reopen_reason: link,
        author: link,
        reference_image_url: `${link}/reference-image`,
      },
    ],
    findings: [{ ...finding, body: link }],
    suggestions: [{ ...suggestion, body: link, author: link }],
    screenshots: [{ ...shot, label: link, page_url: `https://me:pass@x.example/a?key=${secret}#top`, notices: [link] }],
  };
  const passes: PrintedPass[] = [
    {
      pass: 1,
      status: 'approved',
      revision: null,
      createdAt: '2026-03-02T09:00:00.000Z',
      decision: {
        ...{ number: 1, outcome: 'approved', note: link, decided_by: link, verified_login: null, via: 'page' },
        decidedAt: '2026-03-02T09:00:00.000Z',
      },
    },
  ];
  const printed = toPrintedReview(review, passes, 'https://x.example');
  const text = JSON.stringify(printed);
  expect(text).not.toContain(secret);
  for (const own of [review.review_url, review.guest_share_url, shot.url]) {
    expect(text).not.toContain(own.split('/').find((part) => part.length > 20));
  }
  expect(printed.screenshots[0]?.page).toBe('https://x.example/a?…');
});

test('the conversation on a suggestion is printed once: with the mark that it became, if it did', () => {
  const written = {
    by: 'reviewer',
    author: null,
    question: true,
    pass: 1,
    created_at: '2026-03-02T09:00:00.000Z',
  } as const;
  const replies = [{ ...written, id: '01J8Z3K4M5N6P7Q8R9S0T1V2W3', body: 'Which one?' }];
  const suggestions: Suggestion[] = [
    { ...suggestion, replies },
    { ...suggestion, id: 2, status: 'accepted', mark_id: mark.id, replies },
  ];
  const printed = toPrintedReview({ ...rejectedReview, suggestions }, [], 'https://x.example').suggestions;
  expect(printed.map(({ mark: number, replies: own }) => [number, own.map(({ body }) => body)])).toEqual([
    [null, ['Which one?']],
    [mark.id, []],
  ]);
});

test('another reference image makes another printed review', () => {
  const [one, other] = ['a', 'b'].map((letter) => {
    const reference_image_url = `https://x.example/p/${letter.repeat(27)}/reference-image`;
    return toPrintedReview({ ...rejectedReview, marks: [{ ...mark, reference_image_url }] }, [], 'https://x.example');
  });
  expect(one).not.toEqual(other);
});

test('marks are drawn where they lie, in pixels, unless they were deleted or lie elsewhere', () => {
  const size = { index: 0, width: 1000, height: 2000 };
  const box = { screenshot_index: 0, kind: 'box', x: 0.1, y: 0.2, width: 0.3, height: 0.05 } as const;
  const line = {
    kind: 'line' as const,
    points: [
      { x: 0, y: 0 },
      { x: 1, y: 1 },
    ],
  };
  const marks = [
    { ...mark, ...box, id: 1, status: 'open', must_fix: true, strokes: [line] },
    { ...mark, ...box, id: 2, status: 'verified', must_fix: true },
    { ...mark, ...box, id: 3, status: 'withdrawn' },
    { ...mark, ...box, id: 4, screenshot_index: 1 },
    { ...mark, ...box, id: 5, status: 'reopened', must_fix: false, kind: 'point', width: null, height: null },
  ] satisfies (typeof mark)[];
  expect(marksOn(marks, size)).toEqual([
    {
      number: 1,
      kind: 'must_fix',
      box: { x: 100, y: 400, width: 300, height: 100 },
      lines: [
        [
          { x: 100, y: 400 },
          { x: 400, y: 500 },
        ],
      ],
    },
    { number: 2, kind: 'settled', box: { x: 100, y: 400, width: 300, height: 100 }, lines: [] },
    { number: 5, kind: 'open', box: { x: 100, y: 400, width: 0, height: 0 }, lines: [] },
  ]);
});
