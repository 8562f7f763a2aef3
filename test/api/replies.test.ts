import { beforeEach, expect, test } from 'vitest';
import type { Client, Output } from '../../server/contract/client.ts';
import { ErrorBody } from '../../server/contract/error.ts';
import type { Review } from '../../server/contract/review.ts';
import { decide, mark, nextPass, review, reviewerOf } from '../support/factories.ts';
import { startService } from '../support/service.ts';
import { callTool, connectMcp } from './support/rest-and-mcp.ts';
import { sql } from './support/sql.ts';

let client: Client & { token: string; workspaceId: string };
let agent: Awaited<ReturnType<typeof connectMcp>>;

const service = await startService({ ROLE: 'web' });
beforeEach(async () => {
  client = await service.newClient();
  agent = await connectMcp(service.url, client.token);
});

/** A review of which a person wants two marks fixed. */
async function rejected(): Promise<Review> {
  const made = await review(client);
  for (const body of ['Too pale', 'Too low']) await reviewerOf(made).call('place_mark', mark({ body }));
  return (await decide(made, 'changes_requested')).review;
}

const ask = ({ id }: Review, mark_id = 1, more = {}) =>
  client.call('reply_to_mark', { id, mark_id, body: 'Which blue?', question: true, ...more });
const answer = (of: Review, mark_id = 1, more = {}) =>
  reviewerOf(of).call('answer_mark', { mark_id, body: 'The brand’s.', author: 'Mara', ...more });
const wait = async ({ id }: Review, seconds: number) =>
  (await callTool(agent, 'wait_for_decision', { id, seconds })) as Output<'wait_for_decision'>;
const refused = (call: Promise<unknown>) =>
  call.then(
    () => null,
    (error: { body: { error: string; message: string } }) => [error.body.error, error.body.message],
  );

test('an agent asks, waits, and goes on with the answer, and the decision stays as it is', async () => {
  const of = await rejected();
  expect(await wait(of, 1)).toMatchObject({ waiting: false, status: 'changes_requested' });
  await ask(of);
  const seen = await reviewerOf(of).call('read_review', {});
  expect(seen.can.reply).toBe(true);
  const question = { by: 'agent', author: null, body: 'Which blue?', question: true, pass: 1 };
  expect(seen.review.marks.map(({ replies }) => replies)).toMatchObject([[question], []]);
  expect(await wait(of, 1)).toMatchObject({ waiting: true, status: 'changes_requested' });

  const waiting = wait(of, 45);
  const answered = await answer(of);
  const told = await waiting;
  expect(told).toMatchObject({ waiting: false, status: 'changes_requested', decision: { number: 1 } });
  const reply = { by: 'reviewer', author: 'Mara', body: 'The brand’s.', question: false, pass: 1 };
  const lean = [question, reply].map(({ by, body }) => ({ by, body }));
  expect(told.work_packets?.pins.map(({ replies }) => replies)).toMatchObject([lean, []]);
  const packets = (await client.call('get_review', { id: of.id })).work_packets.pins;
  expect(packets.map(({ replies }) => replies)).toMatchObject([[question, reply], []]);
  expect(answered.review.decision).toEqual(of.decision);
  // No packet has the answer about a mark that is reported as fixed.
  await client.call('resolve_marks', { id: of.id, marks: [{ id: 1, status: 'resolved' }] });
  expect((await wait(of, 1)).next_action.summary).toMatch(/ The reviewer answered about mark 1: see get_review\.$/);
});

test('a question no longer waits once its mark is settled or a later pass is open, and stays readable there', async () => {
  const of = await rejected();
  await ask(of, 2);
  expect((await wait(of, 1)).waiting).toBe(true);
  await client.call('resolve_marks', { id: of.id, marks: [{ id: 2, status: 'resolved' }] });
  await reviewerOf(of).call('verify_mark', { mark_id: 2 });
  expect((await wait(of, 1)).waiting).toBe(false);

  await ask(of, 1);
  const next = await nextPass(client, of);
  expect(next.marks.map(({ id, replies }) => [id, replies.length])).toEqual([[1, 1]]);
  await expect(ask(of)).rejects.toMatchObject({
    body: {
      ...{ error: 'invalid_state', message: expect.stringContaining('A newer pass is open') },
      ...{ status: 'changes_requested', next_pass_id: next.id },
    },
  });
  const withdrawn = await review(client);
  await reviewerOf(withdrawn).call('place_mark', mark());
  await client.call('cancel_review', { id: withdrawn.id });
  const { body } = await ask(withdrawn).catch((error) => error);
  expect(ErrorBody.parse(body)).toMatchObject({ error: 'invalid_state', status: 'cancelled' });
  expect(await refused(answer(of))).toEqual(['conflict', expect.stringContaining('A newer pass is open')]);
  // Nobody can answer there any more, so nobody waits.
  expect((await wait(of, 1)).waiting).toBe(false);
  await answer(next);
  const { review: rejectedAgain } = await decide(next, 'changes_requested');
  expect((await wait(rejectedAgain, 1)).waiting).toBe(false);
  // What was written later is not part of the earlier pass.
  expect((await client.call('get_review', { id: of.id })).marks[0]?.replies).toHaveLength(1);
});

test('a repeated reply adds nothing, and each mark has at most a hundred', async () => {
  const of = await rejected();
  const once = { client_reply_id: 'reply-0001' };
  const asked = await ask(of, 1, once);
  expect(await ask(of, 1, once)).toEqual(asked);
  expect((await client.call('get_review', { id: of.id })).marks[0]?.replies).toMatchObject([{ id: asked.reply_id }]);
  await answer(of, 1, { client_reply_id: 'reply-0002' });
  expect((await answer(of, 1, { client_reply_id: 'reply-0002' })).review.marks[0]?.replies).toHaveLength(2);
  await sql(
    service,
    `INSERT INTO reply (id, workspace_id, chain_id, mark_number, pass, by, body, is_question, created_at)
     SELECT lpad(n::text, 26, '0'), workspace_id, chain_id, 1, 1, 'agent', 'Well.', false, now()
     FROM review, generate_series(1, 98) n WHERE id = $1`,
    [of.id],
  );
  expect(await refused(answer(of))).toEqual(['conflict', expect.stringContaining('at most 100 replies')]);
  expect((await answer(of, 2)).review.marks[1]?.replies).toHaveLength(1);
});

test('replies need words and a mark', async () => {
  const of = await rejected();
  expect((await refused(ask(of, 1, { body: ' ' })))?.[0]).toBe('invalid_request');
  expect((await refused(ask(of, 9)))?.[0]).toBe('not_found');
  expect((await refused(answer(of, 9)))?.[0]).toBe('not_found');
});
