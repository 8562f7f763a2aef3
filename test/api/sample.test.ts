import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { createClient } from '../../server/contract/client.ts';
import { cleanUpShots } from '../../server/domain/retention/clean-up-shots.ts';
import { asProcess } from '../support/another-process.ts';
import { stillClock } from '../support/clock.ts';
import { decide } from '../support/factories.ts';
import { startService } from '../support/service.ts';
import { fillLimits } from './support/fill-limits.ts';
import { refusal } from './support/rest-and-mcp.ts';
import { forgetLimits, sql } from './support/sql.ts';

const DAY_MS = 86_400_000;
const clock = stillClock();
// Without a worker, which would clean up by itself.
const service = await startService({ ROLE: 'web' }, clock.now);

const anyone = () => createClient({ baseUrl: service.url });
const open = () => anyone().call('create_sample_review', {});
const opened = await open();

test('a sample is a second pass with both marks to verify, of which one changed; it can be decided', async () => {
  const { review_url: link, expires_at: expires } = opened;
  expect(Date.parse(expires) - clock.now().getTime()).toBe(DAY_MS);
  const { sample, review, can, passes } = await service.byLink(link).call('read_review', {});
  expect([sample, review.pass, review.status, review.expires_at]).toEqual([true, 2, 'open', expires]);
  expect(passes.map(({ status }) => status)).toEqual(['changes_requested', 'open']);
  expect(can).toMatchObject({ mark: true, decide: true, verify: true });
  expect(review.marks.map(({ status, change, element }) => [status, change?.kind, element?.tag])).toEqual([
    ['resolved', 'changed', 'a'],
    ['resolved', 'identical', 'article'],
  ]);
  expect((await decide(review, 'changes_requested')).review.status).toBe('changes_requested');
});

test('samples cost nothing and are in nobody’s workspace; a review of a workspace is no sample', async () => {
  const client = await service.newClient();
  expect((await client.call('list_reviews', {})).reviews).toEqual([]);
  expect((await client.call('export_workspace', {})).reviews).toEqual([]);
  expect((await client.call('get_billing', {})).credits.left).toBe(200);
  const owners = await sql(
    service,
    `SELECT w.id, (SELECT count(*)::int FROM access_token t WHERE t.workspace_id = w.id) AS tokens,
            (SELECT coalesce(sum(spent), 0)::int FROM credit_month m WHERE m.workspace_id = w.id) AS spent
     FROM workspace w WHERE EXISTS (SELECT 1 FROM review r WHERE r.workspace_id = w.id)`,
  );
  expect(owners).toEqual([{ id: '0'.repeat(26), tokens: 0, spent: 0 }]);
});

test('the screenshots of all samples are stored once', async () => {
  await open();
  const [images] = await sql(service, 'SELECT count(DISTINCT storage_key)::int AS stored FROM shot');
  expect(images).toEqual({ stored: 3 });
});

test('a day later a sample is deleted with everything, and another one can be opened', async () => {
  const { review_url: link } = await open();
  clock.aheadMs = DAY_MS + 1000;
  await asProcess(service, clock.now, cleanUpShots);
  expect((await refusal(service.byLink(link).call('read_review', {}))).status).toBe(404);
  const [left] = await sql(
    service,
    `SELECT (SELECT count(*) FROM review)::int AS reviews, (SELECT count(*) FROM chain)::int AS chains,
            (SELECT count(*) FROM mark)::int AS marks`,
  );
  expect(left).toEqual({ reviews: 0, chains: 0, marks: 0 });
  await open();
});

test('each address may open ten an hour, everybody together 120', async () => {
  await forgetLimits(service);
  await open();
  await fillLimits(service, 10);
  const { status, body } = await refusal(open());
  expect([status, body.message]).toEqual([429, expect.stringContaining('Too many sample reviews. Try again in ')]);
  const everybody = createHash('sha256').update('create_sample_review:everybody').digest('base64url');
  const otherAddress = () => sql(service, 'DELETE FROM rate_window WHERE key <> $1', [everybody]);
  await fillLimits(service, 119);
  await otherAddress();
  await open();
  await otherAddress();
  expect((await refusal(open())).body.message).toContain('Too many sample reviews.');
});

test('a service that makes no new workspaces opens no samples', async () => {
  const closed = await startService({ ROLE: 'web', SIGNUP: 'closed' });
  const { status, body } = await refusal(createClient({ baseUrl: closed.url }).call('create_sample_review', {}));
  expect([status, body.message]).toEqual([403, 'This service opens no sample reviews. Ask its operator for a token.']);
});
