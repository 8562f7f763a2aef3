import { expect, test } from 'vitest';
import { decide, mark, marksOf, nextPass, rejectedReview, review, reviewerOf } from '../support/factories.ts';
import { headersOfPage } from '../support/on-page.ts';
import { startService } from '../support/service.ts';
import { refusal } from './support/rest-and-mcp.ts';
import { sql } from './support/sql.ts';

const service = await startService({ ROLE: 'web' });
const client = await service.newClient();

test('a decision is numbered and keeps the note and the name', async () => {
  const made = await review(client);
  const view = await decide(made, 'approved', { note: ' Lovely ', name: ' Ada ' });
  expect(view.review).toMatchObject({
    status: 'approved',
    decision: { number: 1, outcome: 'approved', note: 'Lovely', decided_by: 'Ada', verified_login: null, via: 'page' },
    next_action: { action: 'proceed' },
    decided_at: expect.any(String),
  });
  expect(view.can).toEqual({ mark: false, decide: false, change_mind: true, verify: true, reply: true });
  expect(view.read_only_reason).toBeNull();
  expect(await client.call('get_review', { id: made.id })).toEqual(view.review);
  const { review: plain } = await decide(await review(client), 'approved', { note: ' ', name: '' });
  expect(plain.decision).toMatchObject({ note: null, decided_by: null });
});

test('the link alone cannot decide: the page sends its key and its origin, and the decision records them', async () => {
  const [made, other] = [await review(client), await review(client)];
  const { origin = '', ...key } = await headersOfPage(made.review_url);
  const post = async (headers: Record<string, string>) => {
    const body = JSON.stringify({ outcome: 'approved', after_decision: 0 });
    const all = { 'content-type': 'application/json', ...headers };
    const answer = await fetch(`${made.review_url}/decision`, { method: 'POST', headers: all, body });
    return { status: answer.status, body: await answer.json() };
  };
  const refused = { status: 403, body: { error: 'forbidden', message: expect.stringContaining('review page') } };
  for (const headers of [
    {},
    { origin },
    key,
    { origin, 'x-page-key': 'made-up' },
    await headersOfPage(other.review_url),
  ]) {
    expect(await post(headers)).toMatchObject(refused);
  }
  expect((await post({ ...key, origin: 'https://elsewhere.example' })).status).toBe(403);
  expect((await client.call('get_review', { id: made.id })).status).toBe('open');

  expect(await post({ origin, ...key })).toMatchObject({
    status: 200,
    body: { review: { decision: { via: 'page' } } },
  });
  // As earlier versions stored it.
  await sql(
    service,
    `INSERT INTO decision (id, workspace_id, review_id, number, outcome, link, decided_at)
     SELECT reverse(id), workspace_id, review_id, 2, outcome, 'review', decided_at FROM decision WHERE review_id = $1`,
    [made.id],
  );
  expect((await client.call('get_review', { id: made.id })).decision?.via).toBe('link');
});

test('requesting changes needs an outstanding mark or a note', async () => {
  const made = await review(client);
  const ask = (note?: string) =>
    reviewerOf(made).call('decide', {
      outcome: 'changes_requested',
      after_decision: 0,
      ...(note === undefined ? {} : { note }),
    });
  for (const note of [undefined, '', '   ']) {
    expect((await refusal(ask(note))).body.errors?.[0]?.path).toBe('note');
  }
  await reviewerOf(made).call('place_mark', mark());
  await reviewerOf(made).call('withdraw_mark', { mark_id: 1 });
  expect((await refusal(ask())).status).toBe(422);
  await reviewerOf(made).call('restore_mark', { mark_id: 1 });
  expect((await ask()).review.status).toBe('changes_requested');
});

test('undoing a reopening leaves the mark to the decision that verified it, without the reason', async () => {
  const asked = await rejectedReview(client);
  const reviewer = reviewerOf(asked);
  await client.call('resolve_marks', { id: asked.id, marks: [{ id: 1, status: 'resolved' }] });
  await decide(asked, 'approved');
  await reviewer.call('reopen_mark', { mark_id: 1, reason: 'Still pale' });
  const { review: restored } = await reviewer.call('restore_mark', { mark_id: 1 });
  expect(restored.marks[0]).toMatchObject({ status: 'verified', reopen_reason: null });
  await decide(asked, 'changes_requested');
  expect((await client.call('get_review', { id: asked.id })).marks[0]?.status).toBe('resolved');
});

test('a person’s own verification outlives the decision that the mark was first verified with', async () => {
  const asked = await rejectedReview(client);
  await client.call('resolve_marks', { id: asked.id, marks: [{ id: 1, status: 'resolved' }] });
  await decide(asked, 'approved');
  await reviewerOf(asked).call('reopen_mark', { mark_id: 1 });
  await reviewerOf(asked).call('verify_mark', { mark_id: 1 });
  await decide(asked, 'changes_requested');
  expect((await client.call('get_review', { id: asked.id })).marks[0]?.status).toBe('verified');
});

test('must-fix marks block an approval, which names them', async () => {
  const made = await review(client);
  for (const must_fix of [true, false, true]) await reviewerOf(made).call('place_mark', mark({ must_fix }));
  const { status, body } = await refusal(decide(made, 'approved'));
  expect(status).toBe(409);
  expect(body.message).toContain('(1, 3)');
  expect((await client.call('get_review', { id: made.id })).status).toBe('open');
});

test('an approval can settle must-fix marks in the same request; other marks stay as they are', async () => {
  const made = await review(client);
  for (const must_fix of [true, true, false]) await reviewerOf(made).call('place_mark', mark({ must_fix }));
  const incomplete = decide(made, 'approved', { settle: [{ mark_id: 1, as: 'verified' }] });
  expect((await refusal(incomplete)).status).toBe(409);
  expect((await marksOf(made))[1]?.status).toBe('open');
  const settle = [
    { mark_id: 1, as: 'verified' as const },
    { mark_id: 2, as: 'withdrawn' as const },
    { mark_id: 99, as: 'withdrawn' as const },
  ];
  const { review: after } = await decide(made, 'approved', { settle });
  expect(after.marks.map(({ status }) => status)).toEqual(['verified', 'withdrawn', 'open']);
});

test.each(['verified', 'withdrawn'] as const)(
  'approving settles pending marks as %s; undoing it reverts exactly that',
  async (as) => {
    const first = await rejectedReview(client, [{ must_fix: true }, {}, {}, { must_fix: true }]);
    await client.call('resolve_marks', {
      id: first.id,
      marks: [1, 2].map((id) => ({ id, status: 'resolved' as const })),
    });
    const second = await nextPass(client, first);
    await reviewerOf(second).call('verify_mark', { mark_id: 2 });
    const settle = [{ mark_id: 4, as }];
    const statuses = async () => Object.values(await marksOf(second)).map(({ status }) => status);

    await decide(second, 'approved', { settle });
    expect(await statuses()).toEqual(['verified', 'verified', 'open', as]);
    const { review: after } = await decide(second, 'changes_requested');
    expect(await statuses()).toEqual(['resolved', 'verified', 'open', 'open']);
    expect(after).toMatchObject({ status: 'changes_requested', decision: { number: 2 }, outstanding_marks: 2 });
    await decide(second, 'approved', { settle });
    expect(await statuses()).toEqual(['verified', 'verified', 'open', as]);
  },
);

test('repeating the current decision, or deciding without having seen it, is refused', async () => {
  const made = await review(client);
  const first = { outcome: 'approved' as const, after_decision: 0 };
  await reviewerOf(made).call('decide', first);
  const repeated = await reviewerOf(made).call('decide', first);
  expect(repeated.review.decision?.number).toBe(1);
  const unseen = await refusal(reviewerOf(made).call('decide', { ...first, outcome: 'changes_requested', note: 'n' }));
  expect([unseen.status, unseen.body.error]).toEqual([409, 'conflict']);
  expect(unseen.body.message).toContain('Somebody else decided');
  expect((await refusal(decide(made, 'approved'))).body.message).toContain('already the decision');
  for (const after_decision of [2, 2 ** 40]) {
    expect((await refusal(reviewerOf(made).call('decide', { ...first, after_decision }))).status).toBe(409);
  }
});

test('a decision can be changed until a later pass is open', async () => {
  const made = await review(client);
  await decide(made, 'approved');
  await decide(made, 'changes_requested');
  await decide(made, 'approved');
  const second = await nextPass(client, made);
  const late = await refusal(decide(made, 'changes_requested'));
  expect(late.status).toBe(409);
  expect(late.body.message).toContain('newer pass');
  await client.call('cancel_review', { id: second.id });
  expect((await decide(made, 'changes_requested')).review.decision?.number).toBe(4);
});
