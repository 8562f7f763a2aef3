import { beforeEach, expect, test } from 'vitest';
import type { Client } from '../../server/contract/client.ts';
import type { Review } from '../../server/contract/review.ts';
import { decide, nextPass, review } from '../support/factories.ts';
import { startService } from '../support/service.ts';
import { type Receiver, startReceiver } from './support/receiver.ts';
import { putRetriesOff } from './support/sql.ts';

let client: Client;
let receiver: Receiver;
const service = await startService({ OUTBOUND_ALLOW: 'webhook=127.0.0.0/8' });
await putRetriesOff(service);
beforeEach(async () => {
  client = await service.newClient();
  receiver = await startReceiver();
});

const deliveries = async (of: Review) => (await client.call('list_deliveries', { id: of.id })).deliveries;
const webhook = async (of: Review) => (await client.call('get_review', { id: of.id })).webhook;

/** Alternates the decision, so that each is sent, and waits for each attempt. */
async function decideTimes(of: Review, times: number): Promise<void> {
  for (let count = 0; count < times; count += 1) {
    const seen = receiver.received.length;
    const now = await client.call('get_review', { id: of.id });
    await decide(of, now.status === 'approved' ? 'changes_requested' : 'approved');
    const tried = async () => (await deliveries(of))[0]?.attempts.length;
    await expect.poll(tried).toBe(1);
    expect(receiver.received).toHaveLength(seen + 1);
  }
}

test('five failures in a row pause the webhook: later deliveries are held, other addresses are not', async () => {
  receiver.answerWith(({ path }) => (path === '/good' ? 200 : 500));
  const made = await review(client, { webhook_url: `${receiver.url}/bad` });
  await decideTimes(made, 4);
  expect(await webhook(made)).toMatchObject({ paused: false, failure_count: 4 });
  await decideTimes(made, 1);
  expect(await webhook(made)).toMatchObject({
    paused: true,
    failure_count: 5,
    last_error: 'The receiver answered 500.',
  });
  expect((await deliveries(made))[0]).toMatchObject({ status: 'held', next_attempt_at: null });

  const second = await nextPass(client, made);
  expect(second.webhook).toMatchObject({ paused: true, failure_count: 5 });
  await decide(second, 'approved');
  expect(await deliveries(second)).toMatchObject([{ status: 'held', attempts: [] }]);
  const third = await nextPass(client, second, { webhook_url: `${receiver.url}/good` });
  expect(third.webhook).toMatchObject({ paused: false, failure_count: 0 });
  await decide(third, 'approved');
  await expect.poll(async () => (await deliveries(third))[0]?.status).toBe('delivered');
  expect(await webhook(second)).toMatchObject({ paused: true });
  expect(receiver.received.filter(({ path }) => path === '/bad')).toHaveLength(5);
});

test('a success resets the count', async () => {
  receiver.answerWith((_, number) => (number === 4 ? 200 : 500));
  const made = await review(client, { webhook_url: receiver.url });
  await decideTimes(made, 7);
  expect(await webhook(made)).toMatchObject({ paused: false, failure_count: 3 });
});

test('failures of one chain do not pause another’s webhook', async () => {
  receiver.answerWith(() => 500);
  const [one, two] = [
    await review(client, { webhook_url: receiver.url }),
    await review(client, { webhook_url: receiver.url }),
  ];
  await decideTimes(one, 5);
  expect(await webhook(one)).toMatchObject({ paused: true });
  expect(await webhook(two)).toMatchObject({ paused: false, failure_count: 0 });
});

test('a pause ends with the last pass that has the webhook', async () => {
  receiver.answerWith(() => 500);
  const made = await review(client, { webhook_url: receiver.url });
  await decideTimes(made, 5);
  await nextPass(client, made, { webhook_url: null });
  const paused = async () => (await client.call('get_billing', {})).webhooks_paused;
  expect(await paused()).toBe(1);
  await client.call('delete_review', { id: made.id });
  expect(await paused()).toBe(0);
  expect((await client.call('list_reviews', { webhook: 'paused', passes: 'newest' })).reviews).toEqual([]);
});

test('a private webhook address is also refused when the webhook is sent', async () => {
  const web = await startService({ ROLE: 'web', OUTBOUND_ALLOW: 'webhook=127.0.0.0/8' });
  const worker = await startService({ ROLE: 'worker', DATABASE_URL: web.databaseUrl });
  try {
    const caller = await web.newClient();
    const made = await review(caller, { webhook_url: receiver.url });
    await decide(made, 'approved');
    const list = async () => (await caller.call('list_deliveries', { id: made.id })).deliveries;
    await expect.poll(async () => (await list())[0]?.attempts.length).toBe(1);
    expect((await list())[0]?.attempts).toMatchObject([{ status: null, error: expect.any(String) }]);
    expect(receiver.received).toEqual([]);
  } finally {
    await worker.close();
    await web.close();
  }
});
