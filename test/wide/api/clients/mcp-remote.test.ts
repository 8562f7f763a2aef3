import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createMachine } from '../../../api/clients/support/machine.ts';
import { keptByRemote, startRemote } from '../../../api/clients/support/mcp-remote.ts';
import { sql } from '../../../api/support/sql.ts';
import { base64 } from '../../../support/factories.ts';
import { freePort } from '../../../support/free-port.ts';
import { startService } from '../../../support/service.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import { launchBrowser } from '../../../web/support/browser.ts';

/** `mcp-remote` between an editor that only starts programs and the service, with the sign-in in real Chromium. */
const folder = await temporaryFolder('sightline-machine-');
const [service, browser] = await Promise.all([startService(), launchBrowser()]);

interface Tokens {
  access_token: string;
  refresh_token: string;
}

const ways = [
  { way: 'as before', args: [], bridged: false },
  { way: 'with --protocol auto', args: ['--protocol', 'auto'], bridged: true },
];

test.concurrent.each(ways)(
  '$way: one press, none the next time, and a refresh after expiry',
  async ({ way, args, bridged }) => {
    const machine = await createMachine(await mkdtemp(join(folder, 'person-')), browser);
    const port = await freePort();
    const start = () => startRemote(machine, `${service.url}/mcp/sightline`, port, args);
    const first = start();
    const { address, came } = await machine.signIn(first.connected);
    await first.connected;
    const asked = new URL(address);
    expect(asked.origin + asked.pathname).toBe(`${service.url}/oauth/authorize`);
    expect(asked.searchParams.get('code_challenge_method')).toBe('S256');
    expect(new URL(came).hostname).toMatch(/^(localhost|127\.0\.0\.1)$/);
    const { tools } = await first.client.listTools();
    expect(tools.map(({ name }) => name)).toContain('create_review');
    const made = await first.client.callTool({
      name: 'create_review',
      arguments: { title: 'From an editor that starts programs', images: [await base64()] },
    });
    expect(made.isError ?? false).toBe(false);
    const { id } = made.structuredContent as { id: string };
    expect(first.said().includes('Remote server speaks MCP 2026-07-28')).toBe(bridged);
    const held = await keptByRemote<Tokens>(machine, 'tokens.json');
    expect([held.access_token.slice(0, 4), held.refresh_token.slice(0, 4)]).toEqual(['sla_', 'slr_']);
    await first.client.close();

    const again = start();
    await again.connected;
    const get = () => again.client.callTool({ name: 'get_review', arguments: { id } });
    expect((await get()).structuredContent).toMatchObject({ id, status: 'open' });
    expect((await keptByRemote<Tokens>(machine, 'tokens.json')).access_token).toBe(held.access_token);

    // An hour later.
    const { client_id: clientId } = await keptByRemote<{ client_id: string }>(machine, 'client_info.json');
    const expired = await sql(
      service,
      `UPDATE access_token SET expires_at = now() - interval '1 second'
     WHERE connection_id = (SELECT id FROM connection WHERE client_id = $1) RETURNING kind`,
      [clientId],
    );
    expect(expired).toEqual([{ kind: 'access' }]);
    expect((await get()).structuredContent).toMatchObject({ id, status: 'open' });
    const next = await keptByRemote<Tokens>(machine, 'tokens.json');
    expect(next.access_token).not.toBe(held.access_token);
    expect(next.refresh_token).not.toBe(held.refresh_token);
    await again.client.close();
    expect(await machine.opened()).toHaveLength(1);
    console.log(`mcp-remote ${way}: ${tools.length} tools after 1 press, a second start without one, 1 refresh`);
  },
);
