import { expect, test } from 'vitest';
import {
  createGuard,
  type Guard,
  parseOutboundAllow,
  startCaptureProxy,
} from '../../../server/adapters/outbound/index.ts';
import { recordDials } from '../../api/adapters/support/dials.ts';
import { privateIpv4, privateIpv6 } from '../../api/adapters/support/hostile-urls.ts';
import { hostileAddresses } from '../../security/support/addresses.ts';
import { type OutboundPath, proxyPaths, requestPaths } from '../../security/support/paths.ts';
import { startRedirector } from '../../security/support/redirector.ts';
import { setTraps } from '../../security/support/traps.ts';

const traps = await setTraps();
const redirector = await startRedirector();

/** Sends every address over every path, several at a time. */
async function fireAll(urls: readonly string[], paths: readonly OutboundPath[]) {
  const outcomes: Record<string, number> = {};
  const reached: string[] = [];
  const queue = urls.flatMap((url) => paths.map((path) => ({ url, path }))).values();
  async function work(): Promise<void> {
    for (const { url, path } of queue) {
      const outcome = await path.go(url);
      outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
      // Redirects of a webhook or of client metadata are not followed, so they count as ordinary answers.
      const handedBack = /^redirect of (webhook|OAuth)/.test(path.name) && /^answered 30[12378]$/.test(outcome);
      if (outcome.startsWith('answered') && !handedBack) reached.push(`${path.name}: ${url} ${outcome}`);
    }
  }
  await Promise.all(Array.from({ length: 24 }, work));
  const attempts = Object.values(outcomes).reduce((sum, count) => sum + count, 0);
  return { attempts, outcomes, reached };
}

async function proxied(guard: Guard) {
  const proxy = await startCaptureProxy(guard);
  return { proxy, own: [`127.0.0.1 ${redirector.port}`, `127.0.0.1 ${new URL(proxy.server).port}`] };
}

test('no hostile address is dialled over any path', async () => {
  const guard = createGuard({ allow: parseOutboundAllow(`127.0.0.1/32:${redirector.port}`), ownPorts: [] });
  const { proxy, own } = await proxied(guard);
  const addresses = hostileAddresses(traps.port);
  const paths = [...requestPaths(guard, redirector.origin), ...proxyPaths(proxy)];
  const { dials, stop } = recordDials();
  const { attempts, outcomes, reached } = await fireAll(
    addresses.map(({ url }) => url),
    paths,
  );
  stop();
  await proxy.close();
  const elsewhere = dials.filter((dial) => !own.includes(dial));
  console.log(
    `${addresses.length} addresses × ${paths.length} paths: ${attempts} attempts, ${elsewhere.length} dials to non-public addresses, ${traps.came.length} connections seen; ${JSON.stringify(outcomes)}`,
  );
  expect(addresses.length).toBeGreaterThan(1_000);
  expect(attempts).toBe(addresses.length * paths.length);
  expect(dials.length).toBeGreaterThan(addresses.length);
  expect(elsewhere).toEqual([]);
  expect(reached).toEqual([]);
  expect(traps.came).toEqual([]);
});

test('no name that leads to a private address is dialled over any path, now or after its address changed', async () => {
  const own = '127.0.0.1';
  const targets = [...privateIpv4, ...privateIpv6].filter((address) => address !== own);
  /** Name → the answers to its look-ups, of which the last repeats. */
  const names = new Map<string, string[][]>();
  for (const [at, bad] of targets.entries()) {
    names.set(`only.${at}.example`, [[bad]]);
    names.set(`last.${at}.example`, [[own, own, own, bad]]);
    names.set(`first.${at}.example`, [[bad, own]]);
    for (let after = 1; after <= 3; after += 1) {
      names.set(`turns-${after}.${at}.example`, [...Array.from({ length: after }, () => [own]), [bad]]);
    }
  }
  const allow = parseOutboundAllow(`127.0.0.1/32:${redirector.port}`);
  const asked = new Map<string, number>();
  const lookup = async (name: string) => {
    const count = asked.get(name) ?? 0;
    asked.set(name, count + 1);
    const answers = names.get(name) ?? [];
    const answer = answers[Math.min(count, answers.length - 1)] ?? [];
    return answer.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
  };
  const guard = createGuard({ allow, ownPorts: [] }, { lookup });
  const { proxy, own: ownDials } = await proxied(guard);
  const paths = [...requestPaths(guard, redirector.origin), ...proxyPaths(proxy)];
  const { dials, stop } = recordDials();
  let attempts = 0;
  let refusedAfterTurn = 0;
  const queue = names.entries();
  async function work(): Promise<void> {
    for (const [name, answers] of queue) {
      for (const path of paths) {
        // Each path starts with the first look-up of the name: as often as the answer is good, then once more.
        asked.set(name, 0);
        for (let turn = 0; turn < answers.length; turn += 1) {
          attempts += 1;
          const outcome = await path.go(`http://${name}:${redirector.port}/`);
          if (turn === answers.length - 1 && (asked.get(name) ?? 0) === answers.length) refusedAfterTurn += 1;
          if (turn === answers.length - 1 && !path.name.startsWith('redirect of')) {
            expect(outcome, `${path.name} ${name}`).not.toMatch(/^answered/);
          }
        }
      }
    }
  }
  await Promise.all(Array.from({ length: 16 }, work));
  stop();
  await proxy.close();
  const elsewhere = dials.filter((dial) => !ownDials.includes(dial));
  console.log(
    `${names.size} names (alone, among good ones, changed after the 1st to 3rd look-up) × ${paths.length} paths: ${attempts} attempts, ${refusedAfterTurn} looked up after the change, ${elsewhere.length} dials to non-public addresses`,
  );
  expect(elsewhere).toEqual([]);
  expect(refusedAfterTurn).toBeGreaterThan(names.size * 5);
});
