import { writeFile } from 'node:fs/promises';
import { createClient, ServiceError } from '../../server/contract/client.ts';
import { startReceiver } from '../api/support/receiver.ts';
import { forgetLimits, sql } from '../api/support/sql.ts';
import { base64, decide, review } from '../support/factories.ts';
import { freePort } from '../support/free-port.ts';
import { onPage } from '../support/on-page.ts';
import { startHttpServer } from '../support/servers.ts';
import { prepareGround, until } from './support/ground.ts';

const HOUR_MS = 3_600_000;

/** Returns a script that shifts the process’s clock by `ms`, as on a machine whose clock is off. */
const shift = (ms: number): string => `
  const Real = Date;
  globalThis.Date = class Date extends Real {
    constructor(...of) { if (of.length === 0) super(Real.now() + ${ms}); else super(...of); }
    static now() { return Real.now() + ${ms}; }
  };`;

const statusOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    (error: unknown) => {
      if (!(error instanceof ServiceError)) throw error;
      return `${error.status} ${error.body.error}`;
    },
  );

/**
 * Runs one replica and one worker on machines whose clocks are `offsetMs` off, beside a replica whose clock is right,
 * and checks that everything expires for both at once. @returns a line of results, and what was wrong
 */
export async function clockFaults(offsetMs: number): Promise<{ line: string; wrong: string[] }> {
  const ground = await prepareGround();
  const receiver = await startReceiver();
  const wrong: string[] = [];
  let checks = 0;
  const check = (what: string, found: unknown, wanted: unknown): void => {
    checks += 1;
    if (JSON.stringify(found) !== JSON.stringify(wanted)) wrong.push(`${what}: ${found} instead of ${wanted}`);
  };
  const near = (what: string, found: number, wanted: number, room: number): void => {
    checks += 1;
    if (!(Math.abs(found - wanted) <= room)) wrong.push(`${what}: ${found} instead of ${wanted}`);
  };
  try {
    const module = `${ground.dataDir}-clock.mjs`;
    await writeFile(module, shift(offsetMs), { mode: 0o644 });
    const port = String(await freePort());
    const off = { NODE_OPTIONS: `--import file://${module}` };
    await ground.start({ ROLE: 'web' });
    await ground.start({ ROLE: 'web', PORT: port, ...off });
    const [rightUrl, wrongUrl] = [ground.url, `http://localhost:${port}`];
    const from = await createClient({ baseUrl: wrongUrl }).call('create_try_token', {});
    const right = createClient({ baseUrl: rightUrl, bearer: from.token });
    const there = createClient({ baseUrl: wrongUrl, bearer: from.token });
    const seconds = async (text: string, values: unknown[] = []): Promise<number> => {
      const [row] = await sql<{ s: number }>(ground, `SELECT extract(epoch FROM ${text})::float8 AS s`, values);
      return row?.s ?? Number.NaN;
    };
    // What the replica with the wrong clock writes.
    near('days of a token', (await seconds('$1::timestamptz - now()', [from.token_expires_at])) / 86_400, 90, 0.001);
    const before = await seconds('clock_timestamp()');
    const made = await review(there);
    const createdAt = await seconds('$1::timestamptz', [made.created_at]);
    // A second of tolerance for rounding.
    check('a review is of now', createdAt >= before - 1 && createdAt <= (await seconds('clock_timestamp()')) + 1, true);
    near('days of a review', (await seconds('$1::timestamptz - now()', [made.expires_at])) / 86_400, 30, 0.001);

    // What expires in half an hour is still valid, and what expired half an hour ago is not.
    for (const [minutes, decided, status, token] of [
      [30, 'done', 'open', 'done'],
      [-30, '409 conflict', 'expired', '401 unauthenticated'],
    ] as const) {
      const until = `now() + interval '${minutes} minutes'`;
      for (const [baseUrl, client] of [
        [rightUrl, right],
        [wrongUrl, there],
      ] as const) {
        const each = await review(right);
        await sql(ground, `UPDATE review SET expires_at = ${until} WHERE id = $1`, [each.id]);
        check(`status at ${minutes} min`, (await client.call('get_review', { id: each.id })).status, status);
        const reviewer = onPage(baseUrl, each.review_url.split('/r/')[1] ?? '');
        const answer = await statusOf(reviewer.call('decide', { outcome: 'approved', after_decision: 0 }));
        check(`deciding at ${minutes} min`, answer, decided);
        const own = await createClient({ baseUrl: rightUrl }).call('create_try_token', {});
        await sql(ground, `UPDATE access_token SET expires_at = ${until} WHERE workspace_id = $1`, [own.workspace_id]);
        const asked = createClient({ baseUrl, bearer: own.token }).call('list_reviews', {});
        check(`a token at ${minutes} min`, await statusOf(asked), token);
      }
    }

    // A key is valid for exactly 24 hours.
    for (const [hours, same] of [
      [23.5, true],
      [24.5, false],
    ] as const) {
      const idempotencyKey = `a key of ${hours} hours`;
      const input = { title: 'Once', images: [await base64()] };
      const first = await right.call('create_review', input, { idempotencyKey });
      const at = `now() - interval '${hours} hours'`;
      await sql(ground, `UPDATE idempotency_key SET created_at = ${at} WHERE review_id = $1`, [first.id]);
      const again = await there.call('create_review', input, { idempotencyKey });
      check(`the same key after ${hours} h`, again.id === first.id, same);
    }

    // Both replicas share one window of a limit.
    const attempts = async (client: typeof right): Promise<string[]> => {
      const answers = Array.from({ length: 70 }, () => statusOf(client.call('second_opinion', { id: 'none' })));
      return (await Promise.all(answers)).filter((answer) => answer.startsWith('429'));
    };
    const minute = () => seconds("date_trunc('minute', clock_timestamp())");
    let allowed: number;
    for (;;) {
      await forgetLimits(ground);
      const began = await minute();
      allowed = 140 - (await attempts(right)).length - (await attempts(there)).length;
      // Windows are whole minutes, so requests in two of them may exceed the limit.
      if ((await minute()) === began) break;
    }
    check('uses of a limit of 30', allowed, 30);

    // There is no worker yet: checks the age of the oldest pending work.
    receiver.answerWith(() => 500);
    const told = await review(right, { webhook_url: receiver.url });
    await decide(told, 'approved');
    let oldest: { name: string | undefined; value: number }[] = [];
    // The metrics leave out figures that the database does not return in time.
    await until(async () => {
      const metrics = await (await fetch(`${wrongUrl}/metrics`)).text();
      const lines = metrics.matchAll(/^(\w*oldest\w*)(?:\{[^}]*\})? ([\d.e+-]+)$/gm);
      oldest = [...lines].map(([, name, value]) => ({ name, value: Number(value) }));
      return oldest.length > 0;
    }, 'the metrics of what is oldest');
    for (const { name, value } of oldest) near(`${name}`, value, 0, 120);

    // A lease lasts 20 s, and nobody else takes a leased delivery; a retry comes 10 s after the failure.
    let asked = 0;
    const hanging = await startHttpServer((request) => {
      request.resume();
      asked += 1;
    });
    await ground.start({ ROLE: 'worker', ...off });
    const leased = await review(there, { webhook_url: `${hanging.origin}/` });
    const decidedAt = await seconds('clock_timestamp()');
    await decide(leased, 'approved');
    await until(async () => asked > 0, 'an attempt is under way');
    let leasedUntil = Number.NaN;
    const own = '(SELECT leased_until FROM delivery WHERE review_id = $1)';
    await until(async () => {
      leasedUntil = (await seconds(own, [leased.id])) ?? Number.NaN;
      return leasedUntil > 0;
    }, 'an attempt has its lease');
    const latest = (await seconds('clock_timestamp()')) + 20;
    check('a lease is of 20 s', leasedUntil >= decidedAt + 20 && leasedUntil <= latest, true);
    const next = async () => (await right.call('list_deliveries', { id: told.id })).deliveries[0]?.attempts.length;
    await until(async () => ((await next()) ?? 0) >= 1, 'the other is attempted');
    const delay = await seconds(
      `(SELECT next_attempt_at - (at + duration_ms * interval '1 ms') FROM delivery
        JOIN delivery_attempt ON delivery_id = id WHERE delivery.review_id = $1 AND number = 1)`,
      [told.id],
    );
    near('seconds until the retry', delay, 10, 1);
    await ground.start({ ROLE: 'worker' });
    // On a busy machine the other process began long ago: attempts end at their deadline and are repeated.
    const begun = asked;
    const count = 'SELECT attempt_count AS ended FROM delivery WHERE review_id = $1';
    const [attempted] = await sql<{ ended: number }>(ground, count, [leased.id]);
    check('attempts at what is leased', begun <= (attempted?.ended ?? 0) + 1, true);
    await hanging.close();
    const line =
      `clock ${offsetMs > 0 ? '+' : '-'}${Math.abs(offsetMs) / HOUR_MS} h: ${checks} checks of retries (after ` +
      `${delay.toFixed(2)} s), leases, expiry, tokens, keys, limits (${allowed} of 140 ` +
      `allowed) and metrics, ${wrong.length} wrong`;
    console.log(line);
    return { line, wrong };
  } finally {
    await receiver.close();
    await ground.close();
  }
}
