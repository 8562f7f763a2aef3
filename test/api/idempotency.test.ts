import { describe, expect, test } from 'vitest';
import { base64, decide, review } from '../support/factories.ts';
import { startService } from '../support/service.ts';
import { hold } from './support/lock.ts';
import { refusal } from './support/rest-and-mcp.ts';
import { sql } from './support/sql.ts';

const service = await startService({ ROLE: 'web' });

describe('an idempotency key', () => {
  const request = async (title = 'Once') => ({ title, images: [await base64()] });

  test('returns the same review again and spends nothing, also after its decision', async () => {
    const caller = await service.newClient();
    const first = await caller.call('create_review', await request(), { idempotencyKey: 'run-1' });
    expect(await caller.call('create_review', await request(), { idempotencyKey: 'run-1' })).toEqual(first);
    await decide(first, 'approved');
    const later = await caller.call('create_review', await request(), { idempotencyKey: 'run-1' });
    expect(later).toMatchObject({ id: first.id, status: 'approved' });
    expect((await caller.call('get_billing', {})).credits.left).toBe(199);
  });

  test('works the same in the header and in client_request_id', async () => {
    const caller = await service.newClient();
    const input = await request();
    const first = await caller.call('create_review', { ...input, client_request_id: 'run-2' });
    const again = await caller.call('create_review', input, { idempotencyKey: 'run-2' });
    expect(again.id).toBe(first.id);
  });

  test('is refused with a different body', async () => {
    const caller = await service.newClient();
    const first = await caller.call('create_review', await request(), { idempotencyKey: 'run-3' });
    const { status, body } = await refusal(
      caller.call('create_review', await request('Twice'), { idempotencyKey: 'run-3' }),
    );
    expect(status).toBe(422);
    expect(body.errors?.[0]?.path).toMatch(/^(client_request_id|Idempotency-Key)$/);
    expect((await caller.call('list_reviews', {})).reviews.map(({ id }) => id)).toEqual([first.id]);
  });

  test('creates one review and spends once for ten concurrent requests', async () => {
    const caller = await service.newClient();
    const input = await request();
    const made = await Promise.all(
      Array.from({ length: 10 }, () => caller.call('create_review', input, { idempotencyKey: 'run-4' })),
    );
    expect(new Set(made.map(({ id }) => id)).size).toBe(1);
    expect((await caller.call('list_reviews', {})).reviews).toHaveLength(1);
    expect((await caller.call('get_billing', {})).credits.left).toBe(199);
    const shots = await sql(service, 'SELECT 1 FROM shot WHERE workspace_id = $1', [caller.workspaceId]);
    expect(shots).toHaveLength(1);
  });

  test('of a refused request can be used again', async () => {
    const caller = await service.newClient();
    const wrong = { title: 'Once', images: ['AAAA'] };
    expect((await refusal(caller.call('create_review', wrong, { idempotencyKey: 'run-5' }))).status).toBe(422);
    const made = await caller.call('create_review', await request(), { idempotencyKey: 'run-5' });
    expect(made.status).toBe('open');
  });

  test('is separate for each workspace', async () => {
    const [one, two] = [await service.newClient(), await service.newClient()];
    const first = await one.call('create_review', await request(), { idempotencyKey: 'run-6' });
    const second = await two.call('create_review', await request('Other'), { idempotencyKey: 'run-6' });
    expect(second.id).not.toBe(first.id);
  });

  test('expires after 24 hours', async () => {
    const caller = await service.newClient();
    const first = await caller.call('create_review', await request(), { idempotencyKey: 'run-7' });
    await sql(service, `UPDATE idempotency_key SET created_at = created_at - interval '25 hours'`);
    const second = await caller.call('create_review', await request('Twice'), { idempotencyKey: 'run-7' });
    expect(second.id).not.toBe(first.id);
    const again = await caller.call('create_review', await request('Twice'), { idempotencyKey: 'run-7' });
    expect(again.id).toBe(second.id);
  });

  test.each(['', 'x'.repeat(201)])('is refused by the name of its header when it is %j', async (idempotencyKey) => {
    const caller = await service.newClient();
    const { status, body } = await refusal(caller.call('create_review', await request(), { idempotencyKey }));
    expect([status, body.errors?.[0]?.path]).toEqual([422, 'Idempotency-Key']);
    expect(body.message).toMatch(/^`Idempotency-Key` /);
  });
});

const images = async (...labels: string[]) =>
  Promise.all(labels.map(async (label) => ({ label, image: await base64('#336699') })));

describe('the key of an addition', () => {
  test('adds once, and answers a repeat with the review as it is now, also after its decision', async () => {
    const caller = await service.newClient();
    const made = await review(caller);
    const add = async (key: string, label: string) =>
      caller.call('add_screenshot', { id: made.id, images: await images(label) }, { idempotencyKey: key });
    await add('add-1', 'Cart');
    await add('add-2', 'Pay');
    expect((await add('add-1', 'Cart')).screenshots.slice(1).map(({ label }) => label)).toEqual(['Cart', 'Pay']);
    await decide(made, 'approved');
    expect(await add('add-1', 'Cart')).toMatchObject({ id: made.id, status: 'approved' });
    const other = await refusal(add('add-1', 'Login'));
    expect([other.status, other.body.errors?.[0]?.path]).toEqual([
      422,
      expect.stringMatching(/^(client_request_id|Idempotency-Key)$/),
    ]);
  });

  test('adds once when the request is repeated while the first one still runs', async () => {
    const caller = await service.newClient();
    const made = await review(caller);
    const input = { id: made.id, images: await images('Cart', 'Pay') };
    const holder = await hold(service);
    await holder.query('SELECT 1 FROM chain WHERE id = $1 FOR UPDATE', [made.id]);
    const [first, second] = [1, 2].map(() => caller.call('add_screenshot', input, { idempotencyKey: 'add-3' }));
    const waiting = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
    await expect.poll(async () => (await sql(service, waiting)).length).toBeGreaterThan(1);
    await holder.end('COMMIT');
    expect((await first)?.screenshots).toHaveLength(3);
    expect(await second).toEqual(await first);
    for (const { url } of (await second)?.screenshots ?? []) expect((await fetch(url)).status).toBe(200);
  });

  test('of a refused addition can be used again, and one of another operation cannot', async () => {
    const caller = await service.newClient();
    const made = await review(caller);
    const add = (image: string, key: string) =>
      caller.call('add_screenshot', { id: made.id, image }, { idempotencyKey: key });
    expect((await refusal(add('AAAA', 'add-4'))).status).toBe(422);
    expect((await add(await base64(), 'add-4')).screenshots).toHaveLength(2);
    const creation = { title: 'Once', images: [await base64()] };
    expect((await refusal(caller.call('create_review', creation, { idempotencyKey: 'add-4' }))).status).toBe(422);
  });
});

describe('the key of a baseline', () => {
  test('makes one and pays once, also when both requests run at once', async () => {
    const caller = await service.newClient();
    const of = { repository: 'shop/web', name: 'visual', branch: 'main', commit: 'c'.repeat(40) };
    const input = { ...of, images: await images('Home') };
    const create = (more = {}) =>
      caller.call('create_baseline', { ...input, ...more }, { idempotencyKey: 'baseline-1' });
    const left = async () => (await caller.call('get_billing', {})).credits.left ?? 0;
    const before = await left();
    const [first, second] = await Promise.all([create(), create()]);
    expect(second.id).toBe(first.id);
    expect(await create()).toMatchObject({ id: first.id, status: 'complete' });
    expect((await caller.call('list_baselines', {})).baselines).toHaveLength(1);
    expect(before - (await left())).toBe(1);
    for (const { url } of second.screenshots) expect((await fetch(url)).status).toBe(200);
    expect((await refusal(create({ name: 'mobile' }))).status).toBe(422);
    await caller.call('delete_baseline', { id: first.id });
    expect((await create()).id).not.toBe(first.id);
  });
});

describe('the key of an addition to a baseline', () => {
  test('adds once, also when it was complete since', async () => {
    const caller = await service.newClient();
    const of = { repository: 'shop/web', name: 'visual', branch: 'main', commit: 'a'.repeat(40) };
    const { id } = await caller.call('create_baseline', { ...of, images: await images('Home'), complete: false });
    const more = await images('Cart', 'Pay');
    const add = (complete: boolean) =>
      caller.call('add_to_baseline', { id, images: more, complete }, { idempotencyKey: `add-${complete}` });
    const both = await Promise.all([add(false), add(false)]);
    expect(both.map(({ screenshots }) => screenshots.length)).toEqual([3, 3]);
    await caller.call('add_to_baseline', { id, complete: true });
    expect(await add(false)).toMatchObject({ status: 'complete', screenshots: { length: 3 } });
    expect((await refusal(add(true))).body.error).toBe('invalid_state');
  });
});
