import { expect, test } from 'vitest';
import type { Input } from '../../server/contract/client.ts';
import type { MarkStatus } from '../../server/contract/mark.ts';
import type { Review } from '../../server/contract/review.ts';
import { base64, decide, mark, nextPass, rejectedReview, review, reviewerOf } from '../support/factories.ts';
import { startService } from '../support/service.ts';
import { refusal } from './support/rest-and-mcp.ts';

const arrow = {
  kind: 'arrow' as const,
  points: [
    { x: -0.5, y: 2 },
    { x: 0.5, y: 0.5 },
  ],
};

const service = await startService({ ROLE: 'web' });

const placed = async (more: Partial<Input<'place_mark'>> = {}) => {
  const made = await review(await service.newClient());
  const reviewer = reviewerOf(made);
  await reviewer.call('place_mark', mark(more));
  return { made, reviewer };
};

test('a mark keeps the reviewer’s place and text, and becomes a work packet', async () => {
  const caller = await service.newClient();
  const made = await review(caller);
  const place = { x: 0.5, y: 0.25, width: 0.25, height: 0.5 };
  await reviewerOf(made).call('place_mark', mark({ ...place, body: ' Too pale ', must_fix: true, author: 'Ada' }));
  const now = await caller.call('get_review', { id: made.id });
  expect(now.outstanding_marks).toBe(1);
  expect(now.marks).toEqual([
    {
      id: 1,
      screenshot_index: 0,
      kind: 'box',
      ...place,
      position: 'exact',
      body: 'Too pale',
      must_fix: true,
      strokes: [],
      reference_image_url: null,
      status: 'open',
      author: 'Ada',
      note: null,
      after_image: null,
      after_image_url: null,
      after_image_problem: null,
      reopen_reason: null,
      replies: [],
      source: 'reviewer',
      same_element_in: [],
      criteria: [],
      pass: 1,
      element: null,
      change: null,
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      updated_at: now.marks[0]?.created_at,
    },
  ]);
  expect(now.work_packets.must_fix).toEqual([{ mark_id: 1, summary: 'Too pale' }]);
  expect(now.work_packets.pins).toMatchObject([
    { mark_id: 1, box_px: { x: 30, y: 10, width: 15, height: 20 }, untrusted_text: true },
  ]);
});

test('a repeated place_mark makes one mark, also after the decision', async () => {
  const caller = await service.newClient();
  const made = await review(caller);
  const place = mark({ kind: 'point' });
  await reviewerOf(made).call('place_mark', place);
  await reviewerOf(made).call('place_mark', place);
  await decide(made, 'changes_requested');
  const { review: after } = await reviewerOf(made).call('place_mark', place);
  expect(after.marks).toMatchObject([{ id: 1, kind: 'point', width: null, height: null }]);
});

test.each([
  ['a box without a size', { width: null }, 'width'],
  ['a stroke on a point', { kind: 'point' as const, strokes: [arrow] }, 'strokes'],
  ['a screenshot that is not there', { screenshot_index: 7 }, 'screenshot_index'],
  ['a screenshot beyond counting', { screenshot_index: 2 ** 40 }, 'screenshot_index'],
])('%s is refused', async (_, fields, path) => {
  const made = await review(await service.newClient());
  const { status, body } = await refusal(reviewerOf(made).call('place_mark', mark(fields)));
  expect([status, body.errors?.[0]?.path]).toEqual([422, path]);
});

test('strokes stay with their box: to the next pass, unless they are removed or it becomes a point', async () => {
  const caller = await service.newClient();
  const line = {
    kind: 'line' as const,
    points: [
      { x: 0, y: 0 },
      { x: 1, y: 0.25 },
      { x: 0.5, y: 1 },
    ],
  };
  const first = await rejectedReview(caller, [{ strokes: [arrow, line] }, { strokes: [arrow] }, { strokes: [line] }]);
  expect(first.work_packets.pins.map(({ strokes }) => strokes)).toEqual([[arrow, line], [arrow], [line]]);
  const second = await nextPass(caller, first);
  const reviewer = reviewerOf(second);
  await reviewer.call('edit_mark', { mark_id: 1, x: 0.6, strokes: [line] });
  await reviewer.call('edit_mark', { mark_id: 2, strokes: [] });
  await reviewer.call('edit_mark', { mark_id: 3, kind: 'point' });
  const { marks } = await caller.call('get_review', { id: second.id });
  expect(marks.map(({ x, strokes }) => [x, strokes])).toEqual([
    [0.6, [line]],
    [0.1, []],
    [0.1, []],
  ]);
});

test('text, flag, kind and place of a mark can be changed while the review is open', async () => {
  const { made, reviewer } = await placed({ kind: 'point', x: 0.5, y: 0.5 });
  const edit = async (fields: Partial<Input<'edit_mark'>>) =>
    (await reviewer.call('edit_mark', { mark_id: 1, ...fields })).review.marks[0];
  expect(await edit({ body: 'Other words' })).toMatchObject({ body: 'Other words', x: 0.5, must_fix: false });
  expect(await edit({ must_fix: true })).toMatchObject({ body: 'Other words', must_fix: true });
  expect(await edit({ x: 0.25 })).toMatchObject({ kind: 'point', x: 0.25, y: 0.5, width: null });
  expect((await refusal(edit({ kind: 'box' }))).body.errors?.[0]?.path).toBe('width');
  expect(await edit({ kind: 'box', width: 0.5, height: 0.25 })).toMatchObject({ kind: 'box', x: 0.25, width: 0.5 });
  expect(await edit({ kind: 'point' })).toMatchObject({ kind: 'point', x: 0.25, width: null, height: null });
  expect((await refusal(edit({ screenshot_index: 3 }))).status).toBe(422);
  expect((await refusal(reviewer.call('edit_mark', { mark_id: 2, body: 'x' }))).status).toBe(404);
  await decide(made, 'approved', { settle: [{ mark_id: 1, as: 'verified' }] });
  expect((await refusal(edit({ body: 'Late' }))).status).toBe(409);
  expect((await refusal(reviewer.call('withdraw_mark', { mark_id: 1 }))).status).toBe(409);
});

test('a withdrawn mark no longer counts, and can be restored unchanged', async () => {
  const { reviewer } = await placed({ must_fix: true });
  const { review: without } = await reviewer.call('withdraw_mark', { mark_id: 1 });
  expect(without).toMatchObject({ outstanding_marks: 0, work_packets: { pins: [], must_fix: [] } });
  await reviewer.call('withdraw_mark', { mark_id: 1 });
  expect((await refusal(reviewer.call('verify_mark', { mark_id: 1 }))).status).toBe(409);
  const { review: again } = await reviewer.call('restore_mark', { mark_id: 1 });
  expect(again).toMatchObject({ outstanding_marks: 1, marks: [{ status: 'open' }] });
  expect((await reviewer.call('restore_mark', { mark_id: 1 })).review.marks[0]?.status).toBe('open');
});

test('a mark can be reported, carried over, reopened, reported again and verified', async () => {
  const caller = await service.newClient();
  const first = await rejectedReview(caller, [{ must_fix: true }, { body: 'Second' }, { body: 'Third' }]);
  const statuses = (of: Review): Record<number, MarkStatus> =>
    Object.fromEntries(of.marks.map(({ id, status }) => [id, status]));

  const one = await caller.call('resolve_marks', {
    id: first.id,
    marks: [
      { id: 1, status: 'resolved', note: 'Darker', after_image: 'https://example.com/a.png' },
      { id: 2, status: 'in_progress' },
      { id: 9, status: 'resolved' },
    ],
  });
  expect(one).toMatchObject({ updated: 2, skipped: [{ id: 9, reason: 'not_found' }] });
  expect(statuses(one.review)).toEqual({ 1: 'resolved', 2: 'in_progress', 3: 'open' });
  expect(one.review.marks[0]).toMatchObject({ note: 'Darker', after_image: 'https://example.com/a.png' });
  expect(one.review.next_action.action).toBe('apply_pins_then_next_pass');

  const rest = [2, 3].map((id) => ({ id, status: 'resolved' as const }));
  const two = await caller.call('resolve_marks', { id: first.id, marks: rest });
  expect(two.review).toMatchObject({
    outstanding_marks: 0,
    marks_awaiting_verification: 3,
    next_action: { action: 'open_next_pass' },
    work_packets: { pins: [] },
  });

  const second = await nextPass(caller, first);
  expect(second.marks_awaiting_verification).toBe(3);
  const reviewer = reviewerOf(second);
  await reviewer.call('verify_mark', { mark_id: 1 });
  await reviewer.call('reopen_mark', { mark_id: 2, reason: 'Still there' });
  const seen = (await reviewer.call('read_review', {})).review;
  expect(statuses(seen)).toEqual({ 1: 'verified', 2: 'reopened', 3: 'resolved' });
  expect(seen.marks[1]?.reopen_reason).toBe('Still there');
  expect(seen.work_packets.pins).toMatchObject([
    {
      mark_id: 2,
      pass: 1,
      reopen_reason: 'Still there',
      before_after: { before_url: expect.stringMatching(/mark-2-clean$/), after_url: expect.any(String) },
    },
  ]);
  await decide(second, 'changes_requested');
  const three = await caller.call('resolve_marks', {
    id: second.id,
    marks: [1, 2, 3].map((id) => ({ id, status: 'resolved' as const })),
  });
  expect(three.updated).toBe(1);
  expect(three.skipped).toEqual([
    { id: 1, reason: 'already_verified' },
    { id: 3, reason: 'unchanged' },
  ]);
  const third = await nextPass(caller, second);
  expect(statuses(third)).toEqual({ 2: 'resolved', 3: 'resolved' });
  expect(statuses((await decide(third, 'approved')).review)).toEqual({ 2: 'verified', 3: 'verified' });
});

test('an after image is a public https address', async () => {
  const caller = await service.newClient();
  const good = ['https://example.com/a.png', 'https://example.com/a?b=c#d'];
  const bad = [
    'http://example.com/a.png',
    'data:image/png;base64,AAAA',
    'https://user:secret@example.com/a.png',
    'example.com/a.png',
    'javascript:alert(1)',
    '',
  ];
  const all = [...good, ...bad];
  const { id } = await rejectedReview(
    caller,
    all.map(() => ({})),
  );
  const marks = all.map((after_image, at) => ({ id: at + 1, status: 'resolved' as const, after_image }));
  const answer = await caller.call('resolve_marks', { id, marks });
  expect(Object.keys(answer).sort()).toEqual(['review', 'skipped', 'updated']);
  expect(answer.updated).toBe(good.length);
  expect(answer.skipped).toEqual(bad.map((_, at) => ({ id: good.length + at + 1, reason: 'invalid_after_image' })));
  expect(answer.review.marks.map(({ status, after_image }) => [status, after_image])).toEqual([
    ...good.map((url) => ['resolved', url]),
    ...bad.map(() => ['open', null]),
  ]);
});

test('a report that comes too early, or changes nothing, answers 422; only the latter has the reason for each mark', async () => {
  const caller = await service.newClient();
  const open = await review(caller);
  const report = { id: open.id, marks: [{ id: 1, status: 'resolved' as const }] };
  const early = await refusal(caller.call('resolve_marks', report));
  expect(early).toMatchObject({ status: 422, body: { error: 'invalid_state' } });
  expect(early.body.message).toContain('changes_requested');
  expect(early.body).not.toHaveProperty('skipped');
  const made = await rejectedReview(caller, [{}, {}]);
  await caller.call('resolve_marks', { id: made.id, marks: [{ id: 1, status: 'resolved', note: 'n' }] });
  const { status, body } = await refusal(
    caller.call('resolve_marks', {
      id: made.id,
      marks: [
        { id: 1, status: 'resolved', note: 'n' },
        { id: 2, status: 'resolved', after_image: 'http://example.com/a.png' },
        { id: 3, status: 'resolved' },
      ],
    }),
  );
  expect(status).toBe(422);
  expect(body).toEqual({
    error: 'no_mark_changed',
    message: expect.any(String),
    skipped: [
      { id: 1, reason: 'unchanged' },
      { id: 2, reason: 'invalid_after_image' },
      { id: 3, reason: 'not_found' },
    ],
  });
  const again = await caller.call('resolve_marks', {
    id: made.id,
    marks: [{ id: 1, status: 'resolved', note: 'm' }],
  });
  expect(again.updated).toBe(1);
});

test('a mark repeated in one report counts once, with its last status', async () => {
  const caller = await service.newClient();
  const made = await rejectedReview(caller);
  const marks = [
    { id: 1, status: 'in_progress' as const },
    { id: 1, status: 'resolved' as const, note: 'done' },
    { id: 1, status: 'resolved' as const },
  ];
  const result = await caller.call('resolve_marks', { id: made.id, marks });
  expect(result).toMatchObject({ updated: 1, skipped: [{ id: 1, reason: 'unchanged' }] });
  expect(result.review.marks).toMatchObject([{ status: 'resolved', note: 'done' }]);
});

test('a reopening can no longer be undone once the fixing agent has answered it', async () => {
  const caller = await service.newClient();
  const first = await rejectedReview(caller);
  await caller.call('resolve_marks', { id: first.id, marks: [{ id: 1, status: 'resolved' }] });
  await reviewerOf(first).call('reopen_mark', { mark_id: 1 });
  await caller.call('resolve_marks', { id: first.id, marks: [{ id: 1, status: 'in_progress' }] });
  const { review: after } = await reviewerOf(first).call('restore_mark', { mark_id: 1 });
  expect(after.marks[0]?.status).toBe('in_progress');
});

test('only resolved or verified marks can be reopened', async () => {
  const { reviewer } = await placed();
  expect((await refusal(reviewer.call('reopen_mark', { mark_id: 1 }))).status).toBe(409);
  await reviewer.call('verify_mark', { mark_id: 1 });
  expect((await reviewer.call('reopen_mark', { mark_id: 1 })).review.marks[0]?.status).toBe('reopened');
  expect((await reviewer.call('restore_mark', { mark_id: 1 })).review.marks[0]?.status).toBe('verified');
});

test('a mark finds its screenshot on the next pass by its label, also when that arrives later', async () => {
  const caller = await service.newClient();
  const image = await base64();
  const first = await rejectedReview(caller, [{ screenshot_index: 0 }, { screenshot_index: 1 }], {
    images: [
      { image, label: 'Home' },
      { image, label: 'About' },
    ],
  });
  const second = await nextPass(caller, first, { images: [{ image, label: 'Other' }] });
  expect(second.marks).toMatchObject([
    { id: 1, screenshot_index: null, x: null },
    { id: 2, screenshot_index: null, x: null },
  ]);
  const later = await caller.call('add_screenshot', { id: second.id, image, label: 'About' });
  expect(later.marks).toMatchObject([
    { id: 1, screenshot_index: null },
    { id: 2, screenshot_index: 1, x: 0.1, y: 0.2, width: 0.3, height: 0.4 },
  ]);
  const { review: after } = await reviewerOf(second).call('place_mark', mark());
  expect(after.marks.map(({ id, pass }) => [id, pass])).toEqual([
    [1, 1],
    [2, 1],
    [3, 2],
  ]);
});
