import { expect, test } from 'vitest';
import { createGuard, OutboundRefused, parseOutboundAllow } from '../../../server/adapters/outbound/index.ts';
import { privateIpv4, privateIpv6 } from '../../api/adapters/support/hostile-urls.ts';
import { hostileAddresses } from '../../security/support/addresses.ts';

const PORT = 4101;
const uses = ['webhook', 'fetch', 'capture', 'client_document'] as const;
const outcomeOf = async (work: () => Promise<unknown>): Promise<string> =>
  work().then(
    () => 'let through',
    (error: unknown) => (error instanceof OutboundRefused ? 'refused' : String(error)),
  );

/** There are no interfaces, so no address counts as one of this machine’s network. */
const guardOf = (allow: string, lookup: (name: string) => Promise<{ address: string; family: number }[]>) =>
  createGuard({ allow: parseOutboundAllow(allow), ownPorts: [] }, { lookup, interfaces: () => ({}) });

test('every notation and every hiding place of a private address is refused for every use', async () => {
  const addresses = hostileAddresses(PORT);
  const guard = guardOf('', async () => [{ address: '127.0.0.1', family: 4 }]);
  const judge = (url: string, use: (typeof uses)[number]) =>
    outcomeOf(async () => {
      const { url: read, reach } = guard.checkUrl(url, use);
      await guard.resolve(read.hostname, PORT, reach);
    });
  expect(addresses.length).toBeGreaterThan(1000);
  for (const { form, url } of addresses) {
    for (const use of uses) expect([form, url, use, await judge(url, use)]).toEqual([form, url, use, 'refused']);
  }
});

test('a name is refused for a single private address among its answers, at any position', async () => {
  const good = { address: '93.184.216.34', family: 4 };
  for (const address of [...privateIpv4, ...privateIpv6]) {
    const bad = { address, family: address.includes(':') ? 6 : 4 };
    for (const answer of [[bad], [good, good, bad], [bad, good]]) {
      const guard = guardOf('', async () => answer);
      expect([address, await outcomeOf(() => guard.resolve('a.example', 443, 'fetch'))]).toEqual([address, 'refused']);
    }
  }
  const open = guardOf('', async () => [good]);
  expect(await open.resolve('a.example', 443, 'fetch')).toEqual([good]);
});

test('an address that a setting allows for one use stays refused for client documents and all other uses', async () => {
  const guard = guardOf('webhook=10.0.0.0/8', async () => [{ address: '10.1.2.3', family: 4 }]);
  const outcomes = await Promise.all(uses.map((use) => outcomeOf(() => guard.resolve('a.example', 443, use))));
  expect(outcomes).toEqual(['let through', 'refused', 'refused', 'refused']);
});
