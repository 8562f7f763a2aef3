import { beforeEach, expect, test } from 'vitest';
import type { Client, Input } from '../../server/contract/client.ts';
import type { Review } from '../../server/contract/review.ts';
import { approvedReview, base64, decide, mark, review, reviewerOf } from '../support/factories.ts';
import { startService } from '../support/service.ts';
import { hold } from './support/lock.ts';
import { sql } from './support/sql.ts';

let client: Client & { token: string; workspaceId: string };

const service = await startService();
beforeEach(async () => {
  client = await service.newClient();
});

const commitOf = (letter: string): string => letter.repeat(40);
const [older, mergeBase] = [commitOf('a'), commitOf('b')];
const shop = { repository: 'shop/web', name: 'visual', branch: 'main' };

/** Screenshots by label, each an image of one colour. */
const shots = async (colours: Record<string, string>) =>
  Promise.all(Object.entries(colours).map(async ([label, colour]) => ({ image: await base64(colour), label })));

async function record(commit: string, colours: Record<string, string>, more: Partial<Input<'create_baseline'>> = {}) {
  return client.call('create_baseline', { ...shop, commit, images: await shots(colours), ...more });
}

async function request(colours: Record<string, string>, more: Partial<Input<'create_review'>> = {}): Promise<Review> {
  const base = { ...shop, commits: [{ commit: mergeBase }, { commit: older }] };
  return review(client, { images: await shots(colours), base, ...more });
}

const read = (id: string) => client.call('get_review', { id });

/** Waits until the review is compared with its base. */
async function compared({ id }: Pick<Review, 'id'>): Promise<Review> {
  await expect.poll(async () => (await read(id)).base?.compared).toBe(true);
  return read(id);
}

const kinds = ({ screenshots }: Review) =>
  Object.fromEntries(screenshots.map(({ label, base_change }) => [label, base_change?.kind]));
const approvals = ({ screenshots }: Review) =>
  Object.fromEntries(screenshots.map(({ label, base_change }) => [label, base_change?.approved_in?.review_id ?? null]));

test('a review is compared with the baseline of its merge base, and says so', async () => {
  const { id } = await record(mergeBase, { Home: '#112233', Cart: '#445566', Old: '#000000' });
  const made = await request({ Home: '#112233', Cart: '#998877', Extra: '#ffffff' });
  expect(made.base).toMatchObject({ id, kind: 'baseline', commit: mergeBase, distance: 0, reason: 'merge base' });
  const seen = await compared(made);
  expect(kinds(seen)).toEqual({ Home: 'identical', Cart: 'changed', Extra: 'new' });
  const [home, cart, extra] = seen.screenshots.map(({ base_change }) => base_change);
  expect(home).toMatchObject({ share: 0, diff_url: null, areas: [], approved_in: null });
  expect(cart).toMatchObject({ share: 1, areas: [{ kind: 'changed' }], before: { width: 60, height: 40 } });
  expect(extra).toMatchObject({ share: null, before: null });
  expect(seen.removed_screenshots.map(({ label }) => label)).toEqual(['Old']);
  for (const url of [cart?.diff_url, cart?.before?.url, seen.removed_screenshots[0]?.thumbnail_url]) {
    expect((await fetch(url ?? '')).headers.get('content-type')).toMatch(/^image\//);
  }
  expect(seen.screenshots.map(({ change }) => change)).toEqual([null, null, null]);
});

test('without a baseline there is no base yet; one that arrives later is compared, and a nearer one replaces it', async () => {
  const made = await request({ Home: '#112233' });
  expect(made.base).toMatchObject({ id: null, kind: 'none', reason: 'none yet', compared: false });
  const far = await record(older, { Home: '#112233' });
  const first = await compared(made);
  expect(first.base).toMatchObject({ id: far.id, distance: 1, reason: '1 commit before the merge base' });
  expect(kinds(first)).toEqual({ Home: 'identical' });

  const near = await record(mergeBase, { Home: '#445566' });
  await expect.poll(async () => (await read(made.id)).base?.id).toBe(near.id);
  expect(kinds(await compared(made))).toEqual({ Home: 'changed' });
});

test('a decided review keeps the base that its reviewer saw', async () => {
  const far = await record(older, { Home: '#112233' });
  const made = await compared(await request({ Home: '#112233' }));
  await decide(made, 'approved');
  await record(mergeBase, { Home: '#445566' });
  const later = await compared(await request({ Home: '#112233' }));
  expect(later.base?.distance).toBe(0);
  expect((await read(made.id)).base).toMatchObject({ id: far.id, distance: 1, compared: true });
});

test('a baseline that is sent in parts counts once it is complete', async () => {
  const { id, status } = await record(mergeBase, { Home: '#112233' }, { complete: false });
  expect(status).toBe('preparing');
  const made = await request({ Home: '#112233', Cart: '#445566' });
  expect(made.base?.kind).toBe('none');
  const image = await base64('#445566');
  await client.call('add_to_baseline', { id, image, label: 'Cart', complete: false });
  expect((await client.call('add_to_baseline', { id })).status).toBe('complete');
  expect(kinds(await compared(made))).toEqual({ Home: 'identical', Cart: 'identical' });
  const late = client.call('add_to_baseline', { id, image, label: 'Late' });
  await expect(late).rejects.toMatchObject({ body: { error: 'invalid_state' } });
});

test('an added screenshot is compared too', async () => {
  await record(mergeBase, { Home: '#112233', Cart: '#445566' });
  const made = await compared(await request({ Home: '#112233' }));
  expect(made.removed_screenshots).toHaveLength(1);
  await client.call('add_screenshot', { id: made.id, image: await base64('#445566'), label: 'Cart' });
  const seen = await compared(made);
  expect(kinds(seen)).toEqual({ Home: 'identical', Cart: 'identical' });
  expect(seen.removed_screenshots).toEqual([]);
});

test('a change that was approved before names its approval, until that is withdrawn', async () => {
  await record(mergeBase, { Home: '#112233', Cart: '#445566', Old: '#000000' });
  const colours = { Home: '#ddeeff', Cart: '#445566', Extra: '#ffffff' };
  const first = await compared(await request(colours, { reference: 'shop/web#41' }));
  expect(approvals(first)).toEqual({ Home: null, Cart: null, Extra: null });
  await decide(first, 'approved', { name: 'Mara' });

  const sibling = await compared(await request(colours));
  expect(approvals(sibling)).toEqual({ Home: first.id, Cart: null, Extra: first.id });
  expect(sibling.screenshots[0]?.base_change?.approved_in).toMatchObject({
    reference: 'shop/web#41',
    decided_by: 'Mara',
  });
  expect(sibling.removed_screenshots).toMatchObject([{ label: 'Old', approved_in: { review_id: first.id } }]);

  await decide(await read(first.id), 'changes_requested');
  expect(approvals(await read(sibling.id))).toEqual({ Home: null, Cart: null, Extra: null });
});

/** A workspace with an approved difference, for tests that only compare with it. */
let approver: Promise<typeof client> | undefined;
async function approve(): Promise<typeof client> {
  await record(mergeBase, { Home: '#112233' });
  await record(older, { Home: '#112234' });
  for (const other of [{ name: 'mobile' }, { repository: 'a/b' }]) await record(mergeBase, { Home: '#112233' }, other);
  await decide(await compared(await request({ Home: '#ddeeff' })), 'approved');
  return client;
}

test.each<[string, Record<string, string>, object]>([
  ['other pixels', { Home: '#ddeef0' }, {}],
  ['another label', { Start: '#ddeeff' }, {}],
  ['another name', { Home: '#ddeeff' }, { name: 'mobile', commits: [{ commit: mergeBase }] }],
  ['another repository', { Home: '#ddeeff' }, { repository: 'a/b', commits: [{ commit: mergeBase }] }],
  ['another base image', { Home: '#ddeeff' }, { commits: [{ commit: older }] }],
])('an approval does not cover %s', async (_what, colours, other) => {
  approver ??= approve();
  client = await approver;
  const base = { ...shop, commits: [{ commit: mergeBase }, { commit: older }], ...other };
  const seen = await compared(await request(colours, { base }));
  expect(seen.screenshots[0]?.base_change?.kind).not.toBe('identical');
  expect(seen.screenshots[0]?.base_change?.approved_in).toBeNull();
});

test('a request for changes approves the differences that it accepts, but not those with a mark', async () => {
  const { id: base_id } = await record(mergeBase, { Home: '#112233', Cart: '#445566', Help: '#000000' });
  const colours = { Home: '#ddeeff', Cart: '#998877', Help: '#ffffff' };
  const asked = await compared(await request(colours, { reference: 'shop/web#41' }));
  const link = reviewerOf(asked);
  const sibling = await compared(await request(colours));
  // A note may mean any screenshot.
  await decide(asked, 'changes_requested', { accepted: { base_id, screenshots: [0, 1, 2] } });
  expect(approvals(await read(sibling.id))).toEqual({ Home: null, Cart: null, Help: null });
  await link.call('place_mark', mark({ screenshot_index: 2 }));
  const stale = decide(asked, 'changes_requested', { accepted: { base_id: asked.id, screenshots: [0] } });
  await expect(stale).rejects.toMatchObject({ body: { error: 'conflict' } });
  await decide(asked, 'changes_requested', { accepted: { base_id, screenshots: [0, 1, 2] } });

  const seen = await read(sibling.id);
  expect(approvals(seen)).toEqual({ Home: asked.id, Cart: asked.id, Help: null });
  expect(seen.screenshots[0]?.base_change?.approved_in).toMatchObject({
    reference: 'shop/web#41',
    outcome: 'changes_requested',
  });
  const next = await compared(await request(colours, { parent_id: asked.id }));
  expect(approvals(next)).toEqual({ Home: asked.id, Cart: asked.id, Help: null });
  await client.call('cancel_review', { id: next.id });

  // Updated without a word about it, the request still accepts what it did, but for what has a mark since.
  await link.call('place_mark', mark({ screenshot_index: 1 }));
  await decide(asked, 'changes_requested');
  expect(approvals(await read(sibling.id))).toEqual({ Home: asked.id, Cart: null, Help: null });
  const { accepted_screenshots } = await link.call('read_review', {});
  expect(accepted_screenshots).toEqual([0]);
  const again = decide(asked, 'changes_requested', { accepted: { base_id, screenshots: [0, 0, 1, 999] } });
  await expect(again).rejects.toMatchObject({ body: { error: 'conflict' } });
  await decide(asked, 'changes_requested', { accepted: { base_id, screenshots: [] } });
  expect(approvals(await read(sibling.id))).toEqual({ Home: null, Cart: null, Help: null });
});

test('an approval in another workspace covers nothing', async () => {
  await record(mergeBase, { Home: '#112233' });
  await decide(await compared(await request({ Home: '#ddeeff' })), 'approved');
  client = await service.newClient();
  await record(mergeBase, { Home: '#112233' });
  expect(approvals(await compared(await request({ Home: '#ddeeff' })))).toEqual({ Home: null });
});

test('the approved pass of the merged pull request stands in for a missing baseline', async () => {
  const images = await shots({ Home: '#112233' });
  const pass = await approvedReview(client, { images, reference: 'github:7:41:visual', revision: commitOf('f') });
  const merged = { reference: 'github:7:41:visual', revision: commitOf('f'), pull_request: 41 };
  const base = { ...shop, commits: [{ commit: mergeBase, merged }] };
  const seen = await compared(await request({ Home: '#112233' }, { base }));
  expect(seen.base).toMatchObject({ id: pass.id, kind: 'approved_pass', reason: 'approved pass of pull request 41' });
  expect(kinds(seen)).toEqual({ Home: 'identical' });
});

test('a pass is the base only while it is approved, and while its screenshots exist', async () => {
  const images = await shots({ Home: '#112233', Old: '#000000' });
  const pass = await approvedReview(client, { images, reference: 'shop#41', revision: commitOf('f') });
  const merged = { reference: 'shop#41', revision: commitOf('f'), pull_request: 41 };
  const base = { ...shop, commits: [{ commit: mergeBase, merged }] };
  const seen = await compared(await request({ Home: '#112233' }, { base }));
  expect(seen.removed_screenshots).toHaveLength(1);
  await decide(await read(pass.id), 'changes_requested');
  await expect.poll(async () => (await read(seen.id)).base?.kind).toBe('none');
  await decide(await read(pass.id), 'approved');
  await expect.poll(async () => (await read(seen.id)).base?.kind).toBe('approved_pass');
  await compared(seen);
  await client.call('delete_review', { id: pass.id });
  expect((await read(seen.id)).base?.compared).toBe(false);
  await expect.poll(async () => (await read(seen.id)).base?.kind).toBe('none');
});

test('a pass whose screenshots were deleted for their age is no base, and the next commit’s baseline is', async () => {
  const images = await shots({ Home: '#112233' });
  const pass = await approvedReview(client, { images, reference: 'shop#42', revision: commitOf('f') });
  await sql(service, 'DELETE FROM shot WHERE review_id = $1', [pass.id]);
  const { id } = await record(older, { Home: '#112233' });
  const merged = { reference: 'shop#42', revision: commitOf('f'), pull_request: 42 };
  const base = { ...shop, commits: [{ commit: mergeBase, merged }, { commit: older }] };
  const seen = await compared(await request({ Home: '#112233' }, { base }));
  expect([seen.base?.id, kinds(seen)]).toEqual([id, { Home: 'identical' }]);
});

test('screenshots of one label are paired in their order, and an approval covers only its own', async () => {
  const twice = async (...colours: string[]) =>
    Promise.all(colours.map(async (colour) => ({ image: await base64(colour), label: 'Home' })));
  await record(mergeBase, {}, { images: await twice('#111111', '#222222') });
  const first = await compared(await request({}, { images: await twice('#111111', '#333333') }));
  expect(first.screenshots.map(({ base_change }) => base_change?.kind)).toEqual(['identical', 'changed']);
  await decide(first, 'approved');
  const second = await compared(await request({}, { images: await twice('#444444', '#333333') }));
  expect(second.screenshots.map(({ base_change }) => base_change?.approved_in?.review_id ?? null)).toEqual([
    null,
    first.id,
  ]);
  const fewer = await compared(await request({}, { images: await twice('#111111') }));
  expect(fewer.removed_screenshots.map(({ label }) => label)).toEqual(['Home']);
});

test('a screenshot that could not be taken was not removed', async () => {
  await record(mergeBase, { Home: '#112233', Cart: '#445566' });
  const [home] = await shots({ Home: '#112233' });
  const images = [home ?? '', { image: 'https://pictures.invalid/cart.png', label: 'Cart' }];
  const seen = await compared(await request({}, { images }));
  expect(seen.problems.map(({ label }) => label)).toEqual(['Cart']);
  expect(seen.removed_screenshots).toEqual([]);
});

test('baselines are listed, read and deleted, and are no reviews', async () => {
  const first = await record(older, { Home: '#112233' });
  const second = await record(mergeBase, { Home: '#112233' });
  const { baselines } = await client.call('list_baselines', { repository: shop.repository });
  expect(baselines.map(({ id, commit, screenshot_count }) => [id, commit, screenshot_count])).toEqual([
    [second.id, mergeBase, 1],
    [first.id, older, 1],
  ]);
  expect(baselines.map(({ expires_at }) => expires_at === null)).toEqual([true, false]);
  expect(await client.call('get_baseline', { id: second.id })).toEqual(second);
  expect((await client.call('list_reviews', {})).reviews).toEqual([]);
  expect((await client.call('export_workspace', {})).reviews).toEqual([]);
  for (const name of ['get_review', 'cancel_review', 'delete_review'] as const) {
    await expect(client.call(name, { id: second.id })).rejects.toMatchObject({ body: { error: 'not_found' } });
  }

  const made = await compared(await request({ Home: '#112233' }));
  await client.call('delete_baseline', { id: second.id });
  await expect.poll(async () => (await read(made.id)).base?.id).toBe(first.id);
  await expect(client.call('get_baseline', { id: second.id })).rejects.toMatchObject({ body: { error: 'not_found' } });
  expect((await fetch(second.screenshots[0]?.url ?? '')).status).toBe(404);
});

test('only the newest complete baseline of a branch stays, whichever was complete or is deleted first', async () => {
  const first = await record(older, { Home: '#112233' }, { complete: false });
  const second = await record(mergeBase, { Home: '#112233' });
  const complete = await client.call('add_to_baseline', { id: first.id });
  const stays = async ({ id }: { id: string }) => (await client.call('get_baseline', { id })).expires_at === null;
  expect([complete.status, await stays(first), await stays(second)]).toEqual(['complete', false, true]);
  await client.call('delete_baseline', { id: second.id });
  expect(await stays(first)).toBe(true);
});

test('of two baselines that are complete at the same moment, only the newer one stays', async () => {
  await record(older, { Home: '#112233' });
  const holder = await hold(service);
  await holder.query('SELECT 1 FROM credit_month WHERE workspace_id = $1 FOR UPDATE', [client.workspaceId]);
  const both = [1, 2].map(() => record(mergeBase, { Home: '#112233' }));
  await holder.untilBlocking(2);
  await holder.end('COMMIT');
  await Promise.all(both);
  const { baselines } = await client.call('list_baselines', {});
  expect(baselines.map(({ expires_at }) => expires_at === null)).toEqual([true, false, false]);
});

test('a baseline costs what a review costs, and nothing when none of it could be made', async () => {
  const left = async () => (await client.call('get_billing', {})).credits.left;
  const before = (await left()) ?? 0;
  await record(mergeBase, { Home: '#112233' });
  expect(await left()).toBe(before - 1);
  const { id } = await record(mergeBase, {}, { images: ['https://pictures.invalid/a.png'] });
  await expect.poll(async () => (await client.call('get_baseline', { id })).status).toBe('failed');
  expect(await left()).toBe(before - 1);
});

test('reviewers see the base as well, and guests do not', async () => {
  await record(mergeBase, { Home: '#112233' });
  const made = await compared(await request({ Home: '#ddeeff' }));
  const seen = await reviewerOf(made).call('read_review', {});
  expect(seen.review.base).toEqual(made.base);
});

test('repositories are listed with the newest baseline of each name and branch', async () => {
  const { id: old } = await record(older, { Home: '#111111' });
  const { id: main } = await record(mergeBase, { Home: '#111111', Cart: '#222222' });
  const { id: release } = await record(mergeBase, { Home: '#111111' }, { branch: 'release' });
  const { id: other } = await record(mergeBase, { Home: '#111111' }, { name: 'emails' });
  const { repositories } = await client.call('list_repositories', {});
  expect(repositories).toMatchObject([
    {
      repository: 'shop/web',
      title: 'shop/web',
      names: [
        { name: 'emails', baselines: [{ id: other, screenshot_count: 1 }], unstable: [] },
        {
          name: 'visual',
          baselines: [
            { id: release, branch: 'release' },
            { id: main, branch: 'main', commit: mergeBase, status: 'complete', screenshot_count: 2 },
          ],
          unstable: [],
        },
      ],
    },
  ]);
  expect(JSON.stringify(repositories)).not.toContain(old);
  expect((await (await service.newClient()).call('list_repositories', {})).repositories).toEqual([]);
});

test('a label is unstable whose screenshot varies while the same commit is shown, by whatever runs', async () => {
  await record(mergeBase, { Home: '#111111', Clock: '#000001' });
  await record(mergeBase, { Home: '#111111', Clock: '#000002' });
  // A pass of the very commit, as after a fast-forward, and one of another commit, which may look different.
  await request({ Home: '#111111', Clock: '#000003' }, { revision: mergeBase });
  await request({ Home: '#999999', Clock: '#000003' }, { revision: older });
  const { repositories } = await client.call('list_repositories', {});
  expect(repositories[0]?.names[0]?.unstable).toEqual([
    { label: 'Clock', commit: mergeBase, variants: 3, runs: 3, last_seen_at: expect.any(String) },
  ]);
});

test('a label that one run shows twice is not unstable', async () => {
  const twice = [
    { image: await base64('#000001'), label: 'Row' },
    { image: await base64('#000002'), label: 'Row' },
  ];
  for (let run = 0; run < 2; run += 1) await record(mergeBase, {}, { images: twice });
  const { repositories } = await client.call('list_repositories', {});
  expect(repositories[0]?.names[0]?.unstable).toEqual([]);
});

test('more changed screenshots than one job compares are all compared', async () => {
  const labels = Array.from({ length: 45 }, (_, at) => `Page ${at}`);
  const coloured = async (colour: string) =>
    Promise.all(labels.map(async (label) => ({ label, image: await base64(colour) })));
  const { id } = await record(mergeBase, { Home: '#111111' }, { complete: false });
  await client.call('add_to_baseline', { id, images: await coloured('#111111') });
  const made = await request({ Home: '#111111' });
  await client.call('add_screenshot', { id: made.id, images: await coloured('#222222') });
  const now = await compared(made);
  expect(now.screenshots.map(({ base_change }) => base_change?.kind)).toEqual([
    'identical',
    ...labels.map(() => 'changed'),
  ]);
});
