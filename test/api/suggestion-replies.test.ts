import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { decide, nextPass, reviewerOf } from '../support/factories.ts';
import { guestOf, suggestedReview } from '../support/guest.ts';
import { startService, type TestService } from '../support/service.ts';
import { refusal } from './support/rest-and-mcp.ts';
import { sql } from './support/sql.ts';

let client: Awaited<ReturnType<TestService['newClient']>>;
const service = await startService({ ROLE: 'web' });
beforeEach(async () => {
  client = await service.newClient();
});

/** A review with a pending suggestion, and what its reviewer and its guest can write below it. */
async function suggested() {
  const secret = randomUUID();
  const made = await suggestedReview(client, { client_suggestion_id: secret });
  const own = { suggestion_id: 1, client_suggestion_id: secret };
  return {
    made,
    own,
    reviewer: reviewerOf(made),
    guest: guestOf(made),
    ask: (more = {}) =>
      reviewerOf(made).call('answer_suggestion', { suggestion_id: 1, body: 'On phones?', author: 'Mara', ...more }),
    answer: (more = {}) => guestOf(made).call('reply_to_suggestion', { ...own, body: 'Everywhere.', ...more }),
    read: async () =>
      (await guestOf(made).call('read_own_suggestions', { client_suggestion_ids: [secret] })).suggestions,
    now: () => client.call('get_review', { id: made.id }),
  };
}

const asked = { by: 'reviewer', author: 'Mara', body: 'On phones?', question: false, pass: 1 };
const answered = { by: 'guest', author: 'Ola', body: 'Everywhere.', question: false, pass: 1 };

test('the reviewer and the guest reply to each other, and the mark that the suggestion becomes has the replies', async () => {
  const { made, reviewer, ask, answer, read, now } = await suggested();
  expect((await ask()).review.suggestions).toMatchObject([{ replies: [asked] }]);
  expect(await read()).toMatchObject([{ suggestion: { replies: [asked] } }]);
  expect((await answer()).suggestion.replies).toMatchObject([asked, answered]);
  expect(await now()).toMatchObject({ suggestions: [{ replies: [asked, answered] }], marks: [], decision: null });

  await reviewer.call('accept_suggestion', { suggestion_id: 1 });
  await reviewer.call('answer_mark', { mark_id: 1, body: 'Agreed.' });
  const { review: rejected } = await decide(made, 'changes_requested');
  const thread = [asked, answered, { by: 'reviewer', body: 'Agreed.' }];
  expect(rejected.work_packets.pins).toMatchObject([{ mark_id: 1, replies: thread }]);
  const next = await nextPass(client, made);
  expect(next.marks).toMatchObject([{ id: 1, replies: thread }]);
  // The guest sees what was said before, and nothing of the mark's own replies.
  expect(await read()).toMatchObject([{ suggestion: { status: 'accepted', replies: [asked, answered] } }]);
});

test('the replies come along when the suggestion is accepted after the request, and stay when that is undone', async () => {
  const { made, reviewer, ask, answer, now } = await suggested();
  await ask();
  await answer();
  await decide(made, 'changes_requested');
  const { unsent } = await reviewer.call('accept_suggestion', { suggestion_id: 1 });
  expect(unsent.marks).toMatchObject([{ id: 1, replies: [asked, answered] }]);
  expect((await now()).marks).toEqual([]);
  await reviewer.call('restore_suggestion', { suggestion_id: 1 });
  expect((await now()).suggestions).toMatchObject([{ status: 'pending', replies: [asked, answered] }]);
  await reviewer.call('accept_suggestion', { suggestion_id: 1 });
  const { review: updated } = await decide(made, 'changes_requested');
  expect(updated.work_packets.pins).toMatchObject([{ replies: [asked, answered] }]);
});

test('only the guest who left a suggestion writes below it and reads it', async () => {
  const { made, own, ask, answer } = await suggested();
  await ask();
  const other = guestOf(made);
  const foreign = { ...own, client_suggestion_id: randomUUID(), body: 'Me too' };
  expect((await refusal(other.call('reply_to_suggestion', foreign))).status).toBe(404);
  expect((await refusal(answer({ suggestion_id: 2 }))).status).toBe(404);
  expect(JSON.stringify(await other.call('read_guest_review', {}))).not.toContain('On phones?');
});

test('a repeated reply adds nothing, another suggestion’s cannot take its name, and there are at most 20', async () => {
  const { made, ask, answer } = await suggested();
  const once = { client_reply_id: 'reply-0001' };
  await answer(once);
  expect((await answer(once)).suggestion.replies).toHaveLength(1);
  const second = randomUUID();
  await guestOf(made).call('suggest', {
    ...{ screenshot_index: 0, kind: 'point', x: 0.5, y: 0.5, body: 'Another', client_suggestion_id: second },
  });
  const { suggestion } = await answer({ suggestion_id: 2, client_suggestion_id: second, ...once });
  expect(suggestion.replies).toHaveLength(1);
  for (let at = 1; at < 20; at += 1) await ask();
  for (const call of [ask, answer]) expect((await refusal(call())).body.message).toContain('at most 20 replies');
});

test('nobody writes below a settled suggestion, or below one on another pass', async () => {
  const { made, own, reviewer, ask, answer } = await suggested();
  await reviewer.call('dismiss_suggestion', { suggestion_id: 1 });
  expect((await refusal(ask())).body).toMatchObject({
    ...{ error: 'conflict', message: 'This suggestion was dismissed. Make it pending again to reply.' },
  });
  expect((await refusal(answer())).body.message).toContain('was dismissed');
  await reviewer.call('restore_suggestion', { suggestion_id: 1 });
  await answer();
  const next = await nextPass(client, made);
  expect((await refusal(ask())).status).toBe(409);
  expect((await refusal(answer())).body.message).toMatch(/newer pass/i);
  await guestOf(next).call('reply_to_suggestion', { ...own, body: 'Here too.' });
  expect((await client.call('get_review', { id: next.id })).suggestions).toMatchObject([
    { replies: [answered, { body: 'Here too.', pass: 2 }] },
  ]);
  // The withdrawn pass returns the suggestion with all of its replies.
  await client.call('cancel_review', { id: next.id });
  expect((await client.call('get_review', { id: made.id })).suggestions[0]?.replies).toHaveLength(2);
});

test('a guest who deletes a suggestion deletes what was written below it', async () => {
  const { made, own, guest, ask } = await suggested();
  await ask();
  const stored = () => sql(service, 'SELECT 1 FROM reply WHERE workspace_id = $1', [client.workspaceId]);
  expect(await stored()).toHaveLength(1);
  await guest.call('withdraw_suggestion', own);
  expect(await stored()).toEqual([]);
  expect((await client.call('get_review', { id: made.id })).suggestions).toEqual([]);
});
