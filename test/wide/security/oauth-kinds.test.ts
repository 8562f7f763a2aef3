import { expect, test } from 'vitest';
import { question } from '../../api/oauth/support/connect-screen.ts';
import { claimsOf } from '../../api/oauth/support/jobs.ts';
import { forgetLimits, sql } from '../../api/support/sql.ts';
import { said, startOAuthAttacks, VICTIM } from '../../security/support/oauth-attacks.ts';
import { png, review } from '../../support/factories.ts';

const attacks = await startOAuthAttacks();

test('a token of one kind is refused where another kind is expected', async () => {
  const { issuer, service, oauth, victim, someone, note } = attacks;
  const holder = await service.newClient();
  const image = new Uint8Array(await png());
  const made = await review(holder);
  const { uploads } = await holder.call('create_upload', { paths: ['a.png'] });
  const pair = await oauth.connect({ clientId: victim, redirectUri: VICTIM, joinWith: holder.token });
  const grant = await oauth.newGrant({ clientId: victim, redirectUri: VICTIM });
  const idToken = await issuer.sign(service.url, claimsOf('acme/kinds', 900));
  const screen = someone();
  const kinds: Record<string, string> = {
    'try token': holder.token,
    'access token': pair.access_token,
    'refresh token': pair.refresh_token,
    code: grant.code,
    'id-token': idToken,
    'review link': new URL(made.review_url).pathname.slice(3),
    'guest link': new URL(made.guest_share_url).pathname.slice(3),
    'screenshot’s capability': new URL(made.screenshots[0]?.url ?? '').pathname.split('/')[2] ?? '',
    'client id': victim,
    consent: await screen.consent(question(victim, VICTIM)),
    verifier: grant.code_verifier,
    'upload address': new URL(uploads[0]?.url ?? '').pathname.slice(3),
  };
  const bearer = (value: string) => ({ authorization: `Bearer ${value}` });
  const mcp = (value: string) =>
    fetch(`${service.url}/mcp/sightline`, {
      method: 'POST',
      headers: { ...bearer(value), 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
    });
  const exchangeOf = (subject_token: string) =>
    oauth.token({
      grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
      subject_token_type: 'urn:ietf:params:oauth:token-type:jwt',
      subject_token,
    });
  const places: Record<string, { takes: string[]; status(value: string): Promise<number> }> = {
    'Bearer, REST': {
      takes: ['try token', 'access token'],
      status: async (value) => (await fetch(`${service.url}/api/billing`, { headers: bearer(value) })).status,
    },
    'Bearer, MCP': { takes: ['try token', 'access token'], status: async (value) => (await mcp(value)).status },
    'bearer in the query': {
      takes: [],
      status: async (value) => (await fetch(`${service.url}/api/billing?access_token=${value}`)).status,
    },
    'review link': {
      takes: ['review link'],
      status: async (value) => (await fetch(`${service.url}/r/${value}/review`)).status,
    },
    'guest link': {
      takes: ['guest link'],
      status: async (value) => (await fetch(`${service.url}/g/${value}/review`)).status,
    },
    'upload address': {
      takes: ['upload address'],
      status: async (value) => (await fetch(`${service.url}/u/${value}`, { method: 'PUT', body: image })).status,
    },
    subject_token: { takes: ['id-token'], status: async (value) => (await exchangeOf(value)).status },
    code: {
      takes: ['code'],
      status: async (value) => (await oauth.exchange({ ...grant, code: value })).status,
    },
    'joining token': {
      takes: ['try token'],
      status: async (token) => {
        const fresh = await screen.consent(question(victim, VICTIM));
        return (await someone().send({ consent: fresh, choice: 'join', token })).status;
      },
    },
    consent: {
      takes: ['consent'],
      status: async (consent) => (await someone().send({ consent, choice: 'cancel' })).status,
    },
    'client id': {
      takes: ['client id'],
      status: async (value) => (await someone().show(question(value, VICTIM))).status,
    },
    'refresh token': {
      takes: ['refresh token'],
      status: async (value) => (await oauth.refresh(victim, value)).status,
    },
  };
  const names = Object.keys(kinds);
  let cells = 0;
  for (const [place, { takes, status }] of Object.entries(places)) {
    const taken: string[] = [];
    for (const [kind, value] of Object.entries(kinds)) {
      cells += 1;
      const outcome = await status(value);
      expect(outcome, `${kind} as ${place}`).toBeLessThan(500);
      if (outcome < 400) taken.push(kind);
    }
    note(
      `${names.length} kinds of secrets as ${place}`,
      `taken: ${taken.join(', ') || 'none'}`,
      `taken: ${takes.join(', ') || 'none'}`,
    );
  }
  console.log(
    `${names.length} kinds × ${Object.keys(places).length} places: ${cells} tries, each secret good at its own place only`,
  );

  // Revoking something that cannot be revoked there changes nothing.
  for (const [kind, value] of Object.entries(kinds)) {
    if (kind === 'refresh token' || kind === 'access token') continue;
    expect((await oauth.revoke({ token: value, client_id: victim })).status, kind).toBe(200);
  }
  expect(await oauth.knock(holder.token)).toBe('200');
  expect(await oauth.knock(pair.access_token)).toBe('200');
});

test('a value encrypted for another place is no consent state', async () => {
  const { service, oauth, victim, someone, note } = attacks;
  const holder = await service.newClient();
  await review(holder, { webhook_url: 'https://receiver.example/hook' });
  const pair = await oauth.connect({ clientId: victim, redirectUri: VICTIM });
  await oauth.refresh(victim, pair.refresh_token);
  const rows = await sql<{ sealed: Buffer | null }>(
    service,
    `SELECT review_token AS sealed FROM review UNION ALL SELECT guest_token FROM review
     UNION ALL SELECT webhook_url FROM review UNION ALL SELECT successor FROM refresh_token`,
  );
  const sealed = rows.flatMap((row) => (row.sealed === null ? [] : [row.sealed.toString('base64url')]));
  let taken = 0;
  for (const consent of sealed) {
    const { status, location } = await someone().send({ consent, choice: 'new' });
    if (location !== null) taken += 1;
    expect(status).toBe(400);
  }
  expect(sealed.length).toBeGreaterThanOrEqual(4);
  note(`${sealed.length} values sealed for other places as consent states`, `${taken} taken`, '0 taken');
});

test('after a workspace is deleted neither codes nor refresh tokens lead to it', async () => {
  const { service, oauth, victim, note } = attacks;
  const holder = await service.newClient();
  const pair = await oauth.connect({ clientId: victim, redirectUri: VICTIM, joinWith: holder.token });
  const waiting = await oauth.newGrant({ clientId: victim, redirectUri: VICTIM, joinWith: holder.token });
  await holder.call('delete_workspace', { confirm: holder.workspaceId });
  note('a code to join a workspace that is deleted', said(await oauth.exchange({ ...waiting })), '400 invalid_grant');
  note('a refresh token of it', said(await oauth.refresh(victim, pair.refresh_token)), '400 invalid_grant');
  note('an access token of it', await oauth.knock(pair.access_token), '401 invalid_token');
  note(
    'the try token that made it, to join',
    String(await oauth.newGrant({ clientId: victim, redirectUri: VICTIM, joinWith: holder.token }).catch(String)),
    'Error: Not sent back: 400',
  );
  for (let round = 0; round < 5; round += 1) {
    await forgetLimits(service);
    const owner = await service.newClient();
    const grants = await Promise.all(
      Array.from({ length: 3 }, () => oauth.newGrant({ clientId: victim, redirectUri: VICTIM, joinWith: owner.token })),
    );
    await Promise.all([
      ...grants.map((grant) => oauth.exchange({ ...grant })),
      owner.call('delete_workspace', { confirm: owner.workspaceId }),
    ]);
    for (const name of ['connection', 'refresh_token', 'access_token', 'oauth_code']) {
      const left = await sql(service, `SELECT 1 FROM ${name} WHERE workspace_id = $1`, [owner.workspaceId]);
      expect(left, name).toEqual([]);
    }
  }
  note('5 × 3 codes exchanged while their workspace is deleted', 'nothing left behind', 'nothing left behind');
});
