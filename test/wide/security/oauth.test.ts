import { expect, test } from 'vitest';
import { connectScreenOf, newPerson, question } from '../../api/oauth/support/connect-screen.ts';
import { claimsOf, startJobIssuer } from '../../api/oauth/support/jobs.ts';
import { oauthClient, postForm, postJson } from '../../api/oauth/support/oauth-client.ts';
import { forgetLimits } from '../../api/support/sql.ts';
import { png, review } from '../../support/factories.ts';
import { startService } from '../../support/service.ts';

/** The victim's return address. */
const VICTIM = 'https://victim.example/callback';

const issuer = await startJobIssuer();
const service = await startService({ TRUST_PROXY: 'loopback', GITHUB_OIDC_ISSUER: issuer.url });
const oauth = oauthClient(service.url);
const victim = await oauth.register({ redirect_uris: [VICTIM, 'http://localhost/callback'], client_name: 'Victim' });
const someone = () => connectScreenOf(service.url, newPerson());

test('a token of one kind is refused where another kind is expected', async () => {
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
    expect(taken, place).toEqual(takes);
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

test('no parameter value causes an internal error', async () => {
  const values = [
    '\u0000',
    'a\u0000b',
    '\ud800',
    '\u202e',
    "' OR 1=1 --",
    '__proto__',
    'x'.repeat(15_000),
    '../../../../etc/passwd',
    'http://169.254.169.254/latest/meta-data',
    'https://[::1]/client.json',
    '{"a":1}',
    '\r\nX: y',
  ];
  const statuses: Record<number, number> = {};
  const count = (status: number, what: string): void => {
    statuses[status] = (statuses[status] ?? 0) + 1;
    expect(status, what).toBeLessThan(500);
  };
  const asked = question(victim, VICTIM);
  for (const name of [
    ...Object.keys(asked),
    'resource',
    'scope',
    'response_mode',
    'prompt',
    'request',
    'request_uri',
  ]) {
    for (const value of values) {
      const { status, location } = await someone().show({ ...asked, [name]: value });
      count(status, `GET authorize ${name} ${value}`);
      if (location !== null) expect(location.host).toBe('victim.example');
    }
  }
  const grant = {
    grant_type: 'authorization_code',
    client_id: victim,
    code: 'x',
    code_verifier: 'y',
    redirect_uri: VICTIM,
  };
  const tokenForms: Record<string, string>[] = [
    grant,
    { grant_type: 'refresh_token', client_id: victim, refresh_token: 'x', resource: service.url },
    {
      grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
      subject_token: 'x',
      subject_token_type: 'urn:ietf:params:oauth:token-type:jwt',
      requested_token_type: 'x',
      audience: service.url,
    },
  ];
  await forgetLimits(service);
  for (const form of tokenForms) {
    for (const name of [...Object.keys(form), 'scope', 'client_secret', '__proto__', 'actor_token']) {
      for (const value of values) {
        const answer = await postForm(`${service.url}/oauth/token`, { ...form, [name]: value }, newPerson());
        count(answer.status, `token ${name} ${value}`);
        expect(answer.body, `token ${name} ${value}`).not.toHaveProperty('access_token');
      }
    }
  }
  for (const value of values) {
    count((await oauth.revoke({ token: value, client_id: victim })).status, `revoke ${value}`);
    count(
      (await oauth.revoke({ token: 'x', client_id: value, token_type_hint: value })).status,
      `revoke client ${value}`,
    );
    for (const body of [
      { redirect_uris: [value] },
      { redirect_uris: [VICTIM], client_name: value },
      { [value]: value },
      [value],
      value,
    ]) {
      count(
        (await postJson(`${service.url}/oauth/register`, body, newPerson())).status,
        `register ${JSON.stringify(body)}`,
      );
    }
    for (const name of ['consent', 'choice', 'token', '__proto__']) {
      count((await someone().send({ consent: 'x', choice: 'new', [name]: value })).status, `press ${name} ${value}`);
    }
  }
  const sent = Object.values(statuses).reduce((sum, each) => sum + each, 0);
  expect(sent).toBeGreaterThan(500);
  console.log(`${sent} requests with hostile values: ${JSON.stringify(statuses)}, none of them a fault`);
  expect(service.logged()).not.toMatch(/"level":50/);
});
