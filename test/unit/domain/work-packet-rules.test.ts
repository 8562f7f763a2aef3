import { describe, expect, test } from 'vitest';
import type { Cause } from '../../../server/contract/cause.ts';
import { type Mark, MarkStatus } from '../../../server/contract/mark.ts';
import type { Screenshot } from '../../../server/contract/review.ts';
import { monthOf, refillsAt } from '../../../server/domain/credit/pay.ts';
import { boxInPixels, markImage, toWorkPackets } from '../../../server/domain/work-packet/rules.ts';

const shot = (index: number, label: string, pass: string): Screenshot => ({
  index,
  label,
  url: `https://s.example/p/${pass}${index}/shot`,
  thumbnail_url: `https://s.example/p/${pass}${index}/thumbnail`,
  width: 1000,
  height: 500,
  viewport: { name: 'desktop', width: 1000, height: 500, scale: 1 },
  state: null,
  page_url: 'https://example.com/',
  page_number: null,
  tile_height: null,
  elements_url: null,
  notices: [],
  notice_codes: [],
  sha256: 'x',
  change: null,
  base_change: null,
});

const mark = (more: Partial<Mark> = {}): Mark => ({
  id: 3,
  screenshot_index: 0,
  kind: 'box',
  x: 0.1,
  y: 0.2,
  width: 0.3,
  height: 0.4,
  body: 'Too pale',
  must_fix: false,
  strokes: [],
  reference_image_url: null,
  status: 'open',
  author: 'Ada',
  note: null,
  replies: [],
  after_image: null,
  after_image_url: null,
  after_image_problem: null,
  reopen_reason: null,
  source: 'reviewer',
  pass: 1,
  element: null,
  position: 'exact',
  same_element_in: [],
  criteria: [],
  change: null,
  created_at: '2026-11-20T12:00:00.000Z',
  updated_at: '2026-11-20T12:00:00.000Z',
  ...more,
});

const packets = (marks: Mark[], number = 1, before: Screenshot[] = []) =>
  toWorkPackets(
    marks.map((each) => ({ mark: each, before: before[0] ?? null })),
    { number, shots: [shot(0, 'home', 'now'), shot(1, 'about', 'now')] },
  );

test.each(MarkStatus.options)('a mark that is %s is work only while it is outstanding', (status) => {
  const { pins, must_fix } = packets([mark({ status, must_fix: true })]);
  const outstanding = ['open', 'in_progress', 'reopened'].includes(status);
  expect(pins).toHaveLength(outstanding ? 1 : 0);
  expect(must_fix).toEqual(outstanding ? [{ mark_id: 3, summary: 'Too pale' }] : []);
});

test('a packet says what is still wrong where the reviewer sent the mark back', () => {
  const reopened = mark({ status: 'reopened', reopen_reason: 'Still pale on the phone.' });
  expect(packets([reopened]).pins[0]?.reopen_reason).toBe('Still pale on the phone.');
});

test('a packet says where to look and marks the reviewer’s text as untrusted', () => {
  expect(packets([mark()]).pins).toEqual([
    {
      mark_id: 3,
      must_fix: false,
      strokes: [],
      reference_image_url: null,
      body: 'Too pale',
      status: 'open',
      pass: 1,
      screenshot: { index: 0, label: 'home', url: 'https://s.example/p/now0/shot', width: 1000, height: 500 },
      box_px: { x: 100, y: 100, width: 300, height: 200 },
      crop_url: 'https://s.example/p/now0/mark-3',
      clean_crop_url: 'https://s.example/p/now0/mark-3-clean',
      page_url: 'https://example.com/',
      page_number: null,
      state: null,
      viewport: { name: 'desktop', width: 1000, height: 500, scale: 1 },
      element: null,
      position: 'exact',
      source_code: [],
      same_element_in: [],
      causes: [],
      done_when: [],
      before_after: null,
      author: 'Ada',
      reopen_reason: null,
      replies: [],
      source: 'reviewer',
      untrusted_text: true,
    },
  ]);
});

test('a packet has no cause since the previous pass where what is marked looks as it did there', () => {
  const cause: Cause = {
    kind: 'style',
    summary: 'color red → blue on .price',
    selector: '.price',
    styles: [],
    text: null,
    certainty: 'likely',
    elsewhere: false,
  };
  const area = { x: 0, y: 0, width: 1, height: 1, kind: 'changed' as const, share: 0.1, causes: [cause], marks: [3] };
  const now = {
    ...shot(0, 'home', 'now'),
    change: { before_label: null, kind: 'changed' as const, share: 0.1, diff_url: null, areas: [area] },
  };
  const causesOf = (kind: 'changed' | 'identical') =>
    toWorkPackets([{ mark: mark({ change: { kind, share: 0 } }) }], { number: 2, shots: [now] }).pins[0]?.causes;
  expect(causesOf('changed')).toMatchObject([{ summary: cause.summary, since: 'pass' }]);
  expect(causesOf('identical')).toEqual([]);
});

describe('before and after', () => {
  const before = [shot(4, 'home', 'then')];

  test('show the same screenshot of both passes for a carried mark', () => {
    expect(packets([mark()], 2, before).pins[0]?.before_after).toEqual({
      before_url: 'https://s.example/p/then4/mark-3-clean',
      after_url: 'https://s.example/p/now0/mark-3-clean',
    });
  });

  test.each([
    ['placed on this pass', mark({ pass: 2 })],
    ['on a screenshot that is new', mark({ screenshot_index: 1 })],
    ['whose screenshot is gone', mark({ screenshot_index: null, x: null, y: null, width: null, height: null })],
  ])('are null for a mark %s', (_, each) => {
    expect(packets([each], 2, before).pins[0]?.before_after).toBeNull();
  });
});

test('a mark whose screenshot is missing is still listed as work, without an image', () => {
  const gone = mark({ screenshot_index: null, x: null, y: null, width: null, height: null, must_fix: true });
  const { pins, must_fix } = packets([gone]);
  expect(pins[0]).toMatchObject({ screenshot: null, box_px: null, crop_url: null, clean_crop_url: null });
  expect(must_fix).toHaveLength(1);
});

test('a long mark is shortened in the list of what must be fixed', () => {
  const { must_fix } = packets([mark({ must_fix: true, body: `${'x'.repeat(198)}🙂 and so on` })]);
  expect(must_fix[0]?.summary).toBe(`${'x'.repeat(198)}\ufffd…`);
  expect(packets([mark({ must_fix: true, body: 'x'.repeat(200) })]).must_fix[0]?.summary).toBe('x'.repeat(200));
});

test.each([
  [
    { x: 0, y: 0, width: null, height: null },
    { x: 0, y: 0, width: 0, height: 0 },
  ],
  [
    { x: 1, y: 1, width: null, height: null },
    { x: 333, y: 999, width: 0, height: 0 },
  ],
  [
    { x: 0, y: 0, width: 1, height: 1 },
    { x: 0, y: 0, width: 333, height: 999 },
  ],
  [
    { x: 0.5, y: 0.5, width: 0.5, height: 0.5 },
    { x: 167, y: 500, width: 167, height: 500 },
  ],
])('%o in pixels', (place, box) => {
  expect(boxInPixels(place, { width: 333, height: 999 })).toEqual(box);
});

test('the images of a mark belong to its screenshot', () => {
  expect(markImage('https://s.example/p/shot/shot', 7, false)).toBe('https://s.example/p/shot/mark-7');
  expect(markImage('https://s.example/p/shot/shot', 7, true)).toBe('https://s.example/p/shot/mark-7-clean');
});

test.each([
  ['2026-11-20T12:00:00Z', '2026-11', '2026-12-01T00:00:00.000Z'],
  ['2026-12-31T23:59:59.999Z', '2026-12', '2027-01-01T00:00:00.000Z'],
  ['2027-01-01T00:00:00Z', '2027-01', '2027-02-01T00:00:00.000Z'],
  ['2026-11-30T23:30:00-01:00', '2026-12', '2027-01-01T00:00:00.000Z'],
])('at %s the credits of month %s, which last until %s', (now, month, refill) => {
  expect(monthOf(new Date(now))).toBe(month);
  expect(refillsAt(new Date(now)).toISOString()).toBe(refill);
});
