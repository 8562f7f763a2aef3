import { expect } from 'vitest';
import type { Review } from '../../../server/contract/review.ts';
import { callTool, connectMcp } from '../../api/support/faces.ts';
import type { Receiver } from '../../api/support/receiver.ts';
import { base64, decide, mark, nextPass, png, rejectedReview, review, reviewerOf } from '../../support/factories.ts';
import { guestOf, suggestion } from '../../support/guest.ts';
import type { TestService } from '../../support/service.ts';

type Client = Awaited<ReturnType<TestService['newClient']>>;

/** What a receiver answers with where pictures are fetched; everywhere else with `status`. */
export async function answerWith(receiver: Receiver, status: number): Promise<void> {
  const body = await png();
  receiver.answerWith(({ path }) => (path.endsWith('.png') ? { type: 'image/png', body } : status));
}

const now = async (client: Client, { id }: Review): Promise<Review> => client.call('get_review', { id });

/** Marks, hints and suggestions on one pass, each in every way. */
async function pinAndHint(client: Client, made: Review): Promise<void> {
  const reviewer = reviewerOf(made);
  const guest = guestOf(made);
  const first = mark();
  for (const each of [first, first, mark(), mark()]) await reviewer.call('place_mark', each);
  await reviewer.call('edit_mark', { mark_id: 2, body: 'Paler still', x: 0.2, y: 0.2, width: 0.2, height: 0.2 });
  await reviewer.call('withdraw_mark', { mark_id: 3 });
  await reviewer.call('restore_mark', { mark_id: 3 });
  await client.call('add_findings', {
    id: made.id,
    findings: [{ body: 'Pale', screenshot_index: 0 }, { body: 'Small' }],
  });
  await reviewer.call('accept_finding', { finding_id: 1 });
  await reviewer.call('hide_finding', { finding_id: 2 });
  await reviewer.call('restore_finding', { finding_id: 2 });
  const kept = suggestion();
  for (const each of [kept, kept, suggestion(), suggestion(), suggestion()]) await guest.call('suggest', each);
  const secret = { client_suggestion_id: kept.client_suggestion_id };
  await guest.call('read_guest_review', {});
  await guest.call('read_own_suggestions', { client_suggestion_ids: [kept.client_suggestion_id] });
  await guest.call('edit_suggestion', { suggestion_id: 1, body: 'Larger, please', ...secret });
  await reviewer.call('accept_suggestion', { suggestion_id: 2 });
  await reviewer.call('restore_suggestion', { suggestion_id: 2 });
  await reviewer.call('dismiss_suggestion', { suggestion_id: 3 });
  await guest.call('withdraw_suggestion', { suggestion_id: 1, ...secret });
  await reviewer.call('read_review', {});
}

/** A chain of three passes whose webhook fails, pauses and is resumed. */
export async function reviewInPasses(service: TestService, client: Client, receiver: Receiver): Promise<Review> {
  await answerWith(receiver, 500);
  const asked = {
    title: 'A shop',
    images: [{ image: await base64(), label: 'Home' }],
    reference: 'acme/shop#1',
    webhook_url: `${receiver.url}/hook`,
  };
  for (const again of [asked, asked]) await client.call('create_review', again, { idempotencyKey: 'once' });
  const [listed] = (await client.call('list_reviews', { reference: 'acme/shop#1' })).reviews;
  const first = await client.call('get_review', { id: listed?.id ?? '' });
  await pinAndHint(client, first);
  await client.call('add_screenshot', { id: first.id, image: `${receiver.url}/more.png`, label: 'More' });
  await expect.poll(async () => (await now(client, first)).screenshots).toHaveLength(2);
  for (let count = 0; count < 5; count += 1) {
    await decide(first, count % 2 === 0 ? 'changes_requested' : 'approved');
    const sent = async () => (await client.call('list_deliveries', { id: first.id })).deliveries[0]?.attempts.length;
    await expect.poll(sent).toBe(1);
  }
  await client.call('resolve_marks', {
    id: first.id,
    marks: [
      { id: 1, status: 'resolved', note: 'Darker', after_image: `${receiver.url}/after.png` },
      { id: 2, status: 'resolved' },
      { id: 3, status: 'in_progress' },
    ],
  });
  const after = async () => (await now(client, first)).marks.find(({ id }) => id === 1)?.after_image_url;
  await expect.poll(after).toContain('after-image');
  await fetch(String(await after()));

  const second = await nextPass(client, first, { webhook_url: `${receiver.url}/hook` });
  const reviewer = reviewerOf(second);
  await reviewer.call('verify_mark', { mark_id: 1 });
  await reviewer.call('reopen_mark', { mark_id: 1, reason: 'Not yet' });
  await reviewer.call('edit_mark', { mark_id: 1, must_fix: true });
  await reviewer.call('edit_mark', { mark_id: 1, must_fix: false });
  await decide(second, 'approved');
  await decide(second, 'changes_requested');
  await answerWith(receiver, 204);
  await client.call('resume_webhook', { id: second.id });
  const delivered = async () => (await client.call('list_deliveries', { id: second.id })).deliveries[0]?.status;
  await expect.poll(delivered).toBe('delivered');
  await client.call('redeliver', { id: second.id });
  for (const url of [second.screenshots[0]?.url, second.screenshots[0]?.thumbnail_url]) {
    expect((await fetch(url ?? '')).status).toBe(200);
  }
  const third = await nextPass(client, second);
  await client.call('delete_review', { id: second.id });
  const mcp = await connectMcp(service.url, client.token);
  await callTool(mcp, 'get_review', { id: third.id });
  await callTool(mcp, 'list_reviews', {});
  await mcp.callTool({ name: 'get_screenshot', arguments: { id: third.id, screenshot_index: 0 } });
  await mcp.callTool({ name: 'wait_for_decision', arguments: { id: third.id, seconds: 1 } });
  await mcp.close();
  return third;
}

/** Reviews that are withdrawn, cancelled, cannot be made, or are deleted. */
export async function endReviews(client: Client, receiver: Receiver): Promise<void> {
  const parent = await rejectedReview(client);
  const child = await nextPass(client, parent);
  const reviewer = reviewerOf(child);
  await reviewer.call('withdraw_review', {});
  await reviewer.call('restore_review', {});
  await client.call('cancel_review', { id: child.id });
  const none = await client.call('create_review', {
    title: 'Nothing there',
    images: [`${receiver.url}/missing`],
    parent_id: parent.id,
  });
  await expect.poll(async () => (await now(client, none)).status).toBe('failed');
  for (const each of [none, child, parent]) await client.call('delete_review', { id: each.id });
}

/** Reading the words on a picture waits for a free core. */
const patient = { timeout: 240_000 };

/** What the checklist finds in two views of one page, twice. */
export async function askForOpinions(client: Client): Promise<void> {
  const blank = await png('#ffffff', 800, 600);
  const images = ['desktop', 'mobile'].map((name) => ({
    image: blank.toString('base64'),
    label: `Shop · ${name}`,
    page_url: 'https://shop.example/',
    viewport: { name, width: 800, height: 600, scale: 1 },
  }));
  const made = await review(client, { images });
  await client.call('get_checklist', {});
  await client.call('update_checklist', { off: ['low-contrast'] });
  for (let times = 0; times < 2; times += 1) {
    await client.call('second_opinion', { id: made.id });
    const waiting = async () => (await now(client, made)).second_opinion?.waiting;
    await expect.poll(waiting, patient).toBe(0);
  }
}

/** Files sent from the client's own machine. */
export async function sendFiles(client: Client): Promise<void> {
  const { uploads } = await client.call('create_upload', { paths: ['a.png', 'b.png'] });
  const [sent] = uploads;
  const put = await fetch(sent?.url ?? '', { method: 'PUT', body: new Uint8Array(await png()) });
  expect(put.ok).toBe(true);
  await review(client, { images: [sent?.source ?? ''] });
}
