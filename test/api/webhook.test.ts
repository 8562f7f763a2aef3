import { beforeEach, expect, test } from 'vitest';
import type { Client, Output } from '../../server/contract/client.ts';
import { DecidedEvent } from '../../server/contract/webhook.ts';
import { sign } from '../../server/domain/webhook/rules.ts';
import { decide, mark, nextPass, review, reviewerOf } from '../support/factories.ts';
import { startService } from '../support/service.ts';
import { type Received, type Receiver, startReceiver } from './support/receiver.ts';
import { putRetriesOff, RETRIES_PUT_OFF_MS, sql } from './support/sql.ts';

let client: Client;
let receiver: Receiver;
const service = await startService({ OUTBOUND_ALLOW: 'webhook=127.0.0.0/8' });
await putRetriesOff(service);
beforeEach(async () => {
  client = await service.newClient();
  receiver = await startReceiver();
});

const open = () => review(client, { webhook_url: `${receiver.url}/hook?key=of-the-receiver` });
const secretOf = (of: { review_url: string }) => of.review_url.split('/r/')[1] ?? '';
const signatureOf = (request: Received | undefined) => String(request?.headers['x-service-signature']);
const deliveries = async (id: string) => (await client.call('list_deliveries', { id })).deliveries;

type Deliveries = Output<'list_deliveries'>['deliveries'];
async function deliveriesOnce(id: string, ready: (list: Deliveries) => boolean): Promise<Deliveries> {
  let list: Deliveries = [];
  const isReady = async () => {
    list = await deliveries(id);
    return ready(list);
  };
  await expect.poll(isReady).toBe(true);
  return list;
}
/** Makes a scheduled retry due now. */
async function hurry(deliveryId: string | undefined): Promise<void> {
  const due = `UPDATE delivery SET next_attempt_at = now() WHERE id = $1 AND status = 'pending' RETURNING id`;
  expect(await sql(service, due, [deliveryId])).toHaveLength(1);
}
/** Returns how long the service waits from the end of the last attempt to the next; null when none follows. */
function waitOf({ attempts, next_attempt_at }: Deliveries[number]): number | null {
  const last = attempts.at(-1);
  const ended = Date.parse(last?.at ?? '') + (last?.duration_ms ?? 0);
  return next_attempt_at === null ? null : Date.parse(next_attempt_at) - RETRIES_PUT_OFF_MS - ended;
}
const attempted = (count: number) => (list: Deliveries) =>
  list.reduce((sum, { attempts }) => sum + attempts.length, 0) >= count;

test('a decision is sent once, signed over the raw bytes with the secret of the link', async () => {
  const made = await open();
  await reviewerOf(made).call('place_mark', mark({ body: 'Größer ✓', must_fix: true }));
  expect(receiver.received).toEqual([]);
  await decide(made, 'changes_requested', { note: 'Ümläute', name: 'Ada' });
  const [delivery] = await deliveriesOnce(made.id, attempted(1));
  expect(receiver.received).toHaveLength(1);
  const [request] = receiver.received;
  expect(request).toMatchObject({ method: 'POST', path: '/hook?key=of-the-receiver' });
  expect(request?.headers).toMatchObject({
    'content-type': 'application/json',
    'x-service-event': 'review.decided',
    'x-service-review': made.id,
    'x-service-delivery': delivery?.id,
  });
  const raw = request?.body ?? Buffer.alloc(0);
  expect(signatureOf(request)).toBe(sign(raw, secretOf(made)));

  const event = DecidedEvent.parse(JSON.parse(raw.toString()));
  const now = await client.call('get_review', { id: made.id });
  expect(event.decided_at).toBe(now.decided_at);
  expect({ ...event.review, webhook: null }).toEqual({ ...now, webhook: null });
  expect(delivery).toMatchObject({ decision: 1, status: 'delivered', next_attempt_at: null });
  expect(delivery?.attempts).toMatchObject([{ status: 204, error: null }]);
  expect(now.webhook).toEqual({
    paused: false,
    failure_count: 0,
    last_error: null,
    last_delivered_at: expect.any(String),
  });
  expect(JSON.stringify(now)).not.toContain('of-the-receiver');
});

test('without a webhook_url nothing is sent; a next pass inherits it, replaces it, or removes it', async () => {
  const first = await review(client);
  expect(first.webhook).toBeNull();
  await decide(first, 'approved');
  expect(await deliveries(first.id)).toEqual([]);

  const second = await nextPass(client, first, { webhook_url: `${receiver.url}/one` });
  const none = { paused: false, failure_count: 0, last_error: null, last_delivered_at: null };
  expect(second.webhook).toEqual(none);
  const third = await nextPass(client, second);
  expect(third.webhook).toEqual(none);
  const fourth = await nextPass(client, third, { webhook_url: `${receiver.url}/two` });
  const fifth = await nextPass(client, fourth, { webhook_url: null });
  expect([second, third, fourth, fifth].map(({ webhook }) => webhook !== null)).toEqual([true, true, true, false]);
  const sixth = await nextPass(client, fifth);
  expect(sixth.webhook).toBeNull();
});

test('an inherited webhook is signed with the secret of the decided pass', async () => {
  const first = await open();
  const second = await nextPass(client, first);
  await decide(second, 'approved');
  await deliveriesOnce(second.id, attempted(1));
  const [request] = receiver.received;
  expect(signatureOf(request)).toBe(sign(request?.body ?? Buffer.alloc(0), secretOf(second)));
  expect(request?.headers['x-service-review']).toBe(second.id);
});

test('a failed delivery is retried 10 seconds later with the same delivery id and bytes', async () => {
  receiver.answerWith((_, number) => (number === 1 ? 500 : 200));
  const made = await open();
  await decide(made, 'approved');
  const [failed] = await deliveriesOnce(made.id, attempted(1));
  expect(failed).toMatchObject({ status: 'pending', attempts: [{ status: 500, error: 'The receiver answered 500.' }] });
  expect(failed === undefined ? null : waitOf(failed)).toBe(10_000);
  const { webhook } = await client.call('get_review', { id: made.id });
  expect(webhook).toMatchObject({ paused: false, failure_count: 1, last_error: 'The receiver answered 500.' });

  await hurry(failed?.id);
  const [again] = await deliveriesOnce(made.id, attempted(2));
  expect(again).toMatchObject({ id: failed?.id, status: 'delivered', attempts: [{ status: 500 }, { status: 200 }] });
  const [one, two] = receiver.received;
  expect(two?.headers['x-service-delivery']).toBe(one?.headers['x-service-delivery']);
  expect(two?.body).toEqual(one?.body);
  expect(signatureOf(two)).toBe(signatureOf(one));
  expect((await client.call('get_review', { id: made.id })).webhook).toMatchObject({
    failure_count: 0,
    last_error: null,
  });
});

test('the second retry waits one minute, the third five; then the delivery has failed', async () => {
  receiver.answerWith(() => 503);
  const made = await open();
  await decide(made, 'approved');
  const waits: (number | null)[] = [];
  for (const attempts of [1, 2, 3, 4]) {
    const [row] = await deliveriesOnce(made.id, attempted(attempts));
    waits.push(row === undefined ? null : waitOf(row));
    if (attempts < 4) await hurry(row?.id);
  }
  expect(waits).toEqual([10_000, 60_000, 300_000, null]);
  expect((await deliveries(made.id))[0]).toMatchObject({ status: 'failed' });
});

test.each([
  [301, 'The receiver answered 301.'],
  [404, 'The receiver answered 404.'],
])('%i is a failure, and a redirect is not followed', async (status, error) => {
  receiver.answerWith(() => ({ status, headers: { location: `${receiver.url}/elsewhere` } }));
  const made = await open();
  await decide(made, 'approved');
  const [row] = await deliveriesOnce(made.id, attempted(1));
  expect(row?.attempts).toMatchObject([{ status, error }]);
  expect(receiver.received).toHaveLength(1);
});

test('an unreachable receiver is reported without its address', async () => {
  const made = await open();
  await receiver.close();
  await decide(made, 'approved');
  const [row] = await deliveriesOnce(made.id, attempted(1));
  expect(row?.attempts).toMatchObject([{ status: null, error: expect.stringContaining('refused the connection') }]);
  expect(JSON.stringify(row)).not.toContain('of-the-receiver');
});

test('a newer decision cancels pending deliveries of the older one', async () => {
  receiver.answerWith((_, number) => (number === 1 ? 500 : 200));
  const made = await open();
  await decide(made, 'approved');
  await deliveriesOnce(made.id, attempted(1));
  await decide(made, 'changes_requested');
  const list = await deliveriesOnce(made.id, attempted(2));
  expect(list).toMatchObject([
    { decision: 2, status: 'delivered' },
    { decision: 1, status: 'cancelled', next_attempt_at: null },
  ]);
  const statuses = receiver.received.map(({ body }) => DecidedEvent.parse(JSON.parse(body.toString())).review.status);
  expect(statuses).toEqual(['approved', 'changes_requested']);
});

test('a decision that is being sent while a newer one is made is not sent again', async () => {
  const first = Promise.withResolvers<void>();
  receiver.answerWith(async (_, number) => {
    if (number > 1) return 200;
    await first.promise;
    return 500;
  });
  const made = await open();
  await decide(made, 'approved');
  await expect.poll(() => receiver.received.length).toBe(1);
  await decide(made, 'changes_requested');
  await deliveriesOnce(made.id, attempted(1));
  first.resolve();
  const list = await deliveriesOnce(made.id, attempted(2));
  expect(list).toMatchObject([
    { decision: 2, status: 'delivered', attempts: [{ status: 200 }] },
    { decision: 1, status: 'cancelled', next_attempt_at: null, attempts: [{ status: 500 }] },
  ]);
});
