import { expect, test } from 'vitest';
import { base64, decide } from '../support/factories.ts';
import { describeRestAndMcp, refusal } from './support/rest-and-mcp.ts';
import { sql } from './support/sql.ts';

describeRestAndMcp('an idempotency key', {}, (api) => {
  const request = async (title = 'Once') => ({ title, images: [await base64()] });

  test('returns the same review again and spends nothing, also after its decision', async () => {
    const caller = await api().newCaller();
    const first = await caller.call('create_review', await request(), { idempotencyKey: 'run-1' });
    expect(await caller.call('create_review', await request(), { idempotencyKey: 'run-1' })).toEqual(first);
    await decide(first, 'approved');
    const later = await caller.call('create_review', await request(), { idempotencyKey: 'run-1' });
    expect(later).toMatchObject({ id: first.id, status: 'approved' });
    expect((await caller.call('get_billing', {})).credits.left).toBe(199);
  });

  test('works the same in the header and in client_request_id', async () => {
    const caller = await api().newCaller();
    const input = await request();
    const first = await caller.call('create_review', { ...input, client_request_id: 'run-2' });
    const again = await caller.call('create_review', input, { idempotencyKey: 'run-2' });
    expect(again.id).toBe(first.id);
  });

  test('is refused with a different body', async () => {
    const caller = await api().newCaller();
    const first = await caller.call('create_review', await request(), { idempotencyKey: 'run-3' });
    const { status, body } = await refusal(
      caller.call('create_review', await request('Twice'), { idempotencyKey: 'run-3' }),
    );
    expect(status).toBe(422);
    expect(body.errors?.[0]?.path).toMatch(/^(client_request_id|Idempotency-Key)$/);
    expect((await caller.call('list_reviews', {})).reviews.map(({ id }) => id)).toEqual([first.id]);
  });

  test('creates one review and spends once for ten concurrent requests', async () => {
    const caller = await api().newCaller();
    const input = await request();
    const made = await Promise.all(
      Array.from({ length: 10 }, () => caller.call('create_review', input, { idempotencyKey: 'run-4' })),
    );
    expect(new Set(made.map(({ id }) => id)).size).toBe(1);
    expect((await caller.call('list_reviews', {})).reviews).toHaveLength(1);
    expect((await caller.call('get_billing', {})).credits.left).toBe(199);
    const shots = await sql(api().service, 'SELECT 1 FROM shot WHERE workspace_id = $1', [caller.workspaceId]);
    expect(shots).toHaveLength(1);
  });

  test('of a refused request can be used again', async () => {
    const caller = await api().newCaller();
    const wrong = { title: 'Once', images: ['AAAA'] };
    expect((await refusal(caller.call('create_review', wrong, { idempotencyKey: 'run-5' }))).status).toBe(422);
    const made = await caller.call('create_review', await request(), { idempotencyKey: 'run-5' });
    expect(made.status).toBe('open');
  });

  test('is separate for each workspace', async () => {
    const [one, two] = [await api().newCaller(), await api().newCaller()];
    const first = await one.call('create_review', await request(), { idempotencyKey: 'run-6' });
    const second = await two.call('create_review', await request('Other'), { idempotencyKey: 'run-6' });
    expect(second.id).not.toBe(first.id);
  });

  test('expires after 24 hours', async () => {
    const caller = await api().newCaller();
    const first = await caller.call('create_review', await request(), { idempotencyKey: 'run-7' });
    await sql(api().service, `UPDATE idempotency_key SET created_at = created_at - interval '25 hours'`);
    const second = await caller.call('create_review', await request('Twice'), { idempotencyKey: 'run-7' });
    expect(second.id).not.toBe(first.id);
    const again = await caller.call('create_review', await request('Twice'), { idempotencyKey: 'run-7' });
    expect(again.id).toBe(second.id);
  });

  test('is refused when it has 201 characters', async () => {
    const caller = await api().newCaller();
    const { status } = await refusal(
      caller.call('create_review', await request(), { idempotencyKey: 'x'.repeat(201) }),
    );
    expect(status).toBe(422);
  });
});
