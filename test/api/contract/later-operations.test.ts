import { beforeAll, expect, test } from 'vitest';
import type { Output } from '../../../server/contract/client.ts';
import type { Review } from '../../../server/contract/review.ts';
import { decide, mark, nextPass, rejectedReview, review, reviewerOf } from '../../support/factories.ts';
import { startService, type TestService } from '../../support/service.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';
import { type ApiCaller, describeRest, refusal } from '../support/rest-and-mcp.ts';
import { putRetriesOff, sql } from '../support/sql.ts';
import { snapshotOf } from './support/snapshot.ts';

describeRest('a webhook that failed', { OUTBOUND_ALLOW: 'webhook=127.0.0.0/8' }, (api) => {
  beforeAll(() => putRetriesOff(api().service));

  const deliveries = async (caller: ApiCaller, of: Review) =>
    (await caller.call('list_deliveries', { id: of.id })).deliveries;

  /** Returns a review after five decisions that the receiver refused: the webhook is paused, the last delivery held. */
  async function pausedReview(caller: ApiCaller, receiver: Receiver): Promise<Review> {
    receiver.answerWith(() => 500);
    const made = await review(caller, { webhook_url: receiver.url });
    for (let count = 0; count < 5; count += 1) {
      await decide(made, count % 2 === 0 ? 'changes_requested' : 'approved');
      await expect.poll(async () => (await deliveries(caller, made))[0]?.attempts.length).toBe(1);
    }
    return made;
  }

  test('when a chain has several held decisions, the newest is sent and the others are cancelled', async () => {
    const [caller, receiver] = [await api().newCaller(), await startReceiver()];
    const first = await pausedReview(caller, receiver);
    const second = await nextPass(caller, first);
    await decide(second, 'approved');
    expect(await deliveries(caller, second)).toMatchObject([{ status: 'held', attempts: [] }]);
    receiver.answerWith(() => 200);
    await caller.call('resume_webhook', { id: first.id });
    await expect.poll(async () => (await deliveries(caller, second))[0]?.status).toBe('delivered');
    expect((await deliveries(caller, first))[0]?.status).toBe('cancelled');
    expect(receiver.received).toHaveLength(6);
    expect(receiver.received.at(-1)?.headers['x-service-review']).toBe(second.id);
    await receiver.close();
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

test('deleting a review deletes its text, marks, images and links; other passes stay', async () => {
  await withService(async (service) => {
    const client = await service.newClient();
    const first = await rejectedReview(client, [{ body: 'On both passes' }]);
    const second = await nextPass(client, first, { title: 'Soon gone' });
    await reviewerOf(second).call('place_mark', mark({ body: 'On the second alone' }));
    await client.call('add_findings', { id: second.id, findings: [{ body: 'Of the second' }] });
    const images = second.screenshots.flatMap(({ url, thumbnail_url }) => [url, thumbnail_url]);
    expect(await client.call('delete_review', { id: second.id })).toEqual({ id: second.id, deleted: true });
    for (const url of [...images, second.review_url]) expect((await fetch(url)).status).toBe(404);
    for (const call of ['get_review', 'delete_review', 'list_deliveries'] as const) {
      expect((await refusal(client.call(call, { id: second.id }))).status).toBe(404);
    }
    const rows = await snapshotOf(service, client.workspaceId);
    for (const gone of ['Soon gone', 'On the second alone', 'Of the second'])
      expect(rows.join('\n')).not.toContain(gone);
    // Only the record of the deletion stays.
    const [trace, ...others] = rows.filter((row) => row.includes(second.id));
    expect(trace).toMatch(/^audit_event .*review\.deleted/);
    expect(others).toEqual([]);
    const now = await client.call('get_review', { id: first.id });
    expect(now).toMatchObject({ status: 'changes_requested', next_pass_id: null, outstanding_marks: 1 });
    expect((await client.call('list_reviews', {})).reviews.map(({ id }) => id)).toEqual([first.id]);
    // A new second pass is possible, and numbers of marks are not reused.
    const third = await nextPass(client, first);
    expect(third).toMatchObject({ pass: 2, parent_id: first.id });
    const placed = await reviewerOf(third).call('place_mark', mark());
    expect(placed.review.marks.map(({ id }) => id)).toEqual([1, 3]);
    await client.call('delete_review', { id: first.id });
    expect(await client.call('get_review', { id: third.id })).toMatchObject({ parent_id: null, pass: 2 });
    expect((await client.call('get_review', { id: third.id })).marks.map(({ id }) => id)).toEqual([1, 3]);
    await client.call('delete_review', { id: third.id });
    const left = (await snapshotOf(service, client.workspaceId)).map((row) => row.split(' ')[0]);
    expect(new Set(left)).toEqual(new Set(['access_token', 'audit_event', 'credit_month']));
  });
});

test('the export returns every review in full, oldest first, over all pages', async () => {
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
