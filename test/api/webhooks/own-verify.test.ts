import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isSigned } from '../../../app/decisions/receive-decision.ts';
import { sign } from '../../../server/domain/webhook/rules.ts';
import { type Bench, type Registered, startBench } from '../../github/app/support/start-app.ts';
import { malformedSignatures } from './support/malformed.ts';
import { rfc4231 } from './support/rfc-4231.ts';

const body = Buffer.from('{"event":"review.decided","note":"Größer ✓"}');
const secret = 'the-secret-of-a-review-link-0123456789abcde';
const good = sign(body, secret);

describe('a signature', () => {
  test.each(rfc4231)('RFC 4231 $name', ({ name, key, data, hex }) => {
    const signed = sign(data, key);
    expect(signed.slice(0, 'sha256='.length + hex.length)).toBe(`sha256=${hex}`);
    // This value is cut to 128 bits, so the signature is not valid.
    expect(isSigned(data, key, `sha256=${hex}`)).toBe(name !== '4.6');
    expect(isSigned(data, key, signed)).toBe(true);
    expect(isSigned(Buffer.concat([data, Buffer.from([0])]), key, signed)).toBe(false);
    expect(isSigned(data, Buffer.concat([key, Buffer.from([1])]), signed)).toBe(false);
  });

  test('every malformed signature is false, and none throws', () => {
    expect(isSigned(body, secret, good)).toBe(true);
    const cases = [...malformedSignatures(good), { what: 'a NUL', header: `${good}\0` }];
    expect(cases.length).toBeGreaterThanOrEqual(50);
    for (const { what, header } of cases) expect([what, isSigned(body, secret, header)]).toEqual([what, false]);
    console.log(`${rfc4231.length} RFC 4231 vectors, ${cases.length} malformed signatures: 0 accepted, 0 exceptions`);
  });
});

describe('the App over HTTP', () => {
  let bench: Bench;
  let registered: Registered;
  let sent: Buffer;
  beforeAll(async () => {
    bench = await startBench();
    registered = await bench.newRegistered(await bench.newPullRequest());
    const { review } = registered;
    sent = Buffer.from(JSON.stringify({ event: 'review.decided', decided_at: review.created_at, review }));
  });
  afterAll(() => bench.close());

  const post = async (signature: [string, string][], data: Buffer): Promise<number> => {
    const headers: [string, string][] = [
      ['content-type', 'application/json'],
      ['x-service-event', 'review.decided'],
      ['x-service-review', registered.review.id],
      ...signature,
    ];
    const answer = await fetch(`${bench.url}/decisions`, { method: 'POST', headers, body: new Uint8Array(data) });
    await answer.arrayBuffer();
    return answer.status;
  };

  test('malformed signatures that HTTP can carry are answered 401', async () => {
    const right = sign(sent, registered.secret);
    // HTTP strips blanks around a value, and headers are Latin-1.
    const carried = malformedSignatures(right).filter(
      ({ header }) =>
        header.trim() !== right &&
        header.length < 1000 &&
        !/[\r\n]/.test(header) &&
        Buffer.from(header, 'latin1').toString('latin1') === header,
    );
    const named = (header: string): [string, string] => ['x-service-signature', header];
    for (const { what, header } of carried) {
      expect([what, await post([named(header)], sent)]).toEqual([what, 401]);
    }
    expect(await post([], sent)).toBe(401);
    expect(await post([named(right), named(right)], sent)).toBe(401);
    expect(await post([named(right)], Buffer.concat([sent, Buffer.from('\n')]))).toBe(401);
    expect(await post([named(sign(sent, `${registered.secret}x`))], sent)).toBe(401);
    expect(await post([named(right)], sent)).toBe(202);
    console.log(`${carried.length + 4} bad signatures to the App: 401 each; the right one is taken`);
  });
});
