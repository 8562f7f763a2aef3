import type { ServerResponse } from 'node:http';
import pg from 'pg';
import { createClient } from '../../server/contract/client.ts';
import { sql } from '../api/support/sql.ts';
import { decide, review } from '../support/factories.ts';
import { freePort } from '../support/free-port.ts';
import { onPage } from '../support/on-page.ts';
import { startHttpServer } from '../support/servers.ts';
import { type Ground, prepareGround, type ServiceProcess, until } from './support/ground.ts';

/** Starts a server that leaves its first request open until `release` is called, and answers all later ones. */
async function hangOnce(answer: (response: ServerResponse) => void) {
  const reached = Promise.withResolvers<void>();
  let count = 0;
  let release = (): void => {};
  const { origin, close } = await startHttpServer((request, response) => {
    request.resume();
    count += 1;
    if (count === 1) {
      release = () => answer(response);
      reached.resolve();
    } else answer(response);
  });
  return {
    url: `${origin}/`,
    close,
    reached: reached.promise,
    requests: () => count,
    /** Answers the first request. */
    release: () => release(),
  };
}

/** Resumes a frozen process, answers its request, and waits until it has finished all its work. */
async function wake(frozen: ServiceProcess, answer: () => void): Promise<void> {
  frozen.child.kill('SIGCONT');
  answer();
  frozen.child.kill('SIGTERM');
  await frozen.ended;
}

/**
 * Freezes a process while it holds a row that another one needs. @returns the seconds until the decision of the other
 * process was accepted
 */
async function frozenInTransaction(ground: Ground): Promise<number> {
  const port = String(await freePort());
  const frozen = await ground.start({ ROLE: 'web', PORT: port });
  const { token } = await createClient({ baseUrl: ground.url }).call('create_try_token', {});
  const client = createClient({ baseUrl: ground.url, bearer: token });
  const made = await review(client);
  const at = (baseUrl: string) => onPage(baseUrl, made.review_url.split('/r/')[1] ?? '');
  const approve = { outcome: 'approved' as const, after_decision: 0 };
  // The process waits for the chain, is frozen, and is then granted the lock.
  const lock = new pg.Client({ connectionString: ground.databaseUrl });
  await lock.connect();
  await lock.query('BEGIN');
  await lock.query('SELECT 1 FROM chain WHERE id = (SELECT chain_id FROM review WHERE id = $1) FOR UPDATE', [made.id]);
  const { rows } = await lock.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  const lost = at(`http://localhost:${port}`).call('decide', approve);
  lost.catch(() => {});
  const waiting = 'SELECT 1 FROM pg_stat_activity WHERE $1 = ANY (pg_blocking_pids(pid))';
  await until(async () => (await sql(ground, waiting, [rows[0]?.pid])).length > 0, 'it waits for the chain');
  frozen.child.kill('SIGSTOP');
  const began = performance.now();
  await lock.query('COMMIT');
  await lock.end();
  const decided = async (): Promise<boolean> => {
    // A repeated decision is enough, because the answer to an earlier try may have been lost.
    await at(ground.url)
      .call('decide', approve)
      .catch(() => {});
    return (await client.call('get_review', { id: made.id })).decision !== null;
  };
  await until(decided, 'another process can decide');
  const seconds = (performance.now() - began) / 1000;
  await wake(frozen, () => {});
  await lost.catch(() => {});
  const after = await client.call('get_review', { id: made.id });
  if (after.decision?.number !== 1) throw new Error(`Decided ${after.decision?.number} times`);
  return seconds;
}

/**
 * Kills or freezes a worker in the middle of a capture and of a delivery, which another worker then finishes. A frozen
 * worker resumes afterwards, and must not spoil anything. @returns the seconds it took
 */
export async function workerFaults(signal: 'SIGKILL' | 'SIGSTOP' = 'SIGKILL'): Promise<Record<string, number>> {
  const ground = await prepareGround();
  const page = await hangOnce((response) =>
    response.setHeader('content-type', 'text/html').end('<!doctype html><title>Here</title><h1>Here</h1>'),
  );
  const receiver = await hangOnce((response) => response.end('ok'));
  const db = new pg.Client({ connectionString: ground.databaseUrl });
  const rows = async (sql: string, id: string): Promise<string> => JSON.stringify((await db.query(sql, [id])).rows);
  const spoiled: string[] = [];
  try {
    await ground.start({ ROLE: 'web' });
    await db.connect();
    const { token } = await createClient({ baseUrl: ground.url }).call('create_try_token', {});
    const client = createClient({ baseUrl: ground.url, bearer: token });
    const seconds: Record<string, number> = {};
    /** Checks that the rows are the same before and after the frozen process resumed. */
    const unspoiled = async (what: string, doomed: ServiceProcess, answer: () => void, sql: string, id: string) => {
      if (signal !== 'SIGSTOP') return;
      const before = await rows(sql, id);
      await wake(doomed, answer);
      const after = await rows(sql, id);
      if (after !== before) spoiled.push(`${what}: ${before} became ${after}`);
    };

    let doomed = await ground.start({ ROLE: 'worker' });
    const captured = await client.call('create_review', { title: 'A page', capture_url: true, page_url: page.url });
    await page.reached;
    doomed.child.kill(signal);
    let died = performance.now();
    await ground.start({ ROLE: 'worker' });
    const statusOf = async () => (await client.call('get_review', { id: captured.id })).status;
    await until(async () => (await statusOf()) === 'open', 'the capture is made');
    seconds.capture = (performance.now() - died) / 1000;
    const shots = `SELECT r.status, r.problem, s.id, s.label FROM shot_request r
                   LEFT JOIN shot s ON s.review_id = r.review_id AND s.position = r.position WHERE r.review_id = $1 ORDER BY 3`;
    await unspoiled('the capture', doomed, page.release, shots, captured.id);

    await ground.stopWorkers();
    doomed = await ground.start({ ROLE: 'worker' });
    const decided = await review(client, { webhook_url: receiver.url });
    await decide(decided, 'approved');
    await receiver.reached;
    doomed.child.kill(signal);
    died = performance.now();
    await ground.start({ ROLE: 'worker' });
    const delivered = async (): Promise<boolean> =>
      (await db.query("SELECT 1 FROM delivery WHERE review_id = $1 AND status = 'delivered'", [decided.id]))
        .rowCount === 1;
    await until(delivered, 'the decision is delivered');
    seconds.delivery = (performance.now() - died) / 1000;
    const outcome = `SELECT d.status, d.attempt_count, d.leased_until, a.number, a.http_status, a.error, w.failure_count
                     FROM delivery d LEFT JOIN delivery_attempt a ON a.delivery_id = d.id
                     LEFT JOIN webhook_state w ON w.chain_id = d.chain_id WHERE d.review_id = $1 ORDER BY a.number`;
    await unspoiled('the delivery', doomed, receiver.release, outcome, decided.id);
    if (receiver.requests() !== 2) spoiled.push(`${receiver.requests()} requests instead of 2`);

    if (signal === 'SIGSTOP') seconds['a held row'] = await frozenInTransaction(ground);
    const words = Object.entries(seconds).map(([what, each]) => `${what} ended elsewhere after ${each.toFixed(1)} s`);
    const woken = signal === 'SIGSTOP' ? `; awake again: ${spoiled.length} things spoiled` : '';
    console.log(`worker gone by ${signal}: ${words.join(', ')}${woken}`);
    if (spoiled.length > 0) throw new Error(spoiled.join('; '));
    return seconds;
  } finally {
    await db.end().catch(() => {});
    await page.close();
    await receiver.close();
    await ground.close();
  }
}
