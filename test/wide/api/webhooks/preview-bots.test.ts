import { readdir } from 'node:fs/promises';
import { expect, test, vi } from 'vitest';
import { restOperations } from '../../../../server/contract/index.ts';
import type { Review } from '../../../../server/contract/review.ts';
import { startReceiver } from '../../../api/support/receiver.ts';
import { requestTables, sql } from '../../../api/support/sql.ts';
import { bots } from '../../../api/webhooks/support/bots.ts';
import { approvedReview, decide, mark, nextPass, review, reviewerOf } from '../../../support/factories.ts';
import { startService } from '../../../support/service.ts';
import { launchBrowser, openPage } from '../../../web/support/browser.ts';

const reviews: Record<string, Review> = {};
const service = await startService({ OUTBOUND_ALLOW: 'webhook=127.0.0.0/8' });
const receiver = await startReceiver();
const client = await service.newClient();
const webhook_url = `${receiver.url}/hook`;
const first = await review(client, { webhook_url });
await reviewerOf(first).call('place_mark', mark({ must_fix: true }));
await decide(first, 'changes_requested');
await vi.waitFor(async () => {
  const { deliveries } = await client.call('list_deliveries', { id: first.id });
  expect(deliveries).toMatchObject([{ status: 'delivered' }]);
}, 240_000);
await client.call('resolve_marks', { id: first.id, marks: [{ id: 1, status: 'resolved' }] });
reviews.open = await nextPass(client, first);
reviews.decided = await client.call('get_review', { id: first.id });
reviews.approved = await approvedReview(client);
// Its deliveries have ended above, and all other jobs in the queue as well.
await vi.waitFor(async () => {
  expect(await sql(service, `SELECT 1 FROM sightline_queue.job WHERE state IN ('created', 'active', 'retry')`)).toEqual(
    [],
  );
}, 240_000);

/** Returns every row that only requests change, every job, and the name of every file. */
async function everything(): Promise<{ rows: number; text: string; files: string[] }> {
  const tables = await requestTables(service);
  const rows = await Promise.all(
    tables.map(async (name) => sql<{ row: string }>(service, `SELECT t::text AS row FROM "${name}" t ORDER BY 1`)),
  );
  const jobs = await sql(service, 'SELECT id, name, state, data, output FROM sightline_queue.job ORDER BY id');
  const files = (await readdir(service.dataDir, { recursive: true })).sort();
  return { rows: rows.flat().length, text: JSON.stringify([tables, rows, jobs, receiver.received.length]), files };
}

const secretOf = (link: string): string => link.split('/').at(-1) ?? '';

/** Returns what a bot finds: links, files that the page loads, images, and every call of a reviewer. */
async function addressesOf(of: Review): Promise<string[]> {
  const html = await (await fetch(of.review_url)).text();
  const loaded = [...html.matchAll(/(?:src|href)="(\/[^"]*)"/g)].map((found) => `${service.url}${found[1]}`);
  const written = restOperations
    .filter(({ actor, rest }) => actor === 'reviewer' && rest.path.startsWith('/r/'))
    .map(({ rest }) => service.url + rest.path.replace('{token}', secretOf(of.review_url)).replace(/\{\w+\}/g, '1'));
  const images = of.screenshots.flatMap(({ url, thumbnail_url }) => [url, thumbnail_url]);
  const crops = of.work_packets.pins.flatMap(({ crop_url, clean_crop_url }) => [crop_url, clean_crop_url]);
  const decided = `${of.review_url}/decision?outcome=approved&after_decision=0`;
  const addresses = [
    of.review_url,
    `${of.review_url}?utm=x`,
    of.guest_share_url,
    decided,
    ...written,
    ...images,
    ...crops,
  ];
  return [...new Set([...addresses, ...loaded].filter((address) => address !== null))];
}

test('bots that open links, follow what they find and look twice change nothing', async () => {
  expect(bots.length).toBeGreaterThanOrEqual(30);
  const addresses = (await Promise.all(Object.values(reviews).map(addressesOf))).flat();
  expect(addresses.length).toBeGreaterThan(40);
  const before = await everything();
  // An image may be derived from another on its first request. After that no new file may appear.
  for (const address of addresses) await fetch(address);
  const { files } = await everything();
  expect(before.rows).toBeGreaterThan(10);
  const statuses = new Map<number, number>();
  let requests = 0;
  for (const { headers } of bots) {
    for (const method of ['GET', 'HEAD']) {
      const answers = await Promise.all(addresses.map((address) => fetch(address, { method, headers })));
      for (const answer of answers) {
        await answer.arrayBuffer();
        statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
        expect(answer.headers.get('set-cookie')).toBeNull();
      }
      requests += answers.length;
    }
  }
  const after = await everything();
  expect([after.text, after.files]).toEqual([before.text, files]);
  expect([...statuses.keys()].filter((status) => status >= 500)).toEqual([]);
  expect(statuses.get(200)).toBeGreaterThan(bots.length * 10);
  console.log(
    `${bots.length} preview bots × ${addresses.length} addresses, GET and HEAD: ${requests} requests, 0 state changes`,
  );
});

test('a bot gets the same page as a person, without any content of the review', async () => {
  const { open } = reviews;
  if (open === undefined) throw new Error('No review is open');
  const pages = await Promise.all(bots.map(async ({ headers }) => (await fetch(open.review_url, { headers })).text()));
  // Each page has a key of its own, which reveals nothing.
  const plain = pages.map((page) => page.replace(/(name="page-key" content=")[^"]*/, '$1'));
  expect(new Set(plain).size).toBe(1);
  expect(pages[0]).not.toContain(open.title);
  expect(pages[0]).not.toMatch(/og:|twitter:|oembed/i);
});

test('a scanner that runs the page’s script and waits changes nothing', async () => {
  const { open, decided } = reviews;
  if (open === undefined || decided === undefined) throw new Error('No review is open');
  const browser = await launchBrowser();
  try {
    await fetch(open.review_url);
    const before = await everything();
    const methods: string[] = [];
    for (const { review_url } of [open, decided]) {
      const { page } = await openPage(browser, 'about:blank');
      page.on('request', (request) => methods.push(request.method()));
      await page.goto(review_url, { waitUntil: 'networkidle' });
      await page.locator('img').first().waitFor();
      await page.context().close();
    }
    expect(methods.length).toBeGreaterThan(6);
    expect(new Set(methods)).toEqual(new Set(['GET']));
    expect((await everything()).text).toBe(before.text);
    console.log(`2 pages run in a browser: ${methods.length} requests, all GET, 0 state changes`);
  } finally {
    await browser.close();
  }
});

test('the same comparison detects what a person does with the link', async () => {
  const { open } = reviews;
  if (open === undefined) throw new Error('No review is open');
  const before = await everything();
  await reviewerOf(open).call('verify_mark', { mark_id: 1 });
  expect((await everything()).text).not.toBe(before.text);
});
