import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import type { Client } from '../../../server/contract/client.ts';
import type { Review } from '../../../server/contract/review.ts';
import { getImage } from '../../../server/domain/image/get-image.ts';
import { cleanUpShots } from '../../../server/domain/retention/clean-up-shots.ts';
import { sweepFiles } from '../../../server/domain/retention/sweep-files.ts';
import { asProcess } from '../../support/another-process.ts';
import { goodPdf } from '../../support/broken-images/pdf.ts';
import { stillClock } from '../../support/clock.ts';
import {
  approvedReview,
  base64,
  decide,
  mark,
  nextPass,
  png,
  rejectedReview,
  review,
  reviewerOf,
} from '../../support/factories.ts';
import { startService } from '../../support/service.ts';
import { refusal } from '../support/rest-and-mcp.ts';
import { sql } from '../support/sql.ts';
import { oneUpload, put } from '../support/uploads.ts';

const DAY_MS = 86_400_000;
const RETENTION_DAYS = 30;
const LIFETIME_DAYS = 30;

let client: Client & { token: string; workspaceId: string };
const clock = stillClock();
const days = (count: number): void => {
  clock.aheadMs = count * DAY_MS;
};

// Without a worker, which would clean up by itself: here tests do it.
const service = await startService({ ROLE: 'web' }, clock.now);
beforeEach(async () => {
  days(0);
  client = await service.newClient();
});

const get = (of: { id: string }) => client.call('get_review', { id: of.id });
/** Returns the names of the workspace's files. */
const files = async (): Promise<string[]> => {
  const folder = join(service.dataDir, 'shots', client.workspaceId);
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries.flatMap((entry) => (entry.isFile() ? [entry.name] : [])).sort();
};

/** Runs the scheduled clean-up job. */
const cleanUp = (): Promise<number> => asProcess(service, clock.now, cleanUpShots);

test('a review expires exactly 30 days after it is created', async () => {
  const made = await review(client);
  expect(Date.parse(made.expires_at) - Date.parse(made.created_at)).toBe(LIFETIME_DAYS * DAY_MS);
  clock.moveTo(Date.parse(made.expires_at) - 1);
  expect(await get(made)).toMatchObject({ status: 'open', next_action: { action: 'wait_for_reviewer' } });
  clock.aheadMs += 1;
  expect(await get(made)).toMatchObject({ status: 'expired', next_action: { action: 'expired' } });
  const { reviews } = await client.call('list_reviews', {});
  expect(reviews[0]).toMatchObject({ status: 'expired', next_action: { action: 'expired' } });
  // No job has run: the stored status is still `open`.
  expect(await sql(service, 'SELECT status FROM review WHERE id = $1', [made.id])).toEqual([{ status: 'open' }]);
  clock.aheadMs -= 1;
  expect((await get(made)).status).toBe('open');
});

test('the page of an expired review can be read, says why it is read-only, and writes nothing', async () => {
  const made = await review(client);
  await reviewerOf(made).call('place_mark', mark());
  days(31);
  const view = await reviewerOf(made).call('read_review', {});
  expect(view.can).toEqual({ mark: false, decide: false, change_mind: false, verify: false, reply: false });
  expect(view.read_only_reason).toContain('expired');
  expect(view.review.marks).toHaveLength(1);
  const before = await get(made);
  const reviewer = reviewerOf(made);
  for (const call of [
    () => reviewer.call('place_mark', mark()),
    () => reviewer.call('edit_mark', { mark_id: 1, body: 'Late' }),
    () => reviewer.call('withdraw_mark', { mark_id: 1 }),
    () => reviewer.call('verify_mark', { mark_id: 1 }),
    () => reviewer.call('decide', { outcome: 'approved', after_decision: 0 }),
  ]) {
    const { status, body } = await refusal(call());
    expect([status, body.error]).toEqual([409, 'conflict']);
    expect(body.message).toContain('expired');
  }
  expect(await get(made)).toEqual(before);
  expect((await fetch(made.review_url)).status).toBe(200);
});

test('an expired review refuses a client’s additions', async () => {
  const made = await review(client);
  const { id } = made;
  days(31);
  const image = 'AAAA';
  for (const call of [
    () => client.call('add_findings', { id, findings: [{ body: 'Late' }] }),
    () => client.call('second_opinion', { id }),
    () => client.call('cancel_review', { id }),
    () => client.call('resolve_marks', { id, marks: [{ id: 1, status: 'resolved' }] }),
  ]) {
    expect(await refusal(call())).toMatchObject({ status: 422, body: { error: 'invalid_state', status: 'expired' } });
  }
  expect((await refusal(client.call('add_screenshot', { id, image }))).status).toBe(422);
  expect((await get(made)).screenshots).toHaveLength(1);
});

test('a decided review keeps its status when it expires, and its marks can still be reported', async () => {
  const rejected = await rejectedReview(client, [{}, {}]);
  const approved = await approvedReview(client);
  days(31);
  expect(await get(approved)).toMatchObject({ status: 'approved', next_action: { action: 'expired' } });
  expect(await get(rejected)).toMatchObject({ status: 'changes_requested', next_action: { action: 'expired' } });
  const reported = await client.call('resolve_marks', { id: rejected.id, marks: [{ id: 1, status: 'resolved' }] });
  expect(reported).toMatchObject({ updated: 1, review: { marks_awaiting_verification: 1 } });
  expect(await refusal(decide(rejected, 'approved'))).toMatchObject({ status: 409 });
});

test('an expired review can have a next pass with a lifetime of its own', async () => {
  const first = await review(client);
  days(31);
  const second = await nextPass(client, first);
  expect(second).toMatchObject({ status: 'open', pass: 2 });
  expect((await get(first)).status).toBe('expired');
  const view = await reviewerOf(first).call('read_review', {});
  expect(view.newest?.id).toBe(second.id);
});

test('a try token is valid for 90 days', async () => {
  days(89.9);
  expect((await client.call('get_billing', {})).plan).toBe('free');
  days(90.1);
  expect((await refusal(client.call('get_billing', {}))).status).toBe(401);
});

async function withEverything(): Promise<{ first: Review; second: Review; images: string[] }> {
  const first = await rejectedReview(client, [{}, { kind: 'point', width: null, height: null }]);
  const second = await nextPass(client, first);
  await client.call('add_findings', { id: second.id, findings: [{ body: 'A finding', screenshot_index: 0 }] });
  const shown = await get(second);
  const shots = [...(await get(first)).screenshots, ...shown.screenshots];
  const packets = shown.work_packets.pins.flatMap(({ crop_url, clean_crop_url }) => [crop_url, clean_crop_url]);
  const images = [
    ...shots.flatMap(({ url, thumbnail_url, change }) => [url, thumbnail_url, change?.diff_url]),
    ...packets,
  ];
  return { first, second, images: images.filter((url) => url != null) };
}

test('screenshots and their files are deleted 30 days after their review expired; the text stays', async () => {
  const { first, second, images } = await withEverything();
  expect(images.length).toBeGreaterThanOrEqual(9);
  for (const url of images) expect((await fetch(url)).status, url).toBe(200);
  const [image, thumbnail] = ['image.png', 'thumbnail.webp'];
  expect(await files()).toEqual(['difference.png', image, image, thumbnail, thumbnail]);

  days(LIFETIME_DAYS + RETENTION_DAYS - 1);
  const kept = await get(second);
  await cleanUp();
  expect(await get(second)).toEqual(kept);
  for (const url of images) expect((await fetch(url)).status, url).toBe(200);

  days(LIFETIME_DAYS + RETENTION_DAYS + 1);
  expect(await cleanUp()).toBeGreaterThanOrEqual(2);
  for (const url of images) expect((await fetch(url)).status, url).toBe(404);
  expect(await files()).toEqual([]);
  expect(await sql(service, 'SELECT 1 FROM shot WHERE workspace_id = $1', [client.workspaceId])).toEqual([]);
  for (const of of [first, second]) {
    const now = await get(of);
    expect(now).toMatchObject({ title: of.title, screenshots: [], problems: [] });
    expect(now.marks).toHaveLength(2);
    for (const each of now.marks)
      expect(each).toMatchObject({ screenshot_index: null, body: 'The button is too pale' });
    for (const pin of now.work_packets.pins) {
      expect(pin).toMatchObject({
        screenshot: null,
        box_px: null,
        crop_url: null,
        clean_crop_url: null,
        causes: [],
        done_when: [],
        before_after: null,
      });
    }
    expect((await reviewerOf(of).call('read_review', {})).review).toEqual(now);
  }
  const now = await get(second);
  expect(now.findings).toMatchObject([{ body: 'A finding' }]);
  expect((await client.call('list_reviews', {})).reviews).toHaveLength(2);
  expect(await cleanUp()).toBe(0);
  console.log(`retention: ${images.length} image addresses 200 at 29 days after expiry, 404 at 31; 5 files gone`);
});

test('a mark that was never sent keeps its words and loses the element with the screenshots', async () => {
  const elements = [{ box: { x: 10, y: 10, width: 20, height: 10 }, tag: 'button', text: 'Send' }];
  const made = await rejectedReview(client, [{}], { images: [{ image: await base64(), label: 'Home', elements }] });
  const point = { kind: 'point', x: 15 / 60, y: 15 / 40, width: null, height: null } as const;
  const { unsent } = await reviewerOf(made).call('place_mark', mark({ ...point, body: 'Too small' }));
  expect(unsent.marks).toMatchObject([{ body: 'Too small', element: { text: 'Send' } }]);
  days(LIFETIME_DAYS + RETENTION_DAYS + 1);
  await cleanUp();
  const view = await reviewerOf(made).call('read_review', {});
  expect(view.unsent.marks).toMatchObject([{ body: 'Too small', element: null }]);
  const stored = await sql(service, 'SELECT unsent_marks FROM review WHERE id = $1', [made.id]);
  expect(JSON.stringify(stored)).not.toContain('Send');
});

test('files that no row names are removed, and none that waits for a worker or is shown', async () => {
  const shown = await rejectedReview(client, [{}]);
  const [{ chain_id: chain } = {}] = await sql(service, 'SELECT chain_id FROM review WHERE id = $1', [shown.id]);
  const below = (path: string) => join(service.dataDir, 'shots', client.workspaceId, path);
  const afterImage = `${client.workspaceId}/after-${chain}/copy.png`;
  await sql(
    service,
    `INSERT INTO mark_image (capability, workspace_id, chain_id, key, created_at) VALUES ($1, $2, $3, $4, now())`,
    ['c'.repeat(27), client.workspaceId, chain, afterImage],
  );
  await mkdir(below(`after-${chain}`));
  await writeFile(below(`after-${chain}/copy.png`), 'the fix');
  await client.call('create_review', { title: 'A document that waits', pdf: goodPdf().toString('base64') });
  await put((await oneUpload(client)).url, await png());
  const paths = async () =>
    (await readdir(below(''), { recursive: true, withFileTypes: true }))
      .flatMap((entry) => (entry.isFile() ? [join(entry.parentPath, entry.name)] : []))
      .toSorted();
  // The screenshot, its mark's after image, the document and the upload.
  const named = await paths();
  expect(named).toHaveLength(4);
  await mkdir(below(shown.id));
  await mkdir(below(`images/${shown.id}`));
  await writeFile(below(`${shown.id}/document-left.pdf`), 'left by a process that was killed');
  await writeFile(below(`images/${shown.id}/image.png`), 'left by a request that failed');
  const sweep = () => asProcess(service, clock.now, (ports) => sweepFiles(ports, async () => {}));
  expect(await sweep()).toBe(0);
  // A file younger than an hour may belong to a request that is still under way.
  for (const file of await paths()) await utimes(file, Date.now() / 1000 - 7200, Date.now() / 1000 - 7200);
  expect(await sweep()).toBe(2);
  expect(await paths()).toEqual(named);
});

test('an active review keeps its screenshots, however old its parent', async () => {
  const first = await review(client);
  days(45);
  const second = await nextPass(client, first);
  days(62);
  expect(await cleanUp()).toBeGreaterThanOrEqual(1);
  expect((await get(first)).screenshots).toEqual([]);
  expect((await get(second)).screenshots).toHaveLength(1);
  expect((await fetch(second.screenshots[0]?.url ?? '')).status).toBe(200);
  const third = await nextPass(client, second);
  expect(third).toMatchObject({ status: 'open', pass: 3 });
});

test('an image that is deleted while it is read is not found', async () => {
  const made = await review(client);
  const capability = made.screenshots[0]?.url.split('/').at(-2) ?? '';
  await asProcess(service, clock.now, async (ports) => {
    const stream: typeof ports.storage.stream = async (key) => {
      await client.call('delete_review', { id: made.id });
      return ports.storage.stream(key);
    };
    const late = await getImage({ ...ports, storage: { ...ports.storage, stream } }, capability, 'shot');
    await expect(late.read()).rejects.toMatchObject({ code: 'not_found' });
  });
});
