import { type AttackSite, attackSite } from './attack-site.ts';
import { capturedTitle, type Walls, walledIn } from './browser.ts';
import { setTraps, type Traps } from './traps.ts';

export interface Attack {
  traps: Traps;
  site: AttackSite;
  ways: ReturnType<AttackSite['aim']>;
  title: string;
  refusal: string | null;
}

/**
 * Captures a page that tries every way, or those that `only` picks, to reach another host. `host` returns that host.
 */
export async function attack(
  host: (trapPort: number, proxyPort: number) => string,
  walls: (trapPort: number) => Walls = () => ({ allow: '' }),
  only?: Parameters<AttackSite['aim']>[1],
  openSite = attackSite,
): Promise<Attack> {
  const [traps, site] = await Promise.all([setTraps(), openSite()]);
  const more = walls(traps.port);
  const allow = more.allow === '' ? site.allow : `${site.allow},${more.allow}`;
  let ways: Attack['ways'] = [];
  const { value: title, refusal } = await walledIn({ ...more, allow }, async (context, proxy) => {
    ways = site.aim(host(traps.port, Number(new URL(proxy.server).port)), only);
    return capturedTitle(context, proxy, `${site.origin}/`);
  });
  return { traps, site, ways, title, refusal };
}
