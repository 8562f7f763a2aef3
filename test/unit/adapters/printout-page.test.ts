import { expect, test } from 'vitest';
import { printedPage } from '../../../server/adapters/printout/page.ts';
import { printedMark, printedReview, printedShot } from './support/printed-review.ts';

const at = new Date('2026-11-27T12:00:00Z');
const pageOf = (more: Parameters<typeof printedReview>[0] = {}) =>
  printedPage(printedReview(more), at, (index) => `/${index}`);
/** Returns the text of HTML. */
const textOf = (page: string): string =>
  page
    .replace(/<style>.*<\/style>/s, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ');

const decision = { number: 2, outcome: 'approved', note: 'Ship it', decidedAt: '2026-11-20T12:30:00Z' } as const;
test.each([
  [{ decided_by: 'Mara', verified_login: 'octocat', via: 'sign_in' }, '@octocat (Mara) How signed in with GitHub'],
  [
    { decided_by: 'Mara', verified_login: null, via: 'page' },
    'Mara How on the review page, with its link; the name is not verified',
  ],
  [{ decided_by: null, verified_login: null, via: 'link' }, 'no name given How with the review’s link alone'],
] as const)('a decision %j says who made it and how', (who, words) => {
  const passes = [
    {
      pass: 1,
      status: 'approved',
      revision: 'abc',
      createdAt: '2026-11-20T10:00:00Z',
      decision: { ...decision, ...who },
    },
  ] as const;
  const text = textOf(pageOf({ status: 'approved', passes: [...passes] }));
  expect(text).toContain(`Approved Decided by ${words} When 20 November 2026 at 12:30 UTC Note Ship it`);
  expect(text).toContain('Exported 27 November 2026 at 12:00 UTC');
});

test('a mark is printed with everything that was said about it', () => {
  const mark = printedMark({
    number: 7,
    mustFix: true,
    status: 'reopened',
    position: 'uncertain',
    element: 'button “Pay”',
    selector: '#pay',
    note: 'Made it darker',
    reopenReason: 'Still pale',
    replies: [{ by: 'agent', author: null, body: 'Which one?', question: true, at: '2026-11-20T11:00:00Z' }],
  });
  const text = textOf(pageOf({ marks: [mark], screenshots: [printedShot()] }));
  for (const words of [
    '7 Must fix · not fixed yet',
    'button “Pay”',
    '#pay',
    'Made it darker',
    'Still pale',
    'Which one?',
  ]) {
    expect(text).toContain(words);
  }
  expect(text).toContain('The agent asked, 20 November 2026 at 11:00 UTC');
  expect(text).toContain('Position uncertain');
});

test('findings and suggestions are printed with what became of them, and marks with their reference image', () => {
  const found = {
    severity: null,
    source: 'client',
    foundBy: null,
    screenshot: null,
    status: 'shown',
    mark: null,
  } as const;
  const said = { body: 'Larger, please', author: 'Ola', screenshot: 'Home', status: 'pending', mark: null } as const;
  const question = {
    by: 'reviewer',
    author: null,
    body: 'Which one?',
    question: false,
    at: '2026-11-20T11:00:00Z',
  } as const;
  const page = pageOf({
    marks: [printedMark({ number: 4, referenceImage: 'abc' }), printedMark({ number: 5 })],
    findings: [
      { ...found, body: 'Contrast 2.1' },
      { ...found, body: 'Overlaps', severity: 'a11y', source: 'second_opinion', foundBy: 'rule', status: 'hidden' },
      { ...found, body: 'Odd', source: 'second_opinion', foundBy: 'model', status: 'accepted', mark: 5 },
    ],
    suggestions: [
      { ...said, replies: [question] },
      { ...said, body: 'Smaller', author: null, status: 'dismissed', replies: [] },
    ],
  });
  for (const words of [
    'Findings not answered Contrast 2.1 from the requester',
    'dismissed Overlaps accessibility · found automatically',
    'added as mark 5 Odd found by a model: it may be wrong',
    'Guests’ suggestions not answered Larger, please on Home · by Ola The reviewer replied, 20 November 2026 at 11:00 UTC Which one?',
    'dismissed Smaller on Home · by a guest',
  ]) {
    expect(textOf(page)).toContain(words);
  }
  expect(page.match(/<img[^>]*>/g)).toEqual(['<img src="/reference-4" alt="How mark 4 should look">']);
});

test('words of people cannot become markup or style', () => {
  const evil = '</style></title><script>alert(1)</script>"}@import url(//evil.example);\n<img src=x>';
  const page = pageOf({
    title: evil,
    context: evil,
    problems: [evil],
    marks: [printedMark({ body: evil, element: evil, selector: evil })],
    findings: [
      { body: evil, screenshot: evil, severity: null, source: 'client', foundBy: null, status: 'shown', mark: null },
    ],
    suggestions: [{ body: evil, author: evil, screenshot: evil, status: 'pending', mark: null, replies: [] }],
    screenshots: [printedShot({ label: evil, notices: [evil] })],
  });
  expect(page).not.toMatch(/<script|<img/);
  expect(page.slice(page.indexOf('<style>'), page.indexOf('</style>'))).not.toContain('@import');
  expect(page.match(/<\/style>/g)).toHaveLength(1);
});

test('every sheet draws the numbers of the marks on it, and nothing of other marks', () => {
  const box = { x: 10, y: 0, width: 100, height: 40 };
  const marks = [50, 4700, 9900].map((y, at) => ({
    number: at + 1,
    box: { ...box, y },
    lines: [],
    kind: 'open' as const,
  }));
  const page = pageOf({ screenshots: [printedShot({ height: 10_000, marks })] });
  const numbers = page.split('<figure>').map((figure) => [...figure.matchAll(/<text [^>]*>(\d+)</g)].map(([, n]) => n));
  const drawn = numbers.filter((each) => each.length > 0);
  expect(drawn).toEqual([['1'], ['2'], ['3']]);
  expect(page.match(/<image /g)?.length).toBeGreaterThan(8);
});

test.each([
  ['narrow', 1414, 2000],
  ['wide', 2000, 1125],
])('a page of a PDF fills one %s sheet', (paper, width, height) => {
  const page = pageOf({ screenshots: [printedShot({ width, height, pageNumber: 3 })] });
  expect(page).toContain(`class="shot ${paper}"`);
  expect(page.match(/<figure>/g)).toHaveLength(1);
  expect(page).toContain('page 3 of the PDF');
});
