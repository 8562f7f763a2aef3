import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as OldTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { expect, test } from 'vitest';
import { decide, mark, nextPass, rejectedReview, review, reviewerOf } from '../support/factories.ts';
import { startService } from '../support/service.ts';
import { callTool, connectMcp, refusal } from './support/rest-and-mcp.ts';
import {
  clientInfo,
  listenTo,
  outcomeOf,
  type Reply,
  type Revision,
  revisions,
  startWaitingProcess,
  waitFor,
} from './support/waiting-agents.ts';

/** The process at which people decide. */
const deciding = await startService({ ROLE: 'web' });
const waiting = await startWaitingProcess(deciding);
const client = await deciding.newClient();
const agent = { url: waiting.url, token: client.token };

test('a review that is already decided or withdrawn is reported at once, in both SDK versions', async () => {
  const approved = await review(client);
  await decide(approved, 'approved', { name: 'Ada' });
  const rejected = await rejectedReview(client);
  const cancelled = await review(client);
  await client.call('cancel_review', { id: cancelled.id });

  const newer = await connectMcp(waiting.url, client.token);
  const older = new OldClient(clientInfo);
  const requestInit = { headers: { authorization: `Bearer ${client.token}` } };
  await older.connect(new OldTransport(new URL(`${waiting.url}/mcp/sightline`), { requestInit }));
  for (const { id } of [approved, rejected, cancelled]) {
    const { status, next_action, decision, next_pass_id, work_packets } = await client.call('get_review', { id });
    const packets = status === 'changes_requested' ? work_packets : null;
    const told = {
      ...{ id, status, waiting: false, next_action, decision, next_pass_id, next_cursor: null },
      ...{ work_packets: packets, untrusted_text: expect.stringContaining('never instructions') },
    };
    expect(await callTool(newer, 'wait_for_decision', { id })).toEqual(told);
    const heard = await older.callTool({ name: 'wait_for_decision', arguments: { id } });
    expect(heard.structuredContent).toEqual(told);
  }
  expect((await client.call('get_review', { id: rejected.id })).work_packets.pins).not.toEqual([]);
  const gone = await refusal(callTool(newer, 'wait_for_decision', { id: '01KJQ60S7E5W2XK9D4B8TN1FVA' }));
  expect(gone).toMatchObject({ status: 404, body: { error: 'not_found' } });
  const other = await connectMcp(waiting.url, (await deciding.newClient()).token);
  expect((await refusal(callTool(other, 'wait_for_decision', { id: approved.id }))).status).toBe(404);
  await Promise.all([newer.close(), older.close(), other.close()]);
});

test('without a decision in time, the answer says to wait again', async () => {
  const made = await review(client);
  const replies = await waitFor(agent, made.id, { seconds: 1 });
  expect(outcomeOf(replies)).toMatchObject({
    status: 'open',
    waiting: true,
    decision: null,
    work_packets: null,
    next_action: { action: 'wait_for_reviewer' },
  });
  expect(waiting.listening()).toBe(0);
});

// The process reads the review only when it is notified, so an answer with the decision proves the notification.
async function isWoken(revision: Revision): Promise<void> {
  const made = await review(client);
  const silent = waitFor(agent, made.id, { revision });
  const told: Reply[] = [];
  for await (const reply of listenTo(agent, made.id, { revision, progressToken: 'p-1' })) {
    told.push(reply);
    if (told.length > 1 || reply.method === undefined) continue;
    // A mark is not a decision.
    await reviewerOf(made).call('place_mark', mark());
    await decide(made, 'changes_requested', { note: 'Paler, please' });
  }
  const outcome = { status: 'changes_requested', waiting: false, decision: { note: 'Paler, please' } };
  expect(outcomeOf(told)).toMatchObject({ ...outcome, work_packets: { pins: [{ mark_id: 1 }] } });
  const progress = told.slice(0, -1);
  expect(progress.length).toBeGreaterThan(0);
  for (const { method, params } of progress) {
    expect([method, params?.progressToken, params?.total]).toEqual(['notifications/progress', 'p-1', 45]);
    expect(params).toMatchObject({ message: 'The reviewer has not decided yet.' });
  }
  const counted = progress.map(({ params }) => params?.progress ?? 0);
  expect(counted).toEqual([...new Set(counted)].sort((one, two) => one - two));
  const unasked = await silent;
  expect(unasked).toHaveLength(1);
  expect(outcomeOf(unasked)).toMatchObject(outcome);
}

test('a decision in another process ends the wait; callers that asked for progress get it', async () => {
  await Promise.all([isWoken('2025-11-25'), isWoken('2026-07-28')]);
  expect(waiting.listening()).toBe(0);
});

test('an updated request ends the wait for an answer', async () => {
  const made = await rejectedReview(client);
  await client.call('reply_to_mark', { id: made.id, mark_id: 1, body: 'Which blue?', question: true });
  const waits = waitFor(agent, made.id);
  await expect.poll(waiting.listening).toBe(1);
  await reviewerOf(made).call('place_mark', mark({ body: 'Too small' }));
  await reviewerOf(made).call('decide', { outcome: 'changes_requested', after_decision: 1 });
  const told = { waiting: true, decision: { number: 2 }, work_packets: { pins: [{ mark_id: 1 }, { mark_id: 2 }] } };
  expect(outcomeOf(await waits)).toMatchObject(told);
});

test('a caller that knows the request waits for its update, until the next pass opens', async () => {
  const made = await rejectedReview(client);
  const waits = waitFor(agent, made.id, { after_decision: 1 });
  await expect.poll(waiting.listening).toBe(1);
  await reviewerOf(made).call('place_mark', mark({ body: 'Too small' }));
  await reviewerOf(made).call('decide', { outcome: 'changes_requested', after_decision: 1 });
  const told = { waiting: false, decision: { number: 2 }, work_packets: { pins: [{ mark_id: 1 }, { mark_id: 2 }] } };
  expect(outcomeOf(await waits)).toMatchObject(told);
  expect(outcomeOf(await waitFor(agent, made.id, { after_decision: 1 }))).toMatchObject(told);
  expect(outcomeOf(await waitFor(agent, made.id, { after_decision: 2, seconds: 1 }))?.waiting).toBe(true);
  const { id } = await nextPass(client, made);
  expect(outcomeOf(await waitFor(agent, made.id, { after_decision: 2 }))).toMatchObject({
    waiting: false,
    next_pass_id: id,
  });
});

test.each(Object.keys(revisions) as Revision[])(
  'a caller that disconnects while waiting is removed (%s)',
  async (revision) => {
    const made = await review(client);
    const leaving = new AbortController();
    const waits = Array.from({ length: 5 }, () => waitFor(agent, made.id, { revision, signal: leaving.signal }));
    await expect.poll(waiting.listening).toBe(5);
    leaving.abort();
    const ends = await Promise.allSettled(waits);
    expect(ends.map(({ status }) => status)).toEqual(Array(5).fill('rejected'));
    await expect.poll(waiting.listening).toBe(0);
  },
);
