import { signal } from '@preact/signals';
import { describe, expect, test } from 'vitest';
import { openReview, resolvedMark, screenshot, secondPass, viewOf } from '../../../server/contract/examples.ts';
import { operations } from '../../../server/contract/index.ts';
import { NextAction } from '../../../server/contract/review.ts';
import { areasOf, changedOutside, isLine, outlined, stepAt } from '../../../server/web/compare/changed-areas.ts';
import { home } from '../../../server/web/home/strings.ts';
import { comingOf } from '../../../server/web/review/derive.ts';
import {
  afterImageOf,
  cutNotices,
  ownNotices,
  reviewNotices,
  shortPaths,
  sitsOn,
  splitLabel,
} from '../../../server/web/review/words.ts';
import type { Mark, PageView } from '../../../server/web/shared/types.ts';
import { strings } from '../../../server/web/strings.ts';
import { leadOf } from '../../../server/web/suggestions/findings.ts';
import type { Failure } from '../../../server/web/sync/exchange.ts';
import { pause } from '../../../server/web/sync/keep-fresh.ts';
import { nextSentence } from '../../../server/web/workspace/next.ts';

const element = resolvedMark.element;
if (element === null) throw new Error('the example knows its element');
const on = (more: Partial<NonNullable<Mark['element']>>, page_number: number | null = null) =>
  sitsOn({ element: { ...element, ...more } }, { page_number });

describe('the description of a mark’s element', () => {
  test('is its role or tag and its name or text, trimmed', () => {
    expect(on({})).toBe('button “Pay now”');
    expect(on({ role: 'generic', accessible_name: null, text: ' Two \n shirts ', tag: 'div' })).toBe(
      'div “Two shirts”',
    );
    expect(on({ role: null, tag: 'img', accessible_name: '', text: '' })).toBe('img');
    expect(on({ accessible_name: 'x'.repeat(300) })?.length).toBeLessThan(70);
    expect(sitsOn({ element: null }, { page_number: 3 })).toBeNull();
  });

  test('for a PDF is the page and the text at that place', () => {
    expect(on({ role: null, accessible_name: null, text: 'Total due:\n1,200 €' }, 3)).toBe(
      'page 3: “Total due: 1,200 €”',
    );
    expect(on({ text: '' }, 2)).toBe('page 2');
  });
});

describe('the image of a fix', () => {
  const mark = { after_image: 'https://ci.example.com/a.png', after_image_url: null, after_image_problem: null };

  test('is our own copy, on its way, or missing with the reason', () => {
    expect(afterImageOf({ ...mark, after_image: null })).toEqual({ kind: 'none' });
    expect(afterImageOf(mark)).toEqual({ kind: 'coming' });
    expect(afterImageOf({ ...mark, after_image_url: '/p/a/after-image' })).toEqual({
      kind: 'kept',
      url: '/p/a/after-image',
    });
    expect(afterImageOf({ ...mark, after_image_problem: 'It answered 404.' })).toEqual({
      kind: 'missing',
      problem: 'It answered 404.',
      address: 'https://ci.example.com/a.png',
    });
  });

  test('is never a link to an address that is not https', () => {
    for (const address of [
      'javascript:alert(1)',
      'data:text/html,x',
      'http://a.example',
      ' https://a.example',
      '//a',
    ]) {
      const image = afterImageOf({ ...mark, after_image: address, after_image_problem: 'No.' });
      expect(image).toMatchObject({ kind: 'missing', address: null });
    }
  });
});

test.each([
  ['/pricing/ · desktop', ['/pricing/', ' · desktop']],
  ['Wide banner', ['Wide banner', '']],
  ['/npm/startbootstrap-agency desktop', ['/npm/startbootstrap-agency', ' desktop']],
  ['/section/invoices/page-14', ['/section/invoices', '/page-14']],
  ['settings/billing/pages/', ['settings/billing', '/pages/']],
  ['checkout_confirmation_voucher.png', ['checkout_confirmation_v', 'oucher.png']],
])('the end of a long label is kept apart: %s', (label, parts) => {
  expect(splitLabel(label)).toEqual(parts);
});

test.each([
  ['/pricing/', ['/pricing/', '/'], '/pricing/'],
  ['/demos/longforms.html', ['/demos/keynote.html'], '…/longforms.html'],
  [
    '/startbootstrap-creative/dist/index.html',
    ['/startbootstrap-resume/dist/index.html'],
    '/startbootstrap-creative/…',
  ],
  ['/npm/shop/dist/index.html', ['/npm/blog/dist/index.html', '/npm/shop/help'], '/npm/shop/dist/index.html'],
  ['/a/long/way/to/one', ['/a/long/way/to/one/page'], '/a/long/way/to/one'],
  ['Checkout with a long name', ['Checkout'], 'Checkout with a long name'],
])('what distinguishes a long path from others is shown: %s', (path, others, shown) => {
  expect(shortPaths([path, path, ...others])(path)).toBe(shown);
});

test('before a decision only notices of screenshots that end early are repeated', () => {
  const cut = 'The page is 21,340 px tall; the screenshot ends at 16,000 px.';
  const pages = 'Pages 6–9 of the PDF are not shown. Send them as a PDF of their own to have them reviewed.';
  const shots = [
    {
      label: 'Desktop',
      notices: ['Parts of the page were still loading when the screenshot was taken.', cut],
      notice_codes: ['still_loading', 'cut_below'],
    },
    { label: 'Page 5', notices: [pages], notice_codes: ['pages_not_shown'] },
    { label: 'Mobile', notices: ['The sentence on this page ends at noon.'], notice_codes: ['other'] },
  ];
  expect(cutNotices(shots)).toEqual([`Desktop: ${cut}`, pages]);
  // What the document lacks is shown once for the review, not on its last page.
  expect(reviewNotices(shots)).toEqual([pages]);
  expect(shots.map((shot) => ownNotices(shot).length)).toEqual([2, 0, 1]);
});

describe('changes', () => {
  const area = {
    x: 0,
    y: 0.1,
    width: 1,
    height: 0.1,
    kind: 'changed' as const,
    share: 0.02,
    causes: [],
    marks: [] as number[],
  };
  const shot = (index: number, areas: { marks: number[] }[]) => ({
    ...screenshot,
    index,
    change: {
      before_label: screenshot.label,
      kind: 'changed' as const,
      share: 0.1,
      diff_url: null,
      areas: areas.map((more) => ({ ...area, ...more })),
    },
  });

  test('outside the marks are those that touch none, with their index among the screenshot’s changes', () => {
    const screenshots = [shot(0, [{ marks: [1] }, { marks: [] }]), shot(1, [{ marks: [] }])];
    const review = { ...secondPass, screenshots };
    expect(changedOutside(review).map(({ shot, at }) => [shot.index, at])).toEqual([
      [0, 1],
      [1, 0],
    ]);
    expect(changedOutside({ ...review, marks: [] })).toEqual([]);
    expect(changedOutside({ ...review, marks: [{ ...resolvedMark, status: 'withdrawn' }] })).toEqual([]);
    expect(changedOutside(openReview)).toEqual([]);
    expect(areasOf(undefined, 'pass')).toEqual([]);
  });

  test('are stepped through from either end, and wrap around', () => {
    expect([stepAt(3, null, 1), stepAt(3, 0, 1), stepAt(3, 2, 1)]).toEqual([0, 1, 0]);
    expect([stepAt(3, null, -1), stepAt(3, 0, -1), stepAt(3, 9, -1)]).toEqual([2, 2, 2]);
    expect(stepAt(0, null, 1)).toBeNull();
  });

  test('are all outlined in a comparison or on request, else only the chosen one', () => {
    expect(outlined('now', false, 1, null)).toBe(false);
    expect(outlined('now', false, 1, 1)).toBe(true);
    expect(outlined('now', true, 1, null)).toBe(true);
    expect(outlined('diff', false, 1, null)).toBe(true);
    expect(isLine({ ...area, height: 0 })).toBe(true);
  });
});

describe('screenshots still being made', () => {
  test('are counted initially and when added to an open review, and polled often', () => {
    const open = viewOf(openReview, { expected_shots: 3 });
    const watched = (view: typeof open) =>
      pause({ view: signal<PageView | null>(view), trouble: signal<Failure | null>(null) });
    expect(comingOf(open)).toBe(2);
    expect(watched(open)).toBe(2000);
    expect(comingOf(viewOf(openReview))).toBe(0);
    expect(watched(viewOf(openReview))).toBe(10_000);
    expect(comingOf(viewOf({ ...openReview, status: 'superseded' }, { expected_shots: 3 }))).toBe(0);
    expect(comingOf(null)).toBe(0);
  });

  test('are named after their source', () => {
    expect(strings.preparing.progress(2, 5, 'pdf')).toBe('2 of 5 pages ready');
    expect(strings.preparing.progress(1, 2, 'html')).toBe('1 of 2 screenshots ready');
  });
});

test('the closed list on a phone counts what it lists, under the same title', () => {
  const { peek } = strings.panel;
  expect(peek('Reported as fixed', 3, 0, 0, 0)).toBe('Reported as fixed 3');
  expect(peek('To verify', 1, 2, 3, 4)).toBe('To verify 1 · Marks 2 · Findings 3 · Guests 4');
  expect(peek('To verify', 0, 0, 2, 0)).toBe('Findings 2');
  expect(peek('To verify', 0, 0, 0, 0)).toBe('Marks 0');
});

test('next to a try token stands what everyone can do who has it', () => {
  const { get_review, create_review, delete_review, delete_workspace } = operations;
  const actors = [get_review, create_review, delete_review, delete_workspace].map(({ actor }) => actor);
  expect(actors).toEqual(['client', 'client', 'client', 'client']);
  expect(home.developers.lead).toMatch(/can read, create and delete its reviews.* and delete the whole workspace\.$/);
});

describe('the next step, on the workspace page', () => {
  test('is a sentence for people: without fields, operations and addresses', () => {
    const sentences = NextAction.shape.action.options.flatMap((action) =>
      [0, 1, 2].map((outstanding_marks) => nextSentence({ next_action: { action, summary: '' }, outstanding_marks })),
    );
    for (const sentence of sentences) expect(sentence).toMatch(/^[A-Z0-9][^_/]*\.$/);
    expect(sentences).toContain('Fix 1 mark, then send the next pass.');
    expect(sentences).toContain('Fix 2 marks, then send the next pass.');
  });
});

test('the first sentence of a finding is separated from the reason, whatever the finding quotes', () => {
  const lead = (body: string) => leadOf({ source: 'second_opinion', body });
  expect(lead('“Pay now” is set in 8 px. Many cannot read it. Set it in 12 px.')).toBe('“Pay now” is set in 8 px.');
  expect(lead('“Done. Thank you!” is cut off. People cannot read it.')).toBe('“Done. Thank you!” is cut off.');
  expect(lead('It has 2.1:1, not 4.5:1. Why.')).toBe('It has 2.1:1, not 4.5:1.');
  expect(lead('No end')).toBe('');
  expect(lead('“Never closed. And so on. More')).toBe('');
  expect(leadOf({ source: 'client', body: 'Of a person. As it is.' })).toBe('');
});
