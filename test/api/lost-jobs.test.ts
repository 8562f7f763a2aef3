import { afterAll, beforeAll, expect, test } from 'vitest';
import { startService, type TestService } from '../support/service.ts';
import { sql } from './support/sql.ts';

/** A web process whose jobs wait, and a later worker that finds them in the dead-letter queue. */
let web: TestService;
let worker: TestService | null = null;
beforeAll(async () => {
  web = await startService({ ROLE: 'web' });
});
afterAll(async () => {
  await worker?.close();
  await web.close();
});

test('a review whose job failed for good fails too, and its credits return', async () => {
  const client = await web.newClient();
  const waiting = await client.call('create_review', { title: 'Never', images: ['https://pictures.example/a.png'] });
  expect(waiting.status).toBe('preparing');
  expect((await client.call('get_billing', {})).credits.left).toBe(199);

  await sql(web, "UPDATE sightline_queue.job SET name = name || '_lost' WHERE name = 'make_shot'");
  worker = await startService({ ROLE: 'worker', DATABASE_URL: web.databaseUrl });
  const status = async () => (await client.call('get_review', { id: waiting.id })).status;
  await expect.poll(status).toBe('failed');
  expect((await client.call('get_review', { id: waiting.id })).problems[0]?.message).toContain('again and again');
  expect((await client.call('get_billing', {})).credits.left).toBe(200);
});
