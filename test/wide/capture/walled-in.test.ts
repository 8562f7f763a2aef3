import { describe, expect, it } from 'vitest';
import type { Lookup } from '../../../server/adapters/outbound/index.ts';
import { recordDials } from '../../api/adapters/support/dials.ts';
import { attackSite } from '../../security/support/attack-site.ts';
import { capturedTitle, walledIn } from '../../security/support/browser.ts';
import { type Attack, attack } from '../../security/support/captured-attack.ts';
import { setTraps } from '../../security/support/traps.ts';

const spellings = [
  '127.0.0.1',
  'localhost',
  '0.0.0.0',
  '2130706433',
  '[::1]',
  '[::]',
  '[::ffff:127.0.0.1]',
  'inside.example',
];
const inside: Lookup = async (name) => (name === 'inside.example' ? [{ address: '127.0.0.1', family: 4 }] : []);

describe('a page that reaches for private places', () => {
  it('reaches none, with any spelling of their addresses', async () => {
    const { dials, stop } = recordDials();
    const others = spellings.length - 1;
    const attacks = await Promise.all(
      spellings.map((spelling, at) =>
        attack(
          (port) => `${spelling}:${port}`,
          () => ({ allow: '', lookup: inside }),
          // All ways with the first spelling; the other spellings divide the ways among themselves.
          (_, way) => at === 0 || way % others === at - 1,
        ),
      ),
    );
    stop();
    const sites = attacks.map(({ site }) => `127.0.0.1 ${site.port}`);
    const elsewhere = dials.filter((dial) => !sites.includes(dial));
    const out = attacks.flatMap(({ traps }) => traps.came);
    const [first, ...rest] = attacks.map(({ ways }) => ways.map(({ name }) => name));
    const ways = first?.length ?? 0;
    const shared = new Set(rest.flat());
    const tries = attacks.reduce((sum, each) => sum + each.ways.length, 0);
    console.log(
      `${ways} ways × 2 of ${attacks.length} spellings, ${tries} tries: ${out.length + elsewhere.length} got out`,
    );
    for (const { site, title, refusal } of attacks) {
      expect(title).toBe('attack');
      expect(site.asked).toContain('/ran');
      expect(refusal).toContain('not a public address');
      // The page does not learn even this machine’s own addresses: it gets no ICE candidates.
      expect(site.asked.filter((path) => path.startsWith('/candidate'))).toEqual([]);
    }
    expect(ways).toBeGreaterThan(150);
    expect([...shared].sort(), 'every way with another spelling too').toEqual([...(first ?? [])].sort());
    expect(elsewhere).toEqual([]);
    expect(out).toEqual([]);
  });

  it('reaches them by the same ways when they are allowed, so the ways work', async () => {
    const arrived = new Set<string>();
    const udp: string[] = [];
    let all: Attack['ways'] = [];
    const real = () => all.filter((way) => way.arrives).map(({ name }) => name);
    // A page has limited time. Ways that a busy machine does not finish in one visit come by the next.
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

  it.concurrent('reaches only allowed addresses of a name whose address changes', async () => {
    let asked = 0;
    // Good on every other look-up, so that many ways begin allowed and continue refused.
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

  it.concurrent('never reaches the ports of the service and of its own proxy, even if they are allowed', async () => {
    const [own, proxy] = await Promise.all([
      attack(
        (port) => `127.0.0.1:${port}`,
        (port) => ({ allow: '127.0.0.0/8, ::1', ownPorts: [port] }),
      ),
      attack(
        (_port, proxyPort) => `localhost:${proxyPort}`,
        () => ({ allow: '127.0.0.0/8, ::1' }),
      ),
    ]);
    expect(own.traps.came).toEqual([]);
    for (const { title, refusal } of [own, proxy]) {
      expect(title).toBe('attack');
      expect(refusal).toContain('is this service itself');
    }
  });

  it.concurrent('is not captured when it navigates away from the web', async () => {
    const traps = await setTraps();
    const to = `http://127.0.0.1:${traps.port}/`;
    const leaving = [to, 'file:///etc/passwd', 'chrome://version/', 'ftp://127.0.0.1/'];
    const ways: Record<string, (url: string) => { body: string; headers: Record<string, string>; status?: number }> = {
      redirect: (url) => ({ body: '', headers: { location: url }, status: 302 }),
      'refresh header': (url) => ({ body: 'x', headers: { refresh: `0;url=${url}` } }),
      'meta refresh': (url) => ({ body: `<meta http-equiv=refresh content="0;url=${url}">x`, headers: {} }),
      script: (url) => ({ body: `<title>stayed</title><script>location.href = '${url}'</script>x`, headers: {} }),
    };
    // Two ways to each address, and each way to two of them.
    const cases = leaving.flatMap((url, to) =>
      Object.entries(ways).flatMap(([name, make], at) => ((at + to) % 2 === 0 ? [{ name, url, page: make(url) }] : [])),
    );
    const site = await attackSite();
    const outcomes = await Promise.all(
      cases.map(({ name, url, page }) => {
        // The browser itself stops at this one and shows nothing of it.
        const deadlineMs = name === 'script' && url.startsWith('ftp:') ? 4_000 : 120_000;
        return walledIn({ allow: site.allow }, (context, proxy) =>
          capturedTitle(context, proxy, site.serve(page), deadlineMs),
        );
      }),
    );
    const shown = outcomes.map(({ value }, at) => `${cases[at]?.name} to ${cases[at]?.url}: ${value}`);
    console.log(`${cases.length} pages that leave: ${traps.came.length} arrived`);
    expect(traps.came).toEqual([]);
    // A browser does not navigate out of the web: the result is the page itself, or the reason for the failure.
    expect(shown.filter((line) => !/: (failed: |stayed$|$)/.test(line))).toEqual([]);
    for (const [at, { value }] of outcomes.entries()) {
      if (cases[at]?.url.startsWith('http')) expect(value, shown[at]).toContain('not a public address');
    }
  });
});
