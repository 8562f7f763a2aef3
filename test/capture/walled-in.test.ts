import { describe, expect, it } from 'vitest';
import type { Lookup } from '../../server/adapters/outbound/index.ts';
import { recordDials } from '../api/adapters/support/dials.ts';
import type { AttackSite } from '../security/support/attack-site.ts';
import { attackSite } from '../security/support/attack-site.ts';
import { capturedTitle, walledIn } from '../security/support/browser.ts';
import { attack } from '../security/support/captured-attack.ts';
import { setTraps } from '../security/support/traps.ts';

/** `address port` of every attack site of this file. */
const sites = new Set<string>();
async function openSite(): Promise<AttackSite> {
  const site = await attackSite();
  sites.add(`127.0.0.1 ${site.port}`);
  return site;
}
const attackFromSite: typeof attack = (host, walls, only) => attack(host, walls, only, openSite);

const spellings = ['127.0.0.1', '[::ffff:127.0.0.1]', 'inside.example'];
const inside: Lookup = async (name) => (name === 'inside.example' ? [{ address: '127.0.0.1', family: 4 }] : []);

// Hostile pages mostly wait, so the tests run at the same time.
describe.concurrent('a page that reaches for private places', () => {
  it('reaches none, with any spelling of their addresses', async () => {
    const { dials, stop } = recordDials();
    const attacks = await Promise.all(
      spellings.map((spelling, at) =>
        attackFromSite(
          (port) => `${spelling}:${port}`,
          () => ({ allow: '', lookup: inside }),
          // Each way runs once, with one of the spellings.
          (_, way) => way % spellings.length === at,
        ),
      ),
    );
    stop();
    const elsewhere = dials.filter((dial) => !sites.has(dial));
    const out = attacks.flatMap(({ traps }) => traps.came);
    const ways = new Set(attacks.flatMap((each) => each.ways.map(({ name }) => name)));
    console.log(`${ways.size} ways by ${attacks.length} spellings: ${out.length + elsewhere.length} got out`);
    for (const { site, title, refusal } of attacks) {
      expect(title).toBe('attack');
      expect(site.asked).toContain('/ran');
      expect(refusal).toContain('not a public address');
      // The page does not learn even this machine’s own addresses: it gets no ICE candidates.
      expect(site.asked.filter((path) => path.startsWith('/candidate'))).toEqual([]);
    }
    expect(ways.size).toBeGreaterThan(150);
    expect(elsewhere).toEqual([]);
    expect(out).toEqual([]);
  });

  it('never reaches the ports of the service and of its own proxy, even if they are allowed', async () => {
    // A few ways are enough: the decision of the proxy does not depend on the way.
    const few = (_: unknown, way: number) => way % 12 === 0;
    const [own, proxy] = await Promise.all([
      attackFromSite(
        (port) => `127.0.0.1:${port}`,
        (port) => ({ allow: '127.0.0.0/8, ::1', ownPorts: [port] }),
        few,
      ),
      attackFromSite(
        (_port, proxyPort) => `localhost:${proxyPort}`,
        () => ({ allow: '127.0.0.0/8, ::1' }),
        few,
      ),
    ]);
    expect(own.ways.length).toBeGreaterThan(10);
    expect(own.traps.came).toEqual([]);
    for (const { title, refusal } of [own, proxy]) {
      expect(title).toBe('attack');
      expect(refusal).toContain('is this service itself');
    }
  });

  it('is not captured when it navigates away from the web', async () => {
    const traps = await setTraps();
    const to = `http://127.0.0.1:${traps.port}/`;
    const file = 'file:///etc/passwd';
    const refreshTo = (url: string) => ({ body: `<meta http-equiv=refresh content="0;url=${url}">x`, headers: {} });
    // For redirects and scripts that lead to a private place see `failure-words.test.ts`.
    const cases = [
      { name: 'redirect', url: file, page: { body: '', headers: { location: file }, status: 302 } },
      {
        name: 'script',
        url: file,
        page: { body: `<title>stayed</title><script>location.href = '${file}'</script>x`, headers: {} },
      },
      { name: 'meta refresh', url: file, page: refreshTo(file) },
      { name: 'meta refresh', url: to, page: refreshTo(to) },
    ];
    const site = await openSite();
    const outcomes = await Promise.all(
      cases.map(({ page }) =>
        walledIn({ allow: site.allow }, (context, proxy) => capturedTitle(context, proxy, site.serve(page))),
      ),
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
