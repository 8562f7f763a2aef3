import { expect, test } from 'vitest';
import { base64, decide, mark, nextPass, review, reviewerOf } from '../support/factories.ts';
import { startService } from '../support/service.ts';
import { hold } from './support/lock.ts';
import { refusal } from './support/rest-and-mcp.ts';

const service = await startService();

const lockChain = 'SELECT 1 FROM chain WHERE id = $1 FOR UPDATE';

test('a next pass that waits for the chain’s lock holds no lock on the credits, to avoid a deadlock', async () => {
  const client = await service.newClient();
  const first = await review(client);
  const holder = await hold(service);
  await holder.query(lockChain, [first.id]);
  const second = nextPass(client, first);
  await holder.untilBlocking();
  const free = await holder.query('SELECT 1 FROM credit_month WHERE workspace_id = $1 FOR UPDATE NOWAIT', [
    client.workspaceId,
  ]);
  expect(free).toHaveLength(1);
  await holder.end('ROLLBACK');
  expect((await second).status).toBe('open');
});

test('a printout that waits for the chain’s lock lets its holder add to the workspace, to avoid a deadlock', async () => {
  const client = await service.newClient();
  const { id } = await review(client);
  const holder = await hold(service);
  await holder.query(lockChain, [id]);
  const printout = client.call('print_review', { id });
  await holder.untilBlocking();
  // As every row that refers to the workspace does.
  const locked = await holder.query('SELECT 1 FROM workspace WHERE id = $1 FOR KEY SHARE NOWAIT', [client.workspaceId]);
  expect(locked).toHaveLength(1);
  await holder.end('ROLLBACK');
  expect((await printout).status).toBe('waiting');
});

test('a baseline that waits for its screenshots while it is deleted holds no job, to avoid a deadlock', async () => {
  const client = await service.newClient();
  const of = { repository: 'shop/web', name: 'visual', branch: 'main' };
  const commit = 'a'.repeat(40);
  const baseline = await client.call('create_baseline', { ...of, commit, images: [await base64()] });
  const based = await review(client, { base: { ...of, commits: [{ commit }] } });
  const holder = await hold(service);
  // As an addition to the review does that shows the same image: then it queues the comparison with the baseline.
  await holder.query('SELECT 1 FROM shot WHERE review_id = $1 FOR KEY SHARE', [baseline.id]);
  const deleted = client.call('delete_baseline', { id: baseline.id });
  await holder.untilBlocking();
  const queued = await holder.query(
    `SELECT relation::regclass FROM pg_locks
     WHERE pid IN (SELECT pid FROM pg_stat_activity WHERE pg_backend_pid() = ANY (pg_blocking_pids(pid)))
       AND mode = 'RowExclusiveLock' AND relation::regclass::text LIKE 'sightline_queue.%'`,
  );
  expect(queued).toEqual([]);
  await holder.end('COMMIT');
  expect((await deleted).deleted).toBe(true);
  await expect.poll(async () => (await client.call('get_review', { id: based.id })).base?.id ?? null).toBeNull();
});

test('a next pass that waits while its parent is cancelled is refused', async () => {
  const client = await service.newClient();
  const first = await review(client);
  const holder = await hold(service);
  await holder.query(lockChain, [first.id]);
  const second = refusal(nextPass(client, first));
  await holder.untilBlocking();
  await holder.query(`UPDATE review SET status = 'cancelled' WHERE id = $1`, [first.id]);
  await holder.end('COMMIT');
  const { status, body } = await second;
  expect([status, body.error]).toEqual([422, 'invalid_state']);
  expect((await client.call('get_billing', {})).credits.left).toBe(199);
});

test('of two concurrent decisions one succeeds and the other gets a conflict', async () => {
  const client = await service.newClient();
  const made = await review(client);
  // Both are based on the undecided review.
  const outcomes = await Promise.allSettled(
    (['approved', 'changes_requested'] as const).map((outcome) => decide(made, outcome, { after_decision: 0 })),
  );
  const won = outcomes.flatMap((each) => (each.status === 'fulfilled' ? each.value : []));
  const lost = outcomes.flatMap((each) => (each.status === 'rejected' ? each.reason : []));
  expect([won.length, lost.length]).toEqual([1, 1]);
  expect(lost[0]).toMatchObject({ status: 409, body: { error: 'conflict' } });
  const now = await client.call('get_review', { id: made.id });
  expect(now.decision).toEqual(won[0]?.review.decision);
  expect(now.decision?.number).toBe(1);
});

test('a mark that waits while the review is decided is refused', async () => {
  const client = await service.newClient();
  const made = await review(client);
  const holder = await hold(service);
  await holder.query(lockChain, [made.id]);
  const late = refusal(reviewerOf(made).call('place_mark', mark()));
  await holder.untilBlocking();
  await holder.query(`UPDATE review SET status = 'approved' WHERE id = $1`, [made.id]);
  await holder.end('COMMIT');
  expect((await late).status).toBe(409);
  expect((await client.call('get_review', { id: made.id })).marks).toEqual([]);
});

test('concurrent marks get different numbers, and a repeat makes no second mark', async () => {
  const client = await service.newClient();
  const made = await review(client);
  const places = Array.from({ length: 10 }, () => mark());
  await Promise.all([...places, ...places].map((each) => reviewerOf(made).call('place_mark', each)));
  const { marks } = await client.call('get_review', { id: made.id });
  expect(marks.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
});

test('screenshots and findings added concurrently are all kept', async () => {
  const client = await service.newClient();
  const made = await review(client);
  const base64Image = await base64('#abcdef');
  await Promise.all(
    Array.from({ length: 6 }, async (_, at) => {
      await client.call('add_screenshot', { id: made.id, image: base64Image, label: `Page ${at}` });
      await client.call('add_findings', { id: made.id, findings: [{ body: 'one' }, { body: 'two' }] });
    }),
  );
  const now = await client.call('get_review', { id: made.id });
  expect(now.screenshots.map(({ index }) => index)).toEqual([0, 1, 2, 3, 4, 5, 6]);
  expect(now.findings.map(({ id }) => id)).toEqual(Array.from({ length: 12 }, (_, at) => at + 1));
});
