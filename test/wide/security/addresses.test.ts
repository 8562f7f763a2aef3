import { hostname } from 'node:os';
import { expect, test } from 'vitest';
import { ErrorBody } from '../../../server/contract/error.ts';
import { recordDials } from '../../api/adapters/support/dials.ts';
import { moreTokens } from '../../api/contract/support/tokens.ts';
import { type Answer, fire, type Shot } from '../../api/contract/support/volley.ts';
import { newPerson } from '../../api/oauth/support/connect-screen.ts';
import { forgetLimits, sql } from '../../api/support/sql.ts';
import { hostileAddresses } from '../../security/support/addresses.ts';
import { startRedirector } from '../../security/support/redirector.ts';
import { setTraps } from '../../security/support/traps.ts';
import { base64, decide, mark, review, reviewerOf } from '../../support/factories.ts';
import { startService } from '../../support/service.ts';

const traps = await setTraps();
const redirector = await startRedirector();
const service = await startService({
  CREDITS_PER_MONTH: 'unlimited',
  LOG_LEVEL: 'warn',
  CAPTURE_CONCURRENCY: '4',
  TRUST_PROXY: 'loopback',
  OUTBOUND_ALLOW: `fetch=127.0.0.1/32:${redirector.port}, capture=127.0.0.1/32:${redirector.port}`,
});
const image = await base64();

/** The fields of a request in which an address can stand. */
const places: Record<string, (url: string) => object> = {
  webhook_url: (url) => ({ images: [image], webhook_url: url }),
  'images[]': (url) => ({ images: [url] }),
  'images[].image': (url) => ({ images: [{ image: url }] }),
  page_url: (url) => ({ capture_url: true, page_url: url }),
  pdf: (url) => ({ pdf: url }),
};

/** Submits every address in every field. Each answer must be a clear 422, or a review, whose id is kept. */
async function submit(urls: readonly string[], names: readonly string[]) {
  const client = await service.newClient();
  const tokens = [client.token, ...(await moreTokens(service, client.workspaceId, 15))];
  const made: { id: string; what: string }[] = [];
  const shots = urls.flatMap((url) =>
    names.map((name, at): Shot => {
      const body = Buffer.from(JSON.stringify({ title: 'Hostile', ...places[name]?.(url) }));
      const token = tokens[(urls.indexOf(url) + at) % tokens.length];
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
      return { what: `${name} ${url}`, method: 'POST', path: '/api/reviews', headers, body };
    }),
  );
  const judge = ({ status, text }: Answer, { what }: Shot): string | null => {
    if (status === 201) {
      made.push({ id: JSON.parse(text).id, what });
      return null;
    }
    if (status !== 422) return `answered ${status} ${text.slice(0, 200)}`;
    const error = ErrorBody.safeParse(JSON.parse(text));
    return error.success && error.data.message.length > 10 ? null : `refused in other words: ${text.slice(0, 200)}`;
  };
  const between = async (sent: number) => {
    if (sent % 100 === 0) await forgetLimits(service);
  };
  return { made, volley: await fire(service.url, shots, judge, between) };
}

/** Returns the status of reviews and why screenshots are missing, once none of them is being made any more. */
async function ended(made: readonly { id: string; what: string }[]) {
  const rows = () =>
    sql<{ id: string; status: string; problem: string | null }>(
      service,
      `SELECT r.id, r.status, (SELECT problem FROM shot_request WHERE review_id = r.id LIMIT 1) AS problem
       FROM review r WHERE r.id = ANY($1)`,
      [made.map(({ id }) => id)],
    );
  await expect.poll(async () => (await rows()).filter(({ status }) => status === 'preparing').length).toBe(0);
  const found = new Map((await rows()).map((row) => [row.id, row]));
  return made.map(({ id, what }) => ({ what, status: found.get(id)?.status, problem: found.get(id)?.problem }));
}

const names = Object.keys(places);
/** Fields whose address is fetched at once, not after a decision. */
const fetched = names.filter((name) => name !== 'webhook_url');

/** Connections to targets that only a hostile address could have caused. */
function watch() {
  const { dials, stop } = recordDials();
  const elsewhere = () => dials.filter((dial) => dial.endsWith(` ${traps.port}`) || !dial.startsWith('127.0.0.1 '));
  return { elsewhere, stop };
}

test('no submitted address is dialled', async () => {
  const addresses = hostileAddresses(traps.port);
  const { elsewhere, stop } = watch();
  const { made, volley } = await submit(
    addresses.map(({ url }) => url),
    names,
  );
  const outcomes = await ended(made);
  stop();
  console.log(
    `${addresses.length} addresses × ${names.length} places: ${volley.sent} requests → ${JSON.stringify(volley.statuses)}, ${outcomes.length} reviews ended with words; ${elsewhere().length} dials, ${traps.came.length} connections seen`,
  );
  expect(volley.faults.slice(0, 5)).toEqual([]);
  // A review with an image of its own opens. Its webhook is checked again when it is sent.
  for (const { what, status, problem } of outcomes) {
    expect(what.startsWith('webhook_url') ? status : `${status}: ${problem}`, what).toMatch(/^open$|^failed: .{20,}/);
  }
  expect(elsewhere()).toEqual([]);
  expect(traps.came).toEqual([]);
});

test('no address of a redirect is dialled, and no name of this machine', async () => {
  const { elsewhere, stop } = watch();
  const targets = hostileAddresses(traps.port).filter((_, at) => at % 150 === 0);
  const urls = targets.map(({ url }) => `${redirector.origin}/?to=${encodeURIComponent(url)}`);
  const name = `https://${hostname()}:${traps.port}/`;
  const { made, volley } = await submit([...urls, name], fetched);
  const outcomes = await ended(made);
  const client = await service.newClient();
  const decided = await review(client, { webhook_url: name });
  await decide(decided, 'approved');
  const failures = () =>
    sql<{ error: string }>(
      service,
      'SELECT a.error FROM delivery_attempt a JOIN delivery d ON d.id = a.delivery_id WHERE d.review_id = $1',
      [decided.id],
    );
  await expect.poll(async () => (await failures()).length).toBeGreaterThan(0);
  stop();
  console.log(
    `${urls.length} redirects and a name × ${fetched.length} places: ${outcomes.length} reviews ended with words; ${elsewhere().length} dials, ${traps.came.length} connections seen`,
  );
  expect(volley.faults).toEqual([]);
  expect(outcomes.length).toBe((urls.length + 1) * fetched.length);
  for (const { what, status, problem } of outcomes) expect(`${status}: ${problem}`, what).toMatch(/^failed: .{20,}/);
  for (const { error } of await failures()) expect(error).toMatch(/not a public address|has no address/);
  expect(elsewhere()).toEqual([]);
  expect(traps.came).toEqual([]);
});

test('no address of an after-image is dialled', async () => {
  const MARKS = 50;
  const { elsewhere, stop } = watch();
  const client = await service.newClient();
  const made = await review(client);
  const reviewer = reviewerOf(made);
  for (let at = 0; at < MARKS; at += 1) {
    if (at % 20 === 0) await forgetLimits(service);
    await reviewer.call('place_mark', mark());
  }
  await decide(made, 'changes_requested');
  const redirected = hostileAddresses(traps.port)
    .filter((_, at) => at % 40 === 0)
    .map(({ url }) => `${redirector.origin}/?to=${encodeURIComponent(url)}`);
  const all = [...hostileAddresses(traps.port).map(({ url }) => url), ...redirected];
  const total = all.length;
  // A text that no database stores is refused together with everything beside it.
  const unstorable = all.filter((url) => url.includes('\0'));
  const queue = all.filter((url) => !url.includes('\0'));
  for (const after_image of unstorable) {
    const report = client.call('resolve_marks', { id: made.id, marks: [{ id: 1, status: 'resolved', after_image }] });
    await expect(report).rejects.toMatchObject({ status: 422 });
  }
  const waiting = () =>
    sql(
      service,
      'SELECT 1 FROM mark WHERE after_image IS NOT NULL AND after_image_capability IS NULL AND after_image_problem IS NULL',
    );
  const problems = new Set<string>();
  let skipped = unstorable.length;
  let requests = 0;
  while (queue.length > 0) {
    const marks = queue.splice(0, 200).map((after_image, at) => ({
      id: (at % MARKS) + 1,
      status: 'resolved' as const,
      after_image,
      note: `fixed ${requests}`,
    }));
    await forgetLimits(service);
    const outcome = await client.call('resolve_marks', { id: made.id, marks }).catch((error) => error.body);
    requests += 1;
    expect(outcome, JSON.stringify(outcome)).toHaveProperty('skipped');
    skipped += outcome.skipped.length;
    expect(outcome.skipped.every(({ reason }: { reason: string }) => reason === 'invalid_after_image')).toBe(true);
    await expect.poll(async () => (await waiting()).length).toBe(0);
    const rows = await sql<{ problem: string | null; key: string | null }>(
      service,
      'SELECT after_image_problem AS problem, after_image_capability AS key FROM mark WHERE after_image IS NOT NULL',
    );
    for (const { problem, key } of rows) {
      expect(key).toBeNull();
      problems.add(problem ?? 'none');
    }
  }
  stop();
  console.log(
    `${total} addresses as after_image in ${requests} requests: ${skipped} refused by form, ${total - skipped} given up with words; ${elsewhere().length} dials, ${traps.came.length} connections seen`,
  );
  expect([...problems].filter((words) => words.length < 20)).toEqual([]);
  expect(elsewhere()).toEqual([]);
  expect(traps.came).toEqual([]);
});

test('no address that a client uses as its id is dialled', async () => {
  const named = hostileAddresses(traps.port).map(({ url }) => url);
  // Also those that only resemble the address of a document: with a path, and in their standard spelling.
  const spelt = named.flatMap((url) => {
    const read = URL.canParse(url) ? new URL(url) : null;
    return read === null ? [] : [read.href, `https://${read.host}/client.json`];
  });
  const urls = [...new Set([...named, ...spelt, `https://${hostname()}:${traps.port}/client.json`])];
  const { elsewhere, stop } = watch();
  const statuses: Record<number, number> = {};
  const outcomes = { form: 0, guard: 0, unknown: 0 };
  const queue = urls.values();
  let sent = 0;
  async function work(): Promise<void> {
    for (const client_id of queue) {
      sent += 1;
      const asked = { response_type: 'code', client_id, redirect_uri: 'https://example.com/callback' };
      const response = await fetch(`${service.url}/oauth/authorize?${new URLSearchParams(asked)}`, {
        redirect: 'manual',
        headers: newPerson(),
      });
      const page = await response.text();
      statuses[response.status] = (statuses[response.status] ?? 0) + 1;
      if (/could not be read/.test(page)) outcomes.guard += 1;
      else if (/one normal form/.test(page)) outcomes.form += 1;
      else outcomes.unknown += 1;
      expect(response.status, client_id).toBeGreaterThanOrEqual(400);
      expect(response.headers.get('location'), client_id).toBeNull();
      expect(page, client_id).not.toContain('name="consent"');
    }
  }
  await Promise.all(Array.from({ length: 8 }, work));
  stop();
  const kept = await sql(service, 'SELECT id FROM oauth_client');
  console.log(
    `${urls.length} addresses as client_id → ${JSON.stringify(statuses)}, ${JSON.stringify(outcomes)}; ${elsewhere().length} dials, ${traps.came.length} connections seen`,
  );
  expect(sent).toBeGreaterThan(1000);
  expect(outcomes.guard).toBeGreaterThan(300);
  expect(statuses[429]).toBeUndefined();
  expect(kept).toEqual([]);
  expect(elsewhere()).toEqual([]);
  expect(traps.came).toEqual([]);
});
