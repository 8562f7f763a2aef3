import { afterAll, describe, expect, it } from 'vitest';
import type { Lookup } from '../../../server/adapters/outbound/index.ts';
import { type AttackSite, attackSite } from '../../security/support/attack-site.ts';
import { capturedTitle, type Walls, walledIn } from '../../security/support/browser.ts';
import { setTraps, type Traps } from '../../security/support/traps.ts';

const ends: (() => Promise<void>)[] = [];
afterAll(async () => {
  for (const end of ends.splice(0)) await end();
});

async function kept<T extends { close(): Promise<void> }>(opening: Promise<T>): Promise<T> {
  const opened = await opening;
  ends.push(() => opened.close());
  return opened;
}

interface Attack {
  traps: Traps;
  site: AttackSite;
  ways: ReturnType<AttackSite['aim']>;
  title: string;
  refusal: string | null;
}

/** Captures the page of a site that tries every way (or `only` some) to somewhere else. `host` answers where to. */
async function attack(
  host: (trapPort: number, proxyPort: number) => string,
  walls: (trapPort: number) => Walls = () => ({ allow: '' }),
  only?: Parameters<AttackSite['aim']>[1],
): Promise<Attack> {
  const [traps, site] = await Promise.all([kept(setTraps()), kept(attackSite())]);
  const more = walls(traps.port);
  const allow = more.allow === '' ? site.allow : `${site.allow},${more.allow}`;
  let ways: Attack['ways'] = [];
  const { value: title, refusal } = await walledIn({ ...more, allow }, async (context, proxy) => {
    ways = site.aim(host(traps.port, Number(new URL(proxy.server).port)), only);
    return capturedTitle(context, proxy, `${site.origin}/`);
  });
  return { traps, site, ways, title, refusal };
}

describe('a page that reaches for private places', () => {
  it('reaches them by the same ways when they are allowed, so the ways are real', async () => {
    const arrived = new Set<string>();
    const udp: string[] = [];
    let all: Attack['ways'] = [];
    const real = () => all.filter((way) => way.arrives).map(({ name }) => name);
    // A page is given only so much time: what a busy machine does not get done in one visit comes by the next.
    await expect
      .poll(
        async () => {
          const { traps, ways } = await attack(
            (port) => `127.0.0.1:${port}`,
            (port) => ({ allow: `capture=127.0.0.1/32:${port}` }),
          );
          all = ways;
          for (const line of traps.said)
            for (const [, name = ''] of line.matchAll(/\/w\/([a-z0-9-]+)/g)) arrived.add(name);
          udp.push(...traps.came.filter((line) => line.startsWith('udp')));
          return real().filter((name) => !arrived.has(name));
        },
        { timeout: 400_000 },
      )
      .toEqual([]);
    console.log(`allowed: ${arrived.size} of ${all.length} ways arrived, all ${real().length} that must`);
    expect(real().length).toBeGreaterThan(80);
    expect(udp).toEqual([]);
  });

  it.concurrent('reaches of a name that changes only what it may', async () => {
    let asked = 0;
    // Good at every other look-up, so that many ways begin well and go on badly.
    const lookup: Lookup = async () => {
      asked += 1;
      return [{ address: asked % 2 === 1 ? '127.0.0.2' : '127.0.0.1', family: 4 }];
    };
    const { traps } = await attack(
      (port) => `turning.example:${port}`,
      (port) => ({ allow: `capture=127.0.0.2/32:${port}`, lookup }),
    );
    const where = new Set(traps.came);
    console.log(
      `a name that changes at each look-up: ${asked} look-ups, ${traps.came.length} connections, all allowed`,
    );
    expect([...where]).toEqual(['tcp to 127.0.0.2']);
    expect(asked).toBeGreaterThan(40);
  });
});
