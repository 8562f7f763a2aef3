import { expect } from 'vitest';
import { connectScreenOf, newPerson } from '../../api/oauth/support/connect-screen.ts';
import { startJobIssuer } from '../../api/oauth/support/jobs.ts';
import { type Answer, oauthClient } from '../../api/oauth/support/oauth-client.ts';
import { closeOnce } from '../../support/file-end.ts';
import { startService } from '../../support/service.ts';

/** The victim's return address. */
export const VICTIM = 'https://victim.example/callback';

export type OAuthAttacks = Awaited<ReturnType<typeof startOAuthAttacks>>;

/** Starts a service with a victim's client, and records the outcome of attacks, which it prints when it closes. */
export async function startOAuthAttacks() {
  const issuer = await startJobIssuer();
  const service = await startService({ TRUST_PROXY: 'loopback', GITHUB_OIDC_ISSUER: issuer.url });
  const oauth = oauthClient(service.url);
  const victim = await oauth.register({ redirect_uris: [VICTIM, 'http://localhost/callback'], client_name: 'Victim' });
  const table: { attack: string; outcome: string; held: boolean }[] = [];
  return {
    issuer,
    service,
    oauth,
    /** The victim's client id. */
    victim,
    someone: () => connectScreenOf(service.url, newPerson()),
    /** Checks that an attack had exactly this outcome. */
    note(attack: string, outcome: string, wanted: string): void {
      table.push({ attack, outcome, held: outcome === wanted });
      expect([attack, outcome]).toEqual([attack, wanted]);
    },
    close: closeOnce(async () => {
      console.log(table.map(({ attack, outcome }) => `${attack.padEnd(72)} ${outcome}`).join('\n'));
      console.log(`${table.length} attacks: ${table.filter(({ held }) => !held).length} went through`);
    }),
  };
}

export const said = ({ status, body }: Answer): string =>
  [status, body.error].filter((part) => part !== undefined).join(' ');
