import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createClient } from '../../server/contract/client.ts';
import {
  approvedReview,
  base64,
  decide,
  mark,
  nextPass,
  rejectedReview,
  review,
  reviewerOf,
} from '../support/factories.ts';
import { startService } from '../support/service.ts';
import { pageImage } from '../web/support/page-image.ts';
import { snapshotOf } from './contract/support/snapshot.ts';
import { startReceiver } from './support/receiver.ts';
import { refusal } from './support/rest-and-mcp.ts';
import { sql } from './support/sql.ts';

const service = await startService({ OUTBOUND_ALLOW: 'webhook=127.0.0.0/8' });

const withToken = (token: string) => createClient({ baseUrl: service.url, bearer: token });
const imageFiles = async (workspaceId: string, named = '') => {
  const entries = await readdir(join(service.dataDir, 'shots', workspaceId), {
    recursive: true,
    withFileTypes: true,
  }).catch(() => []);
  return entries.filter((entry) => entry.isFile() && entry.name.startsWith(named)).length;
};
const shop = { repository: 'shop/web', name: 'visual', branch: 'main' };
/** Returns the tables that still hold rows of the workspace. */
async function leftOf(workspaceId: string): Promise<string[]> {
  const tables = await sql<{ name: string }>(
    service,
    `SELECT table_name AS name FROM information_schema.columns
     WHERE table_schema = 'public' AND column_name = 'workspace_id' ORDER BY 1`,
  );
  const left = await Promise.all(
    tables.map(({ name }) => sql(service, `SELECT 1 FROM "${name}" WHERE workspace_id = $1`, [workspaceId])),
  );
  return tables.flatMap(({ name }, at) => (left[at]?.length === 0 ? [] : name));
}

test('a deleted review has no links or images left; the passes around it stay', async () => {
  const client = await service.newClient();
  const first = await rejectedReview(client);
  const second = await nextPass(client, first);
  const third = await nextPass(client, second);
  expect(await client.call('delete_review', { id: second.id })).toEqual({ id: second.id, deleted: true });
  expect((await refusal(client.call('get_review', { id: second.id }))).status).toBe(404);
  expect((await refusal(client.call('delete_review', { id: second.id }))).status).toBe(404);
  expect((await refusal(reviewerOf(second).call('read_review', {}))).status).toBe(404);
  expect((await fetch(second.review_url)).status).toBe(404);
  for (const { url, thumbnail_url } of second.screenshots) {
    expect((await fetch(url)).status).toBe(404);
    expect((await fetch(thumbnail_url)).status).toBe(404);
  }
  expect((await fetch(first.screenshots[0]?.url ?? '')).status).toBe(200);
  expect(await client.call('get_review', { id: first.id })).toMatchObject({
    next_pass_id: third.id,
    marks: [{ id: 1 }],
  });
  expect(await client.call('get_review', { id: third.id })).toMatchObject({
    parent_id: first.id,
    pass: 3,
    marks: [{ id: 1 }],
  });
  expect((await reviewerOf(third).call('read_review', {})).previous?.id).toBe(first.id);
  const frozen = await refusal(reviewerOf(first).call('decide', { outcome: 'approved', after_decision: 1 }));
  expect(frozen.body.message).toContain('newer pass');
  const second_child = await refusal(nextPass(client, first));
  expect(second_child.body).toMatchObject({ error: 'invalid_state', next_pass_id: third.id });
});

test('deleting the newest pass deletes its texts, and the next one does not reuse its mark numbers', async () => {
  const client = await service.newClient();
  const first = await rejectedReview(client);
  const second = await nextPass(client, first, { title: 'Soon deleted' });
  await reviewerOf(second).call('place_mark', mark({ body: 'On the second alone' }));
  await client.call('add_findings', { id: second.id, findings: [{ body: 'Of the second' }] });
  await client.call('delete_review', { id: second.id });
  expect((await refusal(client.call('list_deliveries', { id: second.id }))).status).toBe(404);
  const rows = await snapshotOf(service, client.workspaceId);
  for (const text of ['Soon deleted', 'On the second alone', 'Of the second'])
    expect(rows.join('\n')).not.toContain(text);
  // Only the record of the deletion stays.
  const [trace, ...others] = rows.filter((row) => row.includes(second.id));
  expect(trace).toMatch(/^audit_event .*review\.deleted/);
  expect(others).toEqual([]);
  const now = await client.call('get_review', { id: first.id });
  expect(now).toMatchObject({ status: 'changes_requested', next_pass_id: null, outstanding_marks: 1 });
  expect((await client.call('list_reviews', {})).reviews.map(({ id }) => id)).toEqual([first.id]);

  const third = await nextPass(client, first);
  expect(third).toMatchObject({ pass: 2, parent_id: first.id });
  const placed = await reviewerOf(third).call('place_mark', mark());
  expect(placed.review.marks.map(({ id }) => id)).toEqual([1, 3]);
  await client.call('delete_review', { id: first.id });
  const alone = await client.call('get_review', { id: third.id });
  expect(alone).toMatchObject({ parent_id: null, pass: 2, marks: [{ id: 1 }, { id: 3 }] });
});

test('deleting the last pass of a chain leaves only its cost and who deleted it, even during a delivery', async () => {
  const receiver = await startReceiver();
  const answered = Promise.withResolvers<void>();
  receiver.answerWith(async () => {
    await answered.promise;
    return 500;
  });
  const client = await service.newClient();
  const made = await approvedReview(client, { webhook_url: receiver.url });
  await expect.poll(() => receiver.received.length).toBe(1);
  await client.call('delete_review', { id: made.id });
  answered.resolve();
  await expect.poll(() => service.logged()).toContain('the outcome came too late');
  expect(await leftOf(client.workspaceId)).toEqual(['access_token', 'audit_event', 'credit_month']);
  const told = 'SELECT action, details FROM audit_event WHERE review_id = $1';
  expect(await sql(service, told, [made.id])).toEqual([{ action: 'review.deleted', details: {} }]);
  expect(await imageFiles(client.workspaceId)).toBe(0);
});

test('a workspace that is deleted while reviews are being made keeps none of them', async () => {
  const client = await service.newClient();
  const makes = Array.from({ length: 12 }, () => review(client).catch(() => null));
  const [deleted] = await Promise.all([client.call('delete_workspace', { confirm: client.workspaceId }), ...makes]);
  expect(deleted.deleted).toBe(true);
  await expect.poll(() => leftOf(client.workspaceId)).toEqual([]);
});

test('an export returns every review and baseline in full, oldest first, page by page', async () => {
  const [client, other] = [await service.newClient(), await service.newClient()];
  await review(other);
  const record = async (commit: string, of = client) =>
    of.call('create_baseline', { ...shop, commit, images: [{ image: await base64(), label: 'Home' }] });
  await record('0ther00', other);
  const made = [await rejectedReview(client)];
  const [replaced, newest] = [await record('aaaaaaa'), await record('bbbbbbb')];
  for (let at = 1; at < 23; at += 1) made.push(await review(client, { title: `Review ${at}` }));
  const first = await client.call('export_workspace', {});
  expect(first).toMatchObject({ workspace_id: client.workspaceId, next_cursor: made[17]?.id });
  const second = await client.call('export_workspace', { cursor: first.next_cursor ?? '' });
  expect(second.next_cursor).toBeNull();
  expect([...first.reviews, ...second.reviews]).toEqual(made);
  const { baselines } = first;
  expect(second.baselines).toEqual([]);
  expect(baselines).toEqual([await client.call('get_baseline', { id: replaced.id }), newest]);
  expect(baselines[0]).toMatchObject({ repository: 'shop/web', name: 'visual', branch: 'main', commit: 'aaaaaaa' });
  expect(baselines.map(({ status, expires_at }) => [status, expires_at === null])).toEqual([
    ['complete', false],
    ['complete', true],
  ]);
  // A baseline and a review that show the same image share its file, and say so.
  const shown = [...baselines, ...made].flatMap(({ screenshots }) => screenshots);
  expect(new Set(shown.map(({ sha256 }) => sha256)).size).toBe(await imageFiles(client.workspaceId, 'image.'));
  for (const { url } of baselines.flatMap(({ screenshots }) => screenshots))
    expect((await fetch(url)).status).toBe(200);
  const { status, body } = await refusal(client.call('export_workspace', { cursor: 'x' }));
  expect([status, body.errors?.[0]?.path]).toEqual([422, 'cursor']);
});

test('an export has what a reviewer has not sent yet, and the noise rules, also those that ended', async () => {
  const client = await service.newClient();
  const asked = await rejectedReview(client);
  await reviewerOf(asked).call('place_mark', mark({ body: 'Not sent' }));
  const { unsent } = await reviewerOf(asked).call('edit_mark', { mark_id: 1, body: 'Changed, not sent' });

  const commit = 'ccccccc';
  const images = async (button: string) => [{ image: await pageImage(400, 300, button), label: 'Home' }];
  await client.call('create_baseline', { ...shop, commit, images: await images('#112233') });
  const compared = await review(client, { images: await images('#ddeeff'), base: { ...shop, commits: [{ commit }] } });
  const of = { id: compared.id };
  await expect.poll(async () => (await client.call('get_review', of)).base?.compared).toBe(true);
  const noise = { screenshot_index: 0, base_id: (await client.call('get_review', of)).base?.id ?? '' };
  await reviewerOf(compared).call('mark_noise', { ...noise, reason: 'Random.', days: 30 });
  await decide(compared, 'approved');
  const change = (await client.call('get_review', of)).screenshots[0]?.base_change;
  const rule_id = change?.noise[0]?.id ?? '';
  await client.call('end_noise_rule', { rule_id });

  const { reviews, ...more } = await client.call('export_workspace', {});
  expect(reviews[0]?.marks.map(({ body }) => body)).toEqual(['The button is too pale']);
  expect(more.unsent).toEqual([{ review_id: asked.id, ...unsent }]);
  expect(more.unsent[0]?.marks.map(({ body }) => body).toSorted()).toEqual(['Changed, not sent', 'Not sent']);
  expect(more.noise_rules).toEqual([
    {
      ...change?.noise[0],
      expires_at: expect.any(String),
      ...{ review_id: compared.id, repository: 'shop/web', name: 'visual', width: 400, height: 300 },
      ...{ share: change?.share, areas: change?.areas.map(({ causes: _, ...area }) => area) },
    },
  ]);
  expect(Date.parse(more.noise_rules[0]?.expires_at ?? '')).toBeLessThanOrEqual(Date.now());
});

test('a rotated token works for ten more minutes, the new one at once', async () => {
  const client = await service.newClient();
  const made = await review(client);
  const fresh = await client.call('rotate_token', {});
  expect(fresh.workspace_id).toBe(client.workspaceId);
  expect(fresh.token).not.toBe(client.token);
  expect((await withToken(fresh.token).call('get_review', { id: made.id })).id).toBe(made.id);
  expect((await client.call('get_billing', {})).credits.left).toBe(199);
  const ends = await sql<{ minutes: number }>(
    service,
    `SELECT round(extract(epoch FROM expires_at - now()) / 60)::int AS minutes FROM access_token
     WHERE workspace_id = $1 ORDER BY expires_at`,
    [client.workspaceId],
  );
  expect(ends.map(({ minutes }) => minutes)).toEqual([10, 90 * 24 * 60]);
  await sql(
    service,
    `UPDATE access_token SET expires_at = expires_at - interval '11 minutes' WHERE workspace_id = $1`,
    [client.workspaceId],
  );
  expect((await refusal(client.call('get_billing', {}))).status).toBe(401);
  expect((await withToken(fresh.token).call('get_billing', {})).credits.left).toBe(199);
});

test('a workspace is deleted completely, and only when its id confirms it; others stay', async () => {
  const [client, other] = [await service.newClient(), await service.newClient()];
  const theirs = await review(other);
  const first = await rejectedReview(client, [{}], { webhook_url: null });
  await reviewerOf(await nextPass(client, first, { client_request_id: 'a-key' })).call('place_mark', mark());
  await client.call('rotate_token', {});
  for (const confirm of ['', 'yes', other.workspaceId]) {
    const { status, body } = await refusal(client.call('delete_workspace', { confirm }));
    expect([status, body.errors?.[0]?.path]).toEqual([422, 'confirm']);
  }
  const { workspaceId } = client;
  expect(await client.call('delete_workspace', { confirm: workspaceId })).toEqual({
    workspace_id: workspaceId,
    deleted: true,
    reviews: 2,
  });
  expect(await leftOf(workspaceId)).toEqual([]);
  expect(await imageFiles(workspaceId)).toBe(0);
  expect((await refusal(client.call('get_billing', {}))).status).toBe(401);
  expect((await fetch(first.review_url)).status).toBe(404);
  expect(await other.call('get_review', { id: theirs.id })).toEqual(theirs);
});
