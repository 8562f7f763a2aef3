import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '../../server/adapters/embedded-postgres/index.ts';
import type { Client } from '../../server/contract/client.ts';
import type { Review } from '../../server/contract/review.ts';
import { gate, type Receiver, startReceiver } from '../faces/support/receiver.ts';
import { sql } from '../faces/support/sql.ts';
import { decide, nextPass, review } from '../support/factories.ts';
import { startService, type TestService } from '../support/service.ts';
import { until } from './support/ground.ts';

interface Place {
  databaseUrl: string;
  web: TestService;
  client: Client;
  receiver: Receiver;
}

const HOUR_MS = 3_600_000;
/** Fewer than the limit of creates in a minute. */
const AT_ONCE = 20;
const allow = { OUTBOUND_ALLOW: 'webhook=127.0.0.0/8' };

function must(holds: boolean, what: string): void {
  if (!holds) throw new Error(`Not so: ${what}`);
}

const startWorker = (place: Place, offsetMs = 0): Promise<TestService> =>
  startService({ ...allow, ROLE: 'worker', DATABASE_URL: place.databaseUrl }, () => new Date(Date.now() + offsetMs));

const newest = async ({ client }: Place, of: Review) =>
  (await client.call('list_deliveries', { id: of.id })).deliveries[0];

/** Many passes of one chain wait for workers that all begin at once; the receiver fails every time. */
async function pauseRace(place: Place, workers: number, passes: number): Promise<string> {
  const { client, receiver } = place;
  receiver.answerWith(() => 500);
  let last = await review(client, { webhook_url: `${receiver.url}/race` });
  await decide(last, 'approved');
  for (let pass = 1; pass < passes; pass += 1) {
    if (pass % 25 === 0) await sql(place, 'DELETE FROM rate_window');
    last = await nextPass(client, last);
    await decide(last, 'approved');
  }
  const seen = () => receiver.received.filter(({ path }) => path === '/race');
  const started = await Promise.all(Array.from({ length: workers }, () => startWorker(place)));
  try {
    const state = async () => (await client.call('get_review', { id: last.id })).webhook;
    await until(async () => (await state())?.paused === true, 'the fifth failure pauses');
    const sending = 'SELECT 1 FROM delivery WHERE leased_until > clock_timestamp()';
    await until(async () => (await sql(place, sending)).length === 0, 'nothing is under way');
    must(seen().length === 5, `5 attempts, not ${seen().length}`);
    must((await state())?.failure_count === 5, 'five failures are counted');
    must((await newest(place, last))?.status === 'held', 'the newest is held');
    receiver.answerWith(() => 204);
    await client.call('resume_webhook', { id: last.id });
    await until(async () => (await newest(place, last))?.status === 'delivered', 'the newest is delivered');
    must(seen().length === 6 && seen()[5]?.headers['x-service-review'] === last.id, 'only the newest is sent');
    const { delivery } = await client.call('redeliver', { id: last.id });
    await until(async () => seen().length === 7, 'it is sent again');
    must(seen()[6]?.headers['x-service-delivery'] === delivery.id, 'the id stays');
  } finally {
    await Promise.all(started.map((worker) => worker.close()));
  }
  return `${workers} workers, ${passes} pending: 5 attempts, then paused; resumed: 1, the newest`;
}

/** A worker an hour off plans the retry by the database's clock. */
async function clocks(place: Place, offsetMs: number): Promise<string> {
  const { client, receiver } = place;
  receiver.answerWith(() => 500);
  const worker = await startWorker(place, offsetMs);
  try {
    const made = await review(client, { webhook_url: receiver.url });
    await decide(made, 'approved');
    await until(async () => (await newest(place, made))?.attempts.length === 1, 'an attempt is made');
    const [row] = await sql<{ left: number }>(
      place,
      `SELECT extract(epoch FROM next_attempt_at - (at + duration_ms * interval '1 ms'))::float8 AS left
       FROM delivery JOIN delivery_attempt ON delivery_id = id WHERE delivery.review_id = $1`,
      [made.id],
    );
    must(Math.abs((row?.left ?? 0) - 10) < 1, `a retry after 10 s, not ${row?.left}`);
    return `clock ${offsetMs > 0 ? '+' : '-'}1 h: the retry comes after ${row?.left.toFixed(3)} s`;
  } finally {
    await worker.close();
  }
}

/** One address hangs; all others are served while it does. */
async function hanging(place: Place, deliveries: number, addresses: number): Promise<string> {
  const { client, receiver } = place;
  const end = gate();
  receiver.answerWith(async ({ path }) => {
    if (path === '/to/0') await end.opened;
    return 204;
  });
  // Some at a time: one after the other takes a minute for every thousand or two.
  for (let made = 0; made < deliveries; made += AT_ONCE) {
    await sql(place, 'DELETE FROM rate_window');
    const some = Array.from({ length: Math.min(AT_ONCE, deliveries - made) }, async (_, at) =>
      decide(await review(client, { webhook_url: `${receiver.url}/to/${(made + at) % addresses}` }), 'approved'),
    );
    await Promise.all(some);
  }
  const worker = await startWorker(place);
  try {
    const others = () => receiver.received.filter(({ path }) => /^\/to\/[1-9]/.test(path)).length;
    const wanted = deliveries - Math.ceil(deliveries / addresses);
    await until(async () => others() === wanted, 'all others are served');
    end.open();
    return `${deliveries} pending, 1 of ${addresses} addresses hangs: ${wanted} of ${wanted} others delivered`;
  } finally {
    end.open();
    await worker.close();
  }
}

/** What arrives whatever happens, one line of counts each. `full`: as many as the design says. */
export async function deliverFaults(full: boolean): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'sightline-deliver-'));
  await chmod(folder, 0o755);
  const postgres = await startEmbeddedPostgres({ folder: join(folder, 'database') });
  const databaseUrl = postgres.url;
  const web = await startService({ ...allow, ROLE: 'web', DATABASE_URL: databaseUrl, CREDITS_PER_MONTH: 'unlimited' });
  const receiver = await startReceiver();
  try {
    const place = { databaseUrl, web, client: await web.newClient(), receiver };
    return [
      await pauseRace(place, 8, full ? 40 : 12),
      await clocks(place, HOUR_MS),
      await clocks(place, -HOUR_MS),
      await hanging(place, full ? 10_000 : 120, full ? 50 : 12),
    ];
  } finally {
    await receiver.close();
    await web.close();
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
}
