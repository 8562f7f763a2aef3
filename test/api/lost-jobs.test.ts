import { expect, test } from 'vitest';
import { decide, mark, review, reviewerOf } from '../support/factories.ts';
import { startService } from '../support/service.ts';
import { sql } from './support/sql.ts';

/** A web process whose jobs wait, and a later worker that finds them in the dead-letter queue. */
const web = await startService({ ROLE: 'web' });

test('a review whose job failed for good fails too, and its credits return; an after-image says so', async () => {
  const fixed = await web.newClient();
  const made = await review(fixed);
  await reviewerOf(made).call('place_mark', mark());
  await decide(made, 'changes_requested');
  const after_image = 'https://pictures.example/after.png';
  await fixed.call('resolve_marks', { id: made.id, marks: [{ id: 1, status: 'resolved', after_image }] });
  const client = await web.newClient();
  const waiting = await client.call('create_review', { title: 'Never', images: ['https://pictures.example/a.png'] });
  expect(waiting.status).toBe('preparing');
  expect((await client.call('get_billing', {})).credits.left).toBe(199);

  await sql(
    web,
    "UPDATE sightline_queue.job SET name = name || '_lost' WHERE name IN ('make_shot', 'fetch_after_image')",
  );
  await startService({ ROLE: 'worker', DATABASE_URL: web.databaseUrl });
  const status = async () => (await client.call('get_review', { id: waiting.id })).status;
  await expect.poll(status).toBe('failed');
  expect((await client.call('get_review', { id: waiting.id })).problems[0]?.message).toContain('again and again');
  expect((await client.call('get_billing', {})).credits.left).toBe(200);
  const problem = async () => (await fixed.call('get_review', { id: made.id })).marks[0]?.after_image_problem;
  await expect.poll(problem).toContain('again and again');
});
