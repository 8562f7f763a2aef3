import { describe, expect, test } from 'vitest';
import {
  decisionOf,
  details,
  findingOf,
  headOf,
  markOf,
  packetOf,
  screenshotOf,
  suggestionOf,
} from '../../../server/api/mcp/results/entries.ts';
import { presenterOf } from '../../../server/api/mcp/results/index.ts';
import { short, shortOrNull } from '../../../server/api/mcp/results/short-text.ts';
import {
  answer,
  finding,
  guestReply,
  mark,
  question,
  rejectedReview,
  resolvedMark,
  screenshot,
  suggestion,
} from '../../../server/contract/examples.ts';
import type { Review, Screenshot } from '../../../server/contract/review.ts';
import type { WorkPacket } from '../../../server/contract/work-packet.ts';

const [packet] = rejectedReview.work_packets.pins;
if (packet?.element == null) throw new Error('The example has a packet with an element.');
const { element } = packet;
const long = (length: number): string => 'x'.repeat(length);
const cut = (length: number): string => `${long(length - 1)}…`;

describe('a work packet', () => {
  const known = {
    mark_id: 1,
    body: 'The pay button is too pale to read.',
    must_fix: true,
    status: 'open',
    box_px: { x: 880, y: 1180, width: 240, height: 48 },
    untrusted_text: true,
  };
  const named = {
    selectors: [{ selector: '[data-testid="pay"]', matches: 1 }],
    tag: 'button',
    accessible_name: 'Pay now',
  };
  const described = {
    ...named,
    role: 'button',
    text: 'Pay now',
    outer_html: '<button data-testid="pay" class="button">Pay now</button>',
    box: { x: 880, y: 1180, width: 240, height: 48 },
  };

  test('in full has everything', () => {
    const source_code = ['src/checkout/PayButton.module.css:3 (rule, likely)'];
    expect(packetOf(packet, 'full')).toEqual({
      ...packet,
      source_code,
      element: { ...described, styles: element.styles },
    });
    expect(packetOf({ ...packet, element: null, screenshot: null }, 'full')).toEqual({
      ...packet,
      source_code,
      element: null,
      screenshot: null,
    });
  });

  test.each(['full', 'medium', 'lean'] as const)('in %s detail counts what is drawn on it', (detail) => {
    const points = Array.from({ length: 200 }, (_, at) => ({ x: at / 200, y: 0.5 }));
    const strokes = [
      { kind: 'arrow' as const, points },
      { kind: 'line' as const, points },
      { kind: 'line' as const, points },
    ];
    expect(packetOf({ ...packet, strokes }, detail)).toMatchObject({ strokes: { arrow: 1, line: 2 } });
    expect(markOf({ ...mark, strokes }, false, detail)).toMatchObject({ strokes: { arrow: 1, line: 2 } });
  });

  test('in medium detail has what explains the mark, without empty fields and styles', () => {
    expect(packetOf(packet, 'medium')).toEqual({
      ...known,
      element: described,
      screenshot: { index: 0, label: 'Checkout · desktop' },
      position: 'exact',
      pass: 1,
      crop_url: packet.crop_url,
      page_url: 'https://preview.example.com/checkout',
      viewport: packet.viewport,
      source: 'reviewer',
      source_code: ['src/checkout/PayButton.module.css:3 (rule, likely)'],
      author: 'Mara',
    });
  });

  test('in little detail has what finds the element: its name, else its text', () => {
    const source_code = ['src/checkout/PayButton.module.css:3'];
    expect(packetOf(packet, 'lean')).toEqual({ ...known, source_code, element: named, screenshot: { index: 0 } });
    const unnamed: WorkPacket = {
      ...packet,
      source_code: [],
      position: 'uncertain',
      element: { ...element, accessible_name: null },
    };
    const { accessible_name: _, ...rest } = named;
    expect(packetOf(unnamed, 'lean')).toEqual({
      ...known,
      element: { ...rest, text: 'Pay now' },
      screenshot: { index: 0 },
      position: 'uncertain',
    });
  });

  test.each([
    ['full', 5, 400, 400, 2048],
    ['medium', 2, 200, 120, 240],
    ['lean', 1, 120, 60, null],
  ] as const)(
    'in %s detail has this many selectors, and texts this long: %i, %i, %i, %s',
    (detail, selectors, selector, text, html) => {
      const large = {
        ...packet,
        body: long(5000),
        element: {
          ...element,
          selectors: Array.from({ length: 9 }, () => ({ selector: long(500), matches: 2 })),
          accessible_name: detail === 'lean' ? null : long(500),
          text: long(500),
          outer_html: long(3000),
        },
      };
      expect(packetOf(large, detail)).toMatchObject({
        body: cut(4000),
        element: {
          selectors: Array.from({ length: selectors }, () => ({ selector: cut(selector), matches: 2 })),
          text: cut(text),
          ...(html === null ? {} : { accessible_name: cut(text), outer_html: cut(html) }),
        },
      });
    },
  );
});

test('what was asked and answered is in the packet, and in a mark without one', () => {
  const asked = { ...mark, replies: [question, answer] };
  const lean = [question, answer].map(({ by, body, question }) => ({ by, body, question }));
  const replies = (shown: object) => (shown as { replies?: object[] }).replies;
  expect(replies(packetOf({ ...packet, replies: asked.replies }, 'full'))).toEqual(asked.replies);
  expect(replies(packetOf({ ...packet, replies: asked.replies }, 'lean'))).toEqual(lean);
  expect(replies(markOf(asked, false, 'medium'))).toEqual(lean);
  expect(replies(markOf(asked, true, 'medium'))).toBeUndefined();
  const many = Array.from({ length: 12 }, (_, at) => ({ ...answer, body: `${at} ${'x'.repeat(900)}` }));
  const shown = replies(markOf({ ...mark, replies: many }, false, 'lean')) as { body: string }[];
  expect([shown.length, shown[0]?.body.slice(0, 2), shown[0]?.body.length]).toEqual([10, '2 ', 300]);
});

test('what is still wrong is in the packet in every detail, and in a mark without one', () => {
  const reopen_reason = 'Still pale on the phone.';
  for (const detail of details) {
    expect(packetOf({ ...packet, reopen_reason }, detail)).toMatchObject({ reopen_reason });
    expect(markOf({ ...mark, reopen_reason }, false, detail)).toMatchObject({ reopen_reason });
  }
  expect(markOf({ ...mark, reopen_reason }, true, 'medium')).not.toHaveProperty('reopen_reason');
});

describe('a mark', () => {
  const note = 'The text is now #1a1a1a on the brand colour, contrast 9:1.';
  const body = 'The pay button is too pale to read.';
  const { element: _element, same_element_in: _same, ...rest } = resolvedMark;

  test.each([
    ['full', true, rest],
    ['full', false, rest],
    ['medium', true, { id: 1, status: 'resolved', must_fix: true, screenshot_index: 0, note }],
    ['medium', false, { id: 1, status: 'resolved', must_fix: true, screenshot_index: 0, body, note }],
    ['lean', true, { id: 1, status: 'resolved', note }],
    ['lean', false, { id: 1, status: 'resolved', must_fix: true, screenshot_index: 0, body, note }],
  ] as const)('in %s detail, with a packet beside it: %s, does not repeat that', (detail, hasPacket, shown) => {
    expect(markOf(resolvedMark, hasPacket, detail)).toEqual(shown);
  });

  test('has its place rounded to a hundredth of a percent', () => {
    const third = { ...resolvedMark, x: 1 / 3, y: 2 / 3, width: null, height: null };
    expect(markOf(third, false, 'full')).toMatchObject({ x: 0.3333, y: 0.6667, width: null, height: null });
  });
});

test('a screenshot has the five largest changes that no mark asked for', () => {
  const area = { x: 1 / 3, y: 0, width: 2 / 3, height: 0.5, kind: 'changed' as const, causes: [] };
  const areas = [0.01, 0.03, 0.02, 0.07, 0.05, 0.06, 0.04].map((share) => ({ ...area, y: share, share, marks: [] }));
  const shot: Screenshot = {
    ...screenshot,
    change: {
      before_label: null,
      kind: 'changed',
      share: 1 / 3,
      diff_url: null,
      areas: [...areas, { ...area, share: 0.9, marks: [1] }],
    },
  };
  expect(screenshotOf(shot)).toEqual({
    index: 0,
    label: 'Checkout · desktop',
    url: screenshot.url,
    width: 1280,
    height: 2140,
    viewport: screenshot.viewport,
    page_url: 'https://preview.example.com/checkout',
    change: {
      kind: 'changed',
      share: 0.3333,
      diff_url: null,
      changed_areas: 8,
      areas_outside_marks: [0.07, 0.06, 0.05, 0.04, 0.03].map((y) => ({
        kind: 'changed',
        x: 0.3333,
        y,
        width: 0.6667,
        height: 0.5,
      })),
    },
  });
});

test('a screenshot says why its areas changed, and each cause of its changes since the base once', () => {
  const cause = (summary: string) => ({
    ...{ kind: 'style' as const, summary, selector: '.pay', styles: [], text: null },
    ...{ certainty: 'certain' as const, elsewhere: false },
  });
  const area = { x: 0, y: 0, width: 1, height: 0.5, kind: 'changed' as const, share: 0.1 };
  const shot: Screenshot = {
    ...screenshot,
    change: {
      ...{ before_label: null, kind: 'changed', share: 0.1, diff_url: null },
      areas: [{ ...area, marks: [], causes: [cause('padding'), cause('color')] }],
    },
    base_change: {
      ...{ kind: 'changed', share: 0.1, diff_url: null, before: null, approved_in: null, noise: [] },
      areas: ['margin', 'margin', 'gap'].map((each) => ({ ...area, causes: [cause(each)] })),
    },
  };
  expect(screenshotOf(shot)).toMatchObject({
    change: { areas_outside_marks: [{ cause: 'padding' }] },
    base_change: { causes: ['margin', 'gap'] },
  });
});

test('findings and suggestions leave out what is empty', () => {
  const { area: _, related_pin: __, rule: ___, found_by: ____, mark_id: _____, ...found } = finding;
  expect(findingOf({ ...finding, area: null })).toEqual(found);
  expect(findingOf({ ...finding, area: { x: 1 / 3, y: 0, width: 1, height: 1 } })).toEqual({
    ...found,
    area: { x: 0.3333, y: 0, width: 1, height: 1 },
  });
  const { width: _width, height: _height, mark_id: _mark, replies: _replies, ...said } = suggestion;
  expect(suggestionOf({ ...suggestion, x: 1 / 3 })).toEqual({ ...said, x: 0.3333 });
  const replies = [{ ...guestReply, body: long(400) }];
  const { by, question: isQuestion } = guestReply;
  expect(suggestionOf({ ...suggestion, replies })).toMatchObject({
    replies: [{ by, question: isQuestion, body: expect.stringMatching(/^.{300}$/s) }],
  });
  expect(suggestionOf({ ...suggestion, replies, status: 'accepted' })).not.toHaveProperty('replies');
});

test('the head of a review has all but its lists, with long texts cut', () => {
  const { screenshots: _s, marks: _m, findings: _f, suggestions: _g, work_packets: _w, ...head } = rejectedReview;
  expect(headOf(rejectedReview)).toEqual(head);
  const problem = { label: long(200), code: 'failed', message: long(400) } as Review['problems'][number];
  const opinion = { waiting: 0, failed: 1, problems: Array(6).fill(long(400)) } as unknown as Review['second_opinion'];
  const large: Review = {
    ...rejectedReview,
    context: long(700),
    problems: Array(6).fill(problem),
    second_opinion: opinion,
    webhook: { paused: false, failure_count: 1, last_error: long(400), last_delivered_at: null },
  };
  expect(headOf(large)).toEqual({
    ...head,
    context: cut(600),
    problems: Array(5).fill({ label: cut(120), message: cut(300) }),
    second_opinion: { ...opinion, problems: Array(5).fill(cut(300)) },
    webhook: { paused: false, failure_count: 1, last_error: cut(300), last_delivered_at: null },
  });
  expect([headOf({ ...large, webhook: null }).webhook, decisionOf(null)]).toEqual([null, null]);
});

test('a wait without a decision has no work packets and no next page', () => {
  const { id, status, next_action, decision, next_pass_id } = rejectedReview;
  const waited = { id, status, waiting: true, next_action, decision, next_pass_id, work_packets: null };
  expect(presenterOf('wait_for_decision').present(waited, {})).toEqual({
    untrusted_text: expect.any(String),
    ...waited,
    next_cursor: null,
  });
});

test.each([7, null, ['0.1']])('a cursor that is no text is refused: %j', (cursor) => {
  expect(() => presenterOf('get_review').present(rejectedReview, { cursor })).toThrow(
    'Send `cursor` as text: `next_cursor` of the page before.',
  );
});

test('texts are cut to a length, without half an emoji, and what is hidden in them is written out', () => {
  expect([short('12345', 5), short('123456', 5), short('', 5), shortOrNull(null, 5)]).toEqual([
    '12345',
    '1234…',
    '',
    null,
  ]);
  expect(short('a\u200b', 20)).toBe('a[U+200B]');
  expect(short('123🙂5', 5)).toBe('123\ufffd…');
});
