import { expect, test } from 'vitest';
import { runConformance, withAny } from '../../../api/clients/support/conformance.ts';
import { pressConnect } from '../../../api/clients/support/person.ts';
import { freePort } from '../../../support/free-port.ts';
import { startService } from '../../../support/service.ts';
import { launchBrowser } from '../../../web/support/browser.ts';

/** The authorization part of the official suite against the service’s issuer. Real Chromium presses the button. */
const [service, browser] = await Promise.all([startService(), launchBrowser()]);

/** Registers like clients on a person’s machine: with a loopback address on another port than they will use. */
async function register(): Promise<string> {
  const answer = await fetch(`${service.url}/oauth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      client_name: 'Conformance suite',
      redirect_uris: ['http://127.0.0.1:3000/callback'],
      token_endpoint_auth_method: 'none',
    }),
  });
  const client = (await answer.json()) as { client_id: string; client_secret?: string };
  expect([answer.status, client.client_secret]).toEqual([201, undefined]);
  return client.client_id;
}

test('every scenario of the authorization part passes', async () => {
  const port = String(await freePort());
  const resource = `${service.url}/mcp/sightline`;
  let pressed: Promise<string> | null = null;
  const outcome = await runConformance(
    ['authorization', '--url', service.url, '--client-id', await register(), '--resource', resource, '-p', port],
    (child, printed) => {
      child.stdout?.on('data', () => {
        const address = /^http\S+\/oauth\/authorize\?\S+$/m.exec(printed())?.[0];
        if (address === undefined || pressed !== null) return;
        pressed = pressConnect(browser, address);
        // The suite would wait for minutes for a press that failed.
        pressed.catch(() => child.kill());
      });
    },
  );
  expect(await pressed).toContain(`http://127.0.0.1:${port}/callback?`);
  expect(withAny(outcome, 'FAILURE')).toEqual([]);
  expect(withAny(outcome, 'WARNING')).toEqual([]);
  expect(withAny(outcome, 'SKIPPED')).toEqual([]);
  expect(outcome.exitCode).toBe(0);
  const checks = [...outcome.scenarios.values()].flat();
  const met = checks.filter(({ status }) => status === 'SUCCESS');
  expect(met.length).toBeGreaterThanOrEqual(3);
  console.log(
    `conformance authorization: ${met.length}/${checks.length} checks in ${outcome.scenarios.size} scenarios, pressed in Chromium`,
  );
});
