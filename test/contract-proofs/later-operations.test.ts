import { expect, test } from 'vitest';
import { createClient, type Output } from '../../server/contract/client.ts';
import type { Review } from '../../server/contract/review.ts';
import { describeFaces, type FaceCaller, refusal } from '../faces/support/faces.ts';
import { type Receiver, startReceiver } from '../faces/support/receiver.ts';
import { sql } from '../faces/support/sql.ts';
import { base64, decide, mark, nextPass, rejectedReview, review, reviewerOf } from '../support/factories.ts';
import { startService, type TestService } from '../support/service.ts';
import { snapshotOf } from './support/snapshot.ts';

const patient = { timeout: 20_000 };

describeFaces('a webhook that failed', { OUTBOUND_ALLOW: 'webhook=127.0.0.0/8' }, (face) => {
  const deliveries = async (caller: FaceCaller, of: Review) =>
    (await caller.call('list_deliveries', { id: of.id })).deliveries;

  /** Five decisions that the receiver refuses: the webhook pauses, the last delivery is held. */
  async function pausedReview(caller: FaceCaller, receiver: Receiver): Promise<Review> {
    receiver.answerWith(() => 500);
    const made = await review(caller, { webhook_url: receiver.url });
    for (let count = 0; count < 5; count += 1) {
      await decide(made, count % 2 === 0 ? 'changes_requested' : 'approved');
      await expect.poll(async () => (await deliveries(caller, made))[0]?.attempts.length, patient).toBe(1);
    }
    return made;
  }

  test('is resumed: the newest decision held is sent, with the same body and id, and the count starts anew', async () => {
    const [caller, receiver] = [await face().newCaller(), await startReceiver()];
    const made = await pausedReview(caller, receiver);
    const [held] = await deliveries(caller, made);
    expect(held).toMatchObject({ status: 'held', decision: 5 });
    const before = receiver.received.at(-1);
    receiver.answerWith(() => 200);
    const resumed = await caller.call('resume_webhook', { id: made.id });
    expect(resumed.webhook).toMatchObject({ paused: false, failure_count: 0 });
    await expect.poll(async () => (await deliveries(caller, made))[0]?.status, patient).toBe('delivered');
    const after = receiver.received.at(-1);
    expect(receiver.received).toHaveLength(6);
    expect(after?.headers['x-service-delivery']).toBe(held?.id);
    expect(after?.body).toEqual(before?.body);
    expect((await caller.call('get_review', { id: made.id })).webhook).toMatchObject({
      paused: false,
      failure_count: 0,
    });
    expect(await refusal(caller.call('resume_webhook', { id: made.id }))).toMatchObject({ status: 422 });
    await receiver.close();
  });

  test('of several held decisions of a chain the newest is sent and the others lapse', async () => {
    const [caller, receiver] = [await face().newCaller(), await startReceiver()];
    const first = await pausedReview(caller, receiver);
    const second = await nextPass(caller, first);
    await decide(second, 'approved');
    expect(await deliveries(caller, second)).toMatchObject([{ status: 'held', attempts: [] }]);
    receiver.answerWith(() => 200);
    await caller.call('resume_webhook', { id: first.id });
    await expect.poll(async () => (await deliveries(caller, second))[0]?.status, patient).toBe('delivered');
    expect((await deliveries(caller, first))[0]?.status).toBe('cancelled');
    expect(receiver.received).toHaveLength(6);
    expect(receiver.received.at(-1)?.headers['x-service-review']).toBe(second.id);
    await receiver.close();
  });

  test('is sent again on request: the same body and id, one attempt more', async () => {
    const [caller, receiver] = [await face().newCaller(), await startReceiver()];
    receiver.answerWith(() => 200);
    const made = await review(caller, { webhook_url: receiver.url });
    expect(await refusal(caller.call('redeliver', { id: made.id }))).toMatchObject({
      status: 422,
      body: { error: 'invalid_state' },
    });
    await decide(made, 'approved');
    await expect.poll(async () => (await deliveries(caller, made))[0]?.status, patient).toBe('delivered');
    const { delivery } = await caller.call('redeliver', { id: made.id });
    expect(delivery).toMatchObject({ status: 'pending', decision: 1 });
    await expect.poll(async () => (await deliveries(caller, made))[0]?.attempts.length, patient).toBe(2);
    const [one, two] = receiver.received;
    expect(two?.body).toEqual(one?.body);
    expect(two?.headers['x-service-delivery']).toBe(one?.headers['x-service-delivery']);
    expect(two?.headers['x-service-signature']).toBe(one?.headers['x-service-signature']);
    expect(await deliveries(caller, made)).toMatchObject([{ status: 'delivered', next_attempt_at: null }]);
    await receiver.close();
  });

  test('is not sent again while it is paused or has none', async () => {
    const [caller, receiver] = [await face().newCaller(), await startReceiver()];
    const paused = await pausedReview(caller, receiver);
    const { status, body } = await refusal(caller.call('redeliver', { id: paused.id }));
    expect([status, body.error]).toEqual([422, 'invalid_state']);
    expect(body.message).toContain('esume');
    const without = await review(caller);
    await decide(without, 'approved');
    for (const name of ['redeliver', 'resume_webhook'] as const) {
      expect(await refusal(caller.call(name, { id: without.id }))).toMatchObject({
        status: 422,
        body: { error: 'invalid_state' },
      });
    }
    await receiver.close();
  });
});

describeFaces('a second opinion', {}, (face) => {
  test('finds a blank picture, and run again replaces what it found', async () => {
    const caller = await face().newCaller();
    const made = await review(caller, { images: [await base64('#ffffff'), await base64('#000000')] });
    await caller.call('add_findings', { id: made.id, findings: [{ body: 'The client’s own' }] });
    const first = await caller.call('second_opinion', { id: made.id });
    expect(first).toMatchObject({ queued: 2, review: { id: made.id, status: 'open' } });
    const found = async () =>
      (await caller.call('get_review', { id: made.id })).findings.filter(({ source }) => source === 'second_opinion');
    await expect.poll(async () => (await found()).length, patient).toBe(2);
    const before = await found();
    expect(before.map(({ rule, screenshot_index }) => [rule, screenshot_index]).sort()).toEqual([
      ['blank-picture', 0],
      ['blank-picture', 1],
    ]);
    expect((await caller.call('second_opinion', { id: made.id, screenshot_index: 1 })).queued).toBe(1);
    const numbers = async () => (await found()).map(({ id }) => id);
    await expect.poll(numbers, patient).not.toEqual(before.map(({ id }) => id));
    expect(await found()).toHaveLength(2);
    const now = await caller.call('get_review', { id: made.id });
    expect(now.findings.filter(({ source }) => source === 'client')).toHaveLength(1);
    expect(now).toMatchObject({ marks: [], outstanding_marks: 0 });
  });

  test('of a shot that is not there, or of a decided review, is refused', async () => {
    const caller = await face().newCaller();
    const made = await review(caller);
    const nowhere = await refusal(caller.call('second_opinion', { id: made.id, screenshot_index: 7 }));
    expect([nowhere.status, nowhere.body.errors?.[0]?.path]).toEqual([422, 'screenshot_index']);
    await decide(made, 'approved');
    expect(await refusal(caller.call('second_opinion', { id: made.id }))).toMatchObject({
      status: 422,
      body: { error: 'invalid_state' },
    });
  });
});

const withService = async (work: (service: TestService) => Promise<void>, clock?: () => Date): Promise<void> => {
  const service = await startService({}, clock);
  try {
    await work(service);
  } finally {
    await service.close();
  }
};

test('deleting a review takes its text, marks, pictures and links; other passes stay', async () => {
  await withService(async (service) => {
    const client = await service.newClient();
    const first = await rejectedReview(client, [{ body: 'On both passes' }]);
    const second = await nextPass(client, first, { title: 'Soon gone' });
    await reviewerOf(second).call('place_mark', mark({ body: 'On the second alone' }));
    await client.call('add_findings', { id: second.id, findings: [{ body: 'Of the second' }] });
    const pictures = second.screenshots.flatMap(({ url, thumbnail_url }) => [url, thumbnail_url]);
    expect(await client.call('delete_review', { id: second.id })).toEqual({ id: second.id, deleted: true });
    for (const url of [...pictures, second.review_url]) expect((await fetch(url)).status).toBe(404);
    for (const call of ['get_review', 'delete_review', 'list_deliveries'] as const) {
      expect((await refusal(client.call(call, { id: second.id }))).status).toBe(404);
    }
    const stored = (await snapshotOf(service, client.workspaceId)).join('\n');
    for (const gone of ['Soon gone', 'On the second alone', 'Of the second', second.id])
      expect(stored).not.toContain(gone);
    const now = await client.call('get_review', { id: first.id });
    expect(now).toMatchObject({ status: 'changes_requested', next_pass_id: null, outstanding_marks: 1 });
    expect((await client.call('list_reviews', {})).reviews.map(({ id }) => id)).toEqual([first.id]);
    // Its place is free again, and numbers of marks are not used twice.
    const third = await nextPass(client, first);
    expect(third).toMatchObject({ pass: 2, parent_id: first.id });
    const placed = await reviewerOf(third).call('place_mark', mark());
    expect(placed.review.marks.map(({ id }) => id)).toEqual([1, 3]);
    await client.call('delete_review', { id: first.id });
    expect(await client.call('get_review', { id: third.id })).toMatchObject({ parent_id: null, pass: 2 });
    expect((await client.call('get_review', { id: third.id })).marks.map(({ id }) => id)).toEqual([1, 3]);
    await client.call('delete_review', { id: third.id });
    const left = (await snapshotOf(service, client.workspaceId)).map((row) => row.split(' ')[0]);
    expect(new Set(left)).toEqual(new Set(['access_token', 'credit_month']));
  });
});

test('the export gives every review in full, oldest first, over all pages', async () => {
  await withService(async (service) => {
    const [client, other] = [await service.newClient(), await service.newClient()];
    await review(other);
    const made: Review[] = [];
    for (let at = 0; at < 45; at += 1) {
      if (at % 25 === 24) await sql(service, 'DELETE FROM rate_window');
      made.push(at === 7 ? await rejectedReview(client, [{}]) : await review(client, { title: `Review ${at}` }));
    }
    const pages: Output<'export_workspace'>[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const page: Output<'export_workspace'> = await client.call('export_workspace', cursor === '' ? {} : { cursor });
      pages.push(page);
      cursor = page.next_cursor;
    }
    expect(pages.map(({ reviews }) => reviews.length)).toEqual([20, 20, 5]);
    expect(new Set(pages.map(({ workspace_id }) => workspace_id))).toEqual(new Set([client.workspaceId]));
    const exported = pages.flatMap(({ reviews }) => reviews);
    expect(exported.map(({ id }) => id)).toEqual(made.map(({ id }) => id));
    for (const each of [exported[0], exported[7], exported[44]]) {
      expect(each).toEqual(await client.call('get_review', { id: each?.id ?? '' }));
    }
    const { status, body } = await refusal(client.call('export_workspace', { cursor: 'x' }));
    expect([status, body.errors?.[0]?.path]).toEqual([422, 'cursor']);
    console.log(`export: ${exported.length} reviews in ${pages.length} pages`);
  });
});

test('deleting a workspace needs its id, and leaves nothing of it', async () => {
  await withService(async (service) => {
    const [client, other] = [await service.newClient(), await service.newClient()];
    const kept = await rejectedReview(other);
    const first = await rejectedReview(client, [{}, {}]);
    await nextPass(client, first);
    await client.call('create_review', { title: 'T', images: [await base64()], client_request_id: 'once' });
    for (const confirm of ['', 'yes', other.workspaceId]) {
      const { status, body } = await refusal(client.call('delete_workspace', { confirm }));
      expect([status, body.errors?.[0]?.path]).toEqual([422, 'confirm']);
    }
    expect((await client.call('list_reviews', {})).reviews).toHaveLength(3);
    expect(await client.call('delete_workspace', { confirm: client.workspaceId })).toEqual({
      workspace_id: client.workspaceId,
      deleted: true,
      reviews: 3,
    });
    expect(await snapshotOf(service, client.workspaceId)).toEqual([]);
    expect(await sql(service, 'SELECT 1 FROM workspace WHERE id = $1', [client.workspaceId])).toEqual([]);
    expect((await refusal(client.call('list_reviews', {}))).status).toBe(401);
    for (const url of [first.review_url, first.screenshots[0]?.url ?? '']) expect((await fetch(url)).status).toBe(404);
    expect(await other.call('get_review', { id: kept.id })).toEqual(kept);
  });
});

test('a replaced token goes on for ten minutes; the new one is of the same workspace and lives its 90 days', async () => {
  let aheadMs = 0;
  await withService(
    async (service) => {
      const client = await service.newClient();
      const made = await review(client);
      const fresh = await client.call('rotate_token', {});
      expect(fresh.token).toMatch(/^slt_[0-9A-Za-z]{49}$/);
      expect(fresh.token).not.toBe(client.token);
      expect(fresh.workspace_id).toBe(client.workspaceId);
      expect(Math.round((Date.parse(fresh.token_expires_at) - Date.now()) / 86_400_000)).toBe(90);
      const newer = createClient({ baseUrl: service.url, bearer: fresh.token });
      aheadMs = 9.5 * 60_000;
      for (const each of [client, newer]) expect((await each.call('get_review', { id: made.id })).id).toBe(made.id);
      aheadMs = 10.5 * 60_000;
      const { status, body } = await refusal(client.call('get_review', { id: made.id }));
      expect([status, body.error]).toEqual([401, 'unauthenticated']);
      expect((await newer.call('get_review', { id: made.id })).id).toBe(made.id);
      // Asking twice does not keep the old one longer.
      expect((await refusal(client.call('rotate_token', {}))).status).toBe(401);
      const newest = await newer.call('rotate_token', {});
      expect(newest.workspace_id).toBe(client.workspaceId);
      expect(service.logged()).not.toContain(newest.token);
    },
    () => new Date(Date.now() + aheadMs),
  );
});
