import { beforeAll, describe, expect, test } from 'vitest';
import type { Review } from '../../server/contract/review.ts';
import { decide, nextPass, review } from '../support/factories.ts';
import { startService } from '../support/service.ts';
import { startReceiver } from './support/receiver.ts';
import { type ApiCaller, refusal } from './support/rest-and-mcp.ts';
import { putRetriesOff, sql } from './support/sql.ts';

const receiver = await startReceiver();

const service = await startService({ OUTBOUND_ALLOW: 'webhook=127.0.0.0/8' });

describe('a webhook', () => {
  beforeAll(() => putRetriesOff(service));
  const deliveries = async (caller: ApiCaller, { id }: Review) =>
    (await caller.call('list_deliveries', { id })).deliveries;
  const newest = async (caller: ApiCaller, of: Review, status: string) => {
    await expect.poll(async () => (await deliveries(caller, of))[0]?.status).toBe(status);
    return (await deliveries(caller, of))[0];
  };

  /** Makes a review whose webhook is paused after five failures. */
  async function paused(caller: ApiCaller): Promise<Review> {
    receiver.answerWith(() => 500);
    const made = await review(caller, { webhook_url: receiver.url });
    for (let times = 0; times < 5; times += 1) {
      await decide(made, times % 2 === 0 ? 'approved' : 'changes_requested');
      const tried = async () => (await deliveries(caller, made))[0]?.attempts.length;
      await expect.poll(tried).toBe(1);
    }
    await newest(caller, made, 'held');
    return made;
  }

  test('that is resumed sends only the newest held decision', async () => {
    const caller = await service.newClient();
    const first = await paused(caller);
    const second = await nextPass(caller, first);
    await decide(second, 'approved');
    await newest(caller, second, 'held');
    receiver.answerWith(() => 204);
    const seen = receiver.received.length;
    const now = await caller.call('resume_webhook', { id: second.id });
    expect(now.webhook).toMatchObject({ paused: false, failure_count: 0 });
    await newest(caller, second, 'delivered');
    expect(receiver.received).toHaveLength(seen + 1);
    expect(receiver.received.at(-1)?.headers['x-service-review']).toBe(second.id);
    expect((await deliveries(caller, first))[0]?.status).toBe('cancelled');
    expect((await refusal(caller.call('resume_webhook', { id: first.id }))).status).toBe(422);
  });

  test('that is paused by a last attempt keeps its decision held, and sends it when resumed', async () => {
    const caller = await service.newClient();
    receiver.answerWith(() => 500);
    const made = await review(caller, { webhook_url: receiver.url });
    await decide(made, 'approved');
    const tried = (times: number) =>
      expect.poll(async () => (await deliveries(caller, made))[0]?.attempts.length).toBe(times);
    await tried(1);
    // Four failures already, three of them of this delivery: its fourth attempt is its last.
    const state = 'UPDATE webhook_state SET failure_count = 4 WHERE chain_id = $1';
    await sql(service, state, [made.id]);
    const [delivery] = await deliveries(caller, made);
    await sql(service, 'UPDATE delivery_attempt SET number = 3 WHERE delivery_id = $1', [delivery?.id]);
    const due = 'UPDATE delivery SET attempt_count = 3, next_attempt_at = now() WHERE id = $1';
    await sql(service, due, [delivery?.id]);
    await newest(caller, made, 'held');
    receiver.answerWith(() => 204);
    await caller.call('resume_webhook', { id: made.id });
    await newest(caller, made, 'delivered');
  });

  test('that is paused refuses redelivery, and so does one without a decision', async () => {
    const caller = await service.newClient();
    const made = await paused(caller);
    const { status, body } = await refusal(caller.call('redeliver', { id: made.id }));
    expect([status, body.error]).toEqual([422, 'invalid_state']);
    const fresh = await review(caller, { webhook_url: receiver.url });
    const silent = await review(caller);
    for (const { id } of [fresh, silent]) {
      expect((await refusal(caller.call('redeliver', { id }))).status).toBe(422);
      expect((await refusal(caller.call('resume_webhook', { id }))).status).toBe(422);
    }
  });

  test('gets a redelivered decision with the same delivery id, bytes and signature', async () => {
    receiver.answerWith(() => 204);
    const caller = await service.newClient();
    const made = await review(caller, { webhook_url: receiver.url });
    await decide(made, 'approved');
    const before = await newest(caller, made, 'delivered');
    const seen = receiver.received.length;
    const { delivery } = await caller.call('redeliver', { id: made.id });
    expect(delivery).toMatchObject({ id: before?.id, status: 'pending' });
    await expect.poll(() => receiver.received.length).toBe(seen + 1);
    const after = await newest(caller, made, 'delivered');
    expect(after?.attempts.map(({ status }) => status)).toEqual([204, 204]);
    const [one, two] = receiver.received.slice(-2);
    for (const header of ['x-service-delivery', 'x-service-signature', 'x-service-review']) {
      expect(two?.headers[header]).toBe(one?.headers[header]);
    }
    expect(two?.body).toEqual(one?.body);
  });
});
