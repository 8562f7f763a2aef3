import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import type { Review } from '../../../../server/contract/review.ts';
import { startReceiver } from '../../../api/support/receiver.ts';
import { documentedVerifiers, type Verifier } from '../../../api/webhooks/support/documented-verifiers.ts';
import { malformedSignatures } from '../../../api/webhooks/support/malformed.ts';
import { rfc4231 } from '../../../api/webhooks/support/rfc-4231.ts';
import { decide, mark, nextPass, review, reviewerOf } from '../../../support/factories.ts';
import { startService } from '../../../support/service.ts';

interface Delivered {
  what: string;
  body: Buffer;
  header: string;
  secret: string;
  of: Review;
}

const deliveries: Delivered[] = [];
const secretOf = (link: string) => link.split('/').at(-1) ?? '';

/** Real decisions, as they were received. */
const extracted = documentedVerifiers();
const service = await startService({ OUTBOUND_ALLOW: 'webhook=127.0.0.0/8' });
const receiver = await startReceiver();
const client = await service.newClient();
const webhook_url = `${receiver.url}/hook`;
const keep = async (what: string, of: Review): Promise<void> => {
  const mine = () => receiver.received.filter(({ headers }) => headers['x-service-review'] === of.id);
  await vi.waitFor(() => expect(mine()).toHaveLength(1), 240_000);
  const [request] = mine();
  const header = request?.headers['x-service-signature'];
  if (request === undefined || typeof header !== 'string') throw new Error('A delivery came unsigned');
  deliveries.push({ what, body: request.body, header, secret: secretOf(of.review_url), of });
};
const approved = await review(client, { webhook_url });
await decide(approved, 'approved');
await keep('approved', approved);
const words = 'Größer ✓ 👩‍🚀 \u2028 "quoted" \\ </script> $(true) `id` %s\r\n\ttab';
const rejected = await review(client, { webhook_url, title: words.slice(0, 40), context: words });
for (let at = 0; at < 20; at += 1) await reviewerOf(rejected).call('place_mark', mark({ body: `${at} ${words}` }));
await decide(rejected, 'changes_requested', { note: words, name: 'Åsa' });
await keep('changes requested, with twenty marks', rejected);
const later = await nextPass(client, rejected);
await decide(later, 'changes_requested');
await keep('a later pass that inherited its webhook', later);
afterAll(() => extracted.close());

/** Returns bodies that differ from the signed one, some with equivalent JSON. */
function tampered(body: Buffer): { what: string; body: Buffer }[] {
  const text = body.toString();
  const parsed: unknown = JSON.parse(text);
  const flip = (at: number) => {
    const changed = Buffer.from(body);
    changed[at] = (changed[at] ?? 0) ^ 1;
    return changed;
  };
  return [
    { what: 'the first byte', body: flip(0) },
    { what: 'a byte in the middle', body: flip(body.length >> 1) },
    { what: 'the last byte', body: flip(body.length - 1) },
    { what: 'a newline behind', body: Buffer.concat([body, Buffer.from('\n')]) },
    { what: 'a NUL behind', body: Buffer.concat([body, Buffer.from([0])]) },
    { what: 'a byte order mark before', body: Buffer.concat([Buffer.from('\ufeff'), body]) },
    { what: 'the last byte missing', body: body.subarray(0, -1) },
    { what: 'nothing', body: Buffer.alloc(0) },
    { what: 'indented', body: Buffer.from(JSON.stringify(parsed, null, 2)) },
    { what: 'its keys in another order', body: Buffer.from(JSON.stringify(reordered(parsed))) },
    { what: 'its slashes escaped', body: Buffer.from(text.replaceAll('/', '\\/')) },
    { what: 'as Latin-1', body: Buffer.from(`${text} é`, 'latin1') },
    { what: 'the other outcome', body: Buffer.from(swapped(text)) },
  ];
}
const reordered = (value: unknown) => Object.fromEntries(Object.entries(Object(value)).reverse());
const swapped = (text: string) =>
  text.includes('"approved"')
    ? text.replaceAll('"approved"', '"changes_requested"')
    : text.replaceAll('"changes_requested"', '"approved"');

async function refusesAll(
  verifier: Verifier,
  cases: { what: string; body: Buffer; header: string | null; secret: string | null }[],
) {
  for (const { what, ...given } of cases) {
    const code = await verifier.run(given);
    expect([verifier.language, what, code !== 0]).toEqual([verifier.language, what, true]);
  }
  return cases.length;
}

test.concurrent.each([0, 1, 2])('verifier %i accepts genuine deliveries and nothing else', async (which) => {
  const verifier = extracted.verifiers[which];
  if (verifier === undefined) throw new Error('The page holds three verifiers');
  expect(verifier.lines).toBeLessThanOrEqual(11);
  for (const { what, body, header, secret } of deliveries)
    expect([what, await verifier.run({ body, header, secret })]).toEqual([what, 0]);
  // The second contains every kind of text.
  const [first, second] = deliveries;
  if (first === undefined || second === undefined) throw new Error('Nothing was delivered');
  const { body, header, secret, of } = second;
  const refused = await refusesAll(verifier, [
    ...tampered(body).map((each) => ({ ...each, header, secret })),
    { what: 'the guest’s secret', body, header, secret: secretOf(of.guest_share_url) },
    { what: 'another case', body, header, secret: secret.toLowerCase() },
    { what: 'the whole link', body, header, secret: of.review_url },
    { what: 'a shorter secret', body, header, secret: secret.slice(0, -1) },
    { what: 'no secret', body, header, secret: null },
    { what: 'an empty secret', body, header, secret: '' },
    { what: 'no header', body, header: null, secret },
    { what: 'the signature of another delivery', body, header: first.header, secret },
    { what: 'the secret of another review', body, header, secret: first.secret },
    ...malformedSignatures(header).map((each) => ({ body, secret, ...each })),
  ]);
  console.log(
    `The page, ${verifier.language}, ${verifier.lines} lines: ${deliveries.length} deliveries taken, ${refused} forgeries refused`,
  );
});

test.each([0, 1, 2])('verifier %i passes the vectors of RFC 4231 whose key is text', async (which) => {
  const verifier = extracted.verifiers[which];
  const usable = rfc4231.filter(({ key, hex }) => key.every((byte) => byte < 0x80) && hex.length === 64);
  expect(usable.length).toBe(3);
  for (const { name, key, data, hex } of usable) {
    expect([name, await verifier?.run({ body: data, header: `sha256=${hex}`, secret: key.toString() })]).toEqual([
      name,
      0,
    ]);
  }
});

test('an empty secret is refused, although HMAC accepts it', async () => {
  const body = Buffer.from('{}');
  const { createHmac } = await import('node:crypto');
  const header = `sha256=${createHmac('sha256', '').update(body).digest('hex')}`;
  for (const verifier of extracted.verifiers) expect(await verifier.run({ body, header, secret: '' })).not.toBe(0);
});

test('the shell verifier refuses everything without openssl', async () => {
  const bare = mkdtempSync(join(tmpdir(), 'sightline-path-'));
  symlinkSync('/bin/sed', join(bare, 'sed'));
  const verifier = extracted.verifiers[2];
  const [first] = deliveries;
  if (first === undefined) throw new Error('Nothing was delivered');
  for (const header of [first.header, 'sha256=', '', `sha256=${'0'.repeat(64)}`]) {
    expect(await verifier?.run({ ...first, header, path: bare })).not.toBe(0);
  }
  rmSync(bare, { recursive: true });
});
