import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import Fastify from 'fastify';
import pino from 'pino';
import { afterEach, expect, test } from 'vitest';
import { createDiskStorage } from '../../../server/adapters/storage/disk.ts';
import { addHealth } from '../../../server/api/health.ts';
import { connectReader } from '../../../server/db/client.ts';
import { timed } from '../../../server/domain/health/durations.ts';
import { createHealth } from '../../../server/domain/health/health.ts';
import { metrics, readyz, wholeAndWell } from '../../api/support/health.ts';
import { startReceiver } from '../../api/support/receiver.ts';
import { putRetriesOff, sql } from '../../api/support/sql.ts';
import { createTestDatabase } from '../../support/database.ts';
import { decide, review } from '../../support/factories.ts';
import { freePort } from '../../support/free-port.ts';
import { startProcesses } from '../../support/processes.ts';
import { startService } from '../../support/service.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const receiver = await startReceiver();
const service = await startService();
const database = await createTestDatabase();
const web = await startService({ ROLE: 'web', DATABASE_URL: database.url, OUTBOUND_ALLOW: 'webhook=127.0.0.0/8' });

test('the service is not ready while the queue is missing, and ready once it is back', async () => {
  await sql(service, 'ALTER SCHEMA sightline_queue RENAME TO elsewhere');
  try {
    // Other parts count as failed for a moment, too, when a busy machine keeps them from answering in time.
    const seen = async () => {
      const { status, body } = await readyz(service.url);
      return { status, ...body };
    };
    const parts = { ready: false, database: true, queue: false, storage: true };
    await expect.poll(seen).toMatchObject({ status: 503, ...parts });
  } finally {
    await sql(service, 'ALTER SCHEMA elsewhere RENAME TO sightline_queue');
  }
  await expect.poll(async () => (await readyz(service.url)).status).toBe(200);
});

const servers: Server[] = [];
afterEach(() => {
  for (const each of servers.splice(0)) each.close();
});

/** Returns a port on which a server accepts connections and never answers. */
async function silentPort(): Promise<number> {
  const port = await freePort();
  const sockets: { destroy(): void }[] = [];
  const server = createServer((socket) => sockets.push(socket.on('error', () => {})));
  server.on('close', () => {
    for (const socket of sockets) socket.destroy();
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return port;
}

test.each([
  ['nobody listens on', freePort],
  ['nobody answers on', silentPort],
])('a database on a port that %s is reported within the time limit, without its address', async (_, find) => {
  const address = `postgres://someone:a-password@127.0.0.1:${await find()}/a-database`;
  const reader = connectReader(address, 2, 2_000);
  const folder = await temporaryFolder('sightline-health-');
  let logged = '';
  const keep = (line: string): void => {
    logged += line;
  };
  const log = pino({ level: 'trace' }, { write: keep });
  const server = Fastify();
  addHealth(server, createHealth(reader, createDiskStorage(folder), log));
  try {
    const [answer, again, figures] = await Promise.all(
      ['/readyz', '/readyz', '/metrics'].map((url) => server.inject({ url })),
    );
    expect(answer?.statusCode).toBe(503);
    expect(answer?.json()).toEqual({
      ...{ ready: false, database: false, queue: false, storage: true, worker: false },
      ...{ oldest_pending_delivery_seconds: null, oldest_pending_capture_seconds: null },
    });
    expect(again?.body).toBe(answer?.body);
    expect(figures?.statusCode).toBe(200);
    expect(figures?.body).toContain('sightline_database_up 0\n');
    expect(figures?.body).toContain('process_resident_memory_bytes ');
    expect(figures?.body).not.toContain('sightline_pending_deliveries');
    for (const text of [answer?.body, figures?.body, logged]) {
      for (const secret of ['127.0.0.1', 'someone', 'a-password', 'a-database']) expect(text).not.toContain(secret);
    }
  } finally {
    await server.close();
    await reader.close();
  }
});

test('a storage that hangs is reported within the time limit and queried once', async () => {
  let puts = 0;
  const never = new Promise<never>(() => {});
  const storage = {
    ...createDiskStorage(tmpdir()),
    put: () => {
      puts += 1;
      return never;
    },
  };
  const reader = connectReader(service.databaseUrl, 2, 2_000);
  try {
    const health = createHealth(reader, storage, pino({ level: 'silent' }));
    let first = await health.readiness();
    const seen = async () => {
      first = await health.readiness();
      return first;
    };
    // The database counts as failed for a moment when a busy machine keeps it from answering in time.
    await expect.poll(seen).toMatchObject({ ready: false, database: true, queue: true, storage: false });
    // Until the health check has run again.
    await expect.poll(async () => (await health.readiness()) === first).toBe(false);
    expect(puts).toBe(1);
  } finally {
    await reader.close();
  }
});

test('a worker without a heartbeat for 15 s by the database’s clock does not count', async () => {
  const say = (seconds: number) =>
    sql(
      web,
      `INSERT INTO worker_heartbeat VALUES ('x', clock_timestamp() - make_interval(secs => $1))
       ON CONFLICT (id) DO UPDATE SET beat_at = EXCLUDED.beat_at`,
      [seconds],
    );
  const worker = async () => (await readyz(web.url)).body.worker;
  try {
    await say(-60);
    await expect.poll(worker).toBe(true);
    await say(16);
    await expect.poll(worker).toBe(false);
  } finally {
    await sql(web, `DELETE FROM worker_heartbeat WHERE id = 'x'`);
  }
});

test('a killed worker is noticed', async () => {
  const processes = await startProcesses(1);
  try {
    const url = processes.webs[0]?.url ?? '';
    await expect.poll(async () => (await readyz(url)).body).toMatchObject(wholeAndWell);
    const ended = once(processes.worker.child, 'exit');
    processes.worker.child.kill('SIGKILL');
    await ended;
    // As if the 15 s had passed. A worker that is still alive would write its heartbeat again.
    await sql(processes, `UPDATE worker_heartbeat SET beat_at = beat_at - interval '15 s'`);
    await expect.poll(async () => (await readyz(url)).body.worker).toBe(false);
    expect((await readyz(url)).status).toBe(200);
  } finally {
    await processes.close();
  }
});

test('the metrics contain the durations of captures, PDFs and deliveries, by outcome', async () => {
  const own = await startService({ OUTBOUND_ALLOW: 'webhook=127.0.0.0/8' });
  const name = (outcome: string, suffix = 'count') =>
    `sightline_work_duration_seconds_${suffix}{work="delivery",outcome="${outcome}"}`;
  const counted = async () => {
    const told = await metrics(own.url);
    return [told.get(name('ok')) ?? 0, told.get(name('failed')) ?? 0] as const;
  };
  try {
    await putRetriesOff(own);
    const client = await own.newClient();
    // Deliveries of other services in this process are counted too.
    const [ok, failed] = await counted();
    for (const [at, status] of [204, 204, 500].entries()) {
      receiver.answerWith(() => status);
      const seen = receiver.received.length;
      await decide(await review(client, { webhook_url: `${receiver.url}/${at}` }), 'approved');
      await expect.poll(() => receiver.received.length).toBe(seen + 1);
    }
    await expect.poll(counted).toEqual([ok + 2, failed + 1]);
    expect((await metrics(own.url)).get(name('ok', 'sum'))).toBeGreaterThan(0);

    for (const work of ['capture', 'pdf'] as const) {
      const count = `sightline_work_duration_seconds_count{work="${work}",outcome="failed"}`;
      const before = (await metrics(own.url)).get(count) ?? 0;
      await expect(timed(work, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
      expect((await metrics(own.url)).get(count)).toBe(before + 1);
    }
  } finally {
    receiver.answerWith(() => 204);
    await own.close();
  }
});
