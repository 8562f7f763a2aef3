import { expect, test } from 'vitest';
import { ErrorBody } from '../../../server/contract/error.ts';
import { recordDials } from '../../api/adapters/support/dials.ts';
import { moreTokens } from '../../api/contract/support/tokens.ts';
import { type Answer, fire, type Shot } from '../../api/contract/support/volley.ts';
import { forgetLimits, sql } from '../../api/support/sql.ts';
import { hostileAddresses } from '../../security/support/addresses.ts';
import { setTraps } from '../../security/support/traps.ts';
import { base64 } from '../../support/factories.ts';
import { startService } from '../../support/service.ts';

const traps = await setTraps();
const service = await startService({
  CREDITS_PER_MONTH: 'unlimited',
  LOG_LEVEL: 'warn',
  CAPTURE_CONCURRENCY: '4',
  TRUST_PROXY: 'loopback',
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

/**
 * Submits every address in one of the fields, in turn, because they share the guard. Each answer must be a clear 422,
 * or a review, whose id is kept.
 */
async function submit(urls: readonly string[]) {
  const client = await service.newClient();
  const tokens = [client.token, ...(await moreTokens(service, client.workspaceId, 15))];
  const made: { id: string; what: string }[] = [];
  const fields = Object.entries(places);
  const shots = urls.flatMap((url, at): Shot[] => {
    const [name, place] = fields[at % fields.length] ?? [];
    if (place === undefined) return [];
    const body = Buffer.from(JSON.stringify({ title: 'Hostile', ...place(url) }));
    const headers = { authorization: `Bearer ${tokens[at % tokens.length]}`, 'content-type': 'application/json' };
    return [{ what: `${name} ${url}`, method: 'POST', path: '/api/reviews', headers, body }];
  });
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

test('no submitted address is dialled', async () => {
  const addresses = hostileAddresses(traps.port);
  const { dials, stop } = recordDials();
  const { made, volley } = await submit(addresses.map(({ url }) => url));
  const outcomes = await ended(made);
  stop();
  const elsewhere = dials.filter((dial) => dial.endsWith(` ${traps.port}`) || !dial.startsWith('127.0.0.1 '));
  console.log(
    `${addresses.length} addresses in ${Object.keys(places).length} places: ${volley.sent} requests → ${JSON.stringify(volley.statuses)}, ${outcomes.length} reviews ended with words; ${elsewhere.length} dials, ${traps.came.length} connections seen`,
  );
  expect(volley.faults.slice(0, 5)).toEqual([]);
  // A review with an image of its own opens. Its webhook is checked again when it is sent.
  for (const { what, status, problem } of outcomes) {
    expect(what.startsWith('webhook_url') ? status : `${status}: ${problem}`, what).toMatch(/^open$|^failed: .{20,}/);
  }
  expect(elsewhere).toEqual([]);
  expect(traps.came).toEqual([]);
});
