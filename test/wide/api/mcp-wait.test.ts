import { once } from 'node:events';
import { afterAll, expect, test } from 'vitest';
import { createClient } from '../../../server/contract/client.ts';
import type { Review } from '../../../server/contract/review.ts';
import { sql } from '../../api/support/sql.ts';
import { outcomeOf, startWaitingProcess, waitFor } from '../../api/support/waiting-agents.ts';
import { stillClock } from '../../support/clock.ts';
import { decide, review } from '../../support/factories.ts';
import { startProcesses } from '../../support/processes.ts';
import { startService } from '../../support/service.ts';

const clock = stillClock();
/** Starts slowly, so it starts while the other tests run. */
const starting = startProcesses(1);
starting.catch(() => {});
/** The service that receives the decisions. */
const deciding = await startService();
const waiting = await startWaitingProcess(deciding, clock.now);
const client = await deciding.newClient();
const agent = { url: waiting.url, token: client.token };
afterAll(async () => {
  await (await starting.catch(() => null))?.close();
});

test('a wait ends when its review expires', async () => {
  const made = await review(client);
  const expiresAt = Date.parse(made.expires_at);
  clock.moveTo(expiresAt - 100);
  try {
    const waited = waitFor(agent, made.id);
    await expect.poll(waiting.listening).toBe(1);
    clock.moveTo(expiresAt);
    expect(outcomeOf(await waited)).toMatchObject({
      status: 'expired',
      waiting: false,
      next_action: { action: 'expired' },
    });
  } finally {
    clock.aheadMs = 0;
  }
});

test('a wait gets its decision although the database connection was lost meanwhile', async () => {
  const made = await review(client);
  const waited = waitFor(agent, made.id);
  await expect.poll(waiting.listening).toBe(1);
  const cut =
    "SELECT count(pg_terminate_backend(pid))::int AS n FROM pg_stat_activity WHERE application_name = 'sightline-signals' AND datname = current_database()";
  await sql(deciding, cut);
  await decide(made, 'approved');
  expect(outcomeOf(await waited)).toMatchObject({ status: 'approved', waiting: false });
});

test('200 concurrent waits in one process all get their own decision', async () => {
  const clients = await Promise.all(Array.from({ length: 4 }, () => deciding.newClient()));
  const reviews = await Promise.all(clients.map((each) => review(each)));
  const waits = reviews.flatMap(({ id }, at) =>
    Array.from({ length: 50 }, () => waitFor({ url: waiting.url, token: clients[at]?.token ?? '' }, id)),
  );
  await expect.poll(waiting.listening).toBe(200);
  await Promise.all(reviews.map((each, at) => decide(each, at % 2 === 0 ? 'approved' : 'changes_requested')));
  const outcomes = (await Promise.all(waits)).map(outcomeOf);
  const heard = outcomes.map((each) => [each?.id, each?.status]);
  const expected = reviews.flatMap(({ id }, at) =>
    Array(50).fill([id, at % 2 === 0 ? 'approved' : 'changes_requested']),
  );
  expect(heard).toEqual(expected);
  expect(waiting.listening()).toBe(0);
  console.log(
    `${waits.length} waiters: ${outcomes.filter((each) => each?.waiting === false).length} heard their decision`,
  );
});

test('a stopping process answers all waits, then exits', async () => {
  const processes = await starting;
  const [web] = processes.webs;
  const url = web?.url ?? '';
  const tokens = await Promise.all(
    Array.from({ length: 2 }, async () => (await createClient({ baseUrl: url }).call('create_try_token', {})).token),
  );
  const made: Review[] = await Promise.all(tokens.map((bearer) => review(createClient({ baseUrl: url, bearer }))));
  const counted = async (): Promise<number> => {
    const [row] = await sql<{ n: number }>(processes, 'SELECT sum(n)::int AS n FROM rate_window, unnest(uses) n');
    return row?.n ?? 0;
  };
  const before = await counted();
  const waits = made.flatMap(({ id }, at) =>
    Array.from({ length: 100 }, () => waitFor({ url, token: tokens[at] ?? '' }, id)),
  );
  // Each wait has passed its rate limit, so none is still arriving.
  await expect.poll(counted).toBe(before + 200);
  const ended = web === undefined ? null : once(web.child, 'exit');
  web?.child.kill('SIGTERM');
  const outcomes = (await Promise.all(waits)).map(outcomeOf);
  expect(outcomes.map((each) => each?.waiting)).toEqual(Array(200).fill(true));
  expect((await ended)?.[0]).toBe(0);
});
