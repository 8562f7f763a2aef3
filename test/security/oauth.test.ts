import { afterAll, beforeAll, expect, test } from 'vitest';
import { createClient } from '../../server/contract/client.ts';
import { connectScreenOf, newPerson, offeredBack, question, rowCounts } from '../api/oauth/support/connect-screen.ts';
import { claimsOf, type JobIssuer, startJobIssuer } from '../api/oauth/support/jobs.ts';
import { type Answer, newVerifier, oauthClient, postForm, postJson } from '../api/oauth/support/oauth-client.ts';
import { sql } from '../api/support/sql.ts';
import { png, review } from '../support/factories.ts';
import { startService, type TestService } from '../support/service.ts';

const VICTIM = 'https://victim.example/callback';
const MALLORY = 'https://mallory.example/callback';

let issuer: JobIssuer;
let service: TestService;
let oauth: ReturnType<typeof oauthClient>;
let victim: string;
let mallory: string;
/** Attack → what came of it, printed at the end. */
const table: { attack: string; outcome: string; held: boolean }[] = [];

beforeAll(async () => {
  issuer = await startJobIssuer();
  service = await startService({ TRUST_PROXY: 'loopback', GITHUB_OIDC_ISSUER: issuer.url });
  oauth = oauthClient(service.url);
  victim = await oauth.register({ redirect_uris: [VICTIM, 'http://localhost/callback'], client_name: 'Victim' });
  mallory = await oauth.register({ redirect_uris: [MALLORY], client_name: 'Mallory' });
});
afterAll(async () => {
  console.log(table.map(({ attack, outcome }) => `${attack.padEnd(72)} ${outcome}`).join('\n'));
  console.log(`${table.length} attacks: ${table.filter(({ held }) => !held).length} went through`);
  await service.close();
  await issuer.close();
});

const someone = () => connectScreenOf(service.url, newPerson());
const said = ({ status, body }: Answer): string => [status, body.error].filter((part) => part !== undefined).join(' ');

/** What came of it must be exactly this. */
function note(attack: string, outcome: string, wanted: string): void {
  table.push({ attack, outcome, held: outcome === wanted });
  expect([attack, outcome]).toEqual([attack, wanted]);
}

test('a code that was stolen or planted is of no use, and its client still gets its tokens', async () => {
  const stolen = await oauth.newGrant({ clientId: victim, redirectUri: VICTIM });
  const { verifier } = newVerifier();
  const planted = await oauth.newGrant({ clientId: mallory, redirectUri: MALLORY });
  const invalid = '400 invalid_grant';
  const attempts: [string, Record<string, string | undefined>, string][] = [
    ['a stolen code by the attacker’s client and verifier', { client_id: mallory, code_verifier: verifier }, invalid],
    ['a stolen code by the attacker’s client alone', { client_id: mallory }, invalid],
    ['a stolen code as its client, with another verifier', { code_verifier: verifier }, invalid],
    ['a stolen code without a verifier', { code_verifier: undefined }, '400 invalid_request'],
    ['a stolen code with an empty verifier', { code_verifier: '' }, '400 invalid_request'],
    ['a stolen code to the attacker’s return address', { redirect_uri: MALLORY }, invalid],
    ['a stolen code in upper case', { code: stolen.code.toUpperCase() }, invalid],
    ['a stolen code with a space', { code: `${stolen.code} ` }, invalid],
    ['a stolen code for another resource', { resource: 'https://mallory.example/mcp' }, '400 invalid_target'],
    ['the attacker’s code planted in the victim’s session', { code: planted.code }, invalid],
    ['… with the attacker’s client id', { code: planted.code, client_id: mallory, redirect_uri: MALLORY }, invalid],
    ['the client id as a code', { code: victim }, invalid],
    ['a code of nobody', { code: `slo_${'A'.repeat(43)}` }, invalid],
  ];
  for (const [attack, change, wanted] of attempts) {
    note(attack, said(await oauth.exchange({ ...stolen, ...change })), wanted);
  }
  expect((await oauth.exchange({ ...stolen })).status).toBe(200);
});

test('who replays a code without its verifier ends nobody’s connection', async () => {
  const grant = await oauth.newGrant({ clientId: victim, redirectUri: VICTIM });
  const tokens = await oauth.exchange({ ...grant });
  const again = { ...grant, code_verifier: newVerifier().verifier };
  note('a used code replayed by who saw only the code', said(await oauth.exchange(again)), '400 invalid_grant');
  expect(await oauth.knock(String(tokens.body.access_token))).toBe('200');
  await sql(service, "UPDATE oauth_code SET used_at = used_at - interval '10 seconds'");
  note('… later, with the verifier: both lose', said(await oauth.exchange({ ...grant })), '400 invalid_grant');
  expect(await oauth.knock(String(tokens.body.access_token))).toBe('401 invalid_token');
});

test('PKCE is not to be talked down', async () => {
  const { challenge, verifier } = newVerifier();
  const weak: [string, Record<string, string | string[] | undefined>][] = [
    ['no challenge', { code_challenge: undefined, code_challenge_method: undefined }],
    ['a challenge without a method, which means plain', { code_challenge_method: undefined }],
    ['the method plain', { code_challenge: verifier, code_challenge_method: 'plain' }],
    ['the method s256 in lower case', { code_challenge_method: 's256' }],
    ['the method none', { code_challenge_method: 'none' }],
    ['an empty challenge', { code_challenge: '' }],
    ['a short challenge', { code_challenge: challenge.slice(1) }],
    ['a long challenge', { code_challenge: `${challenge}A` }],
    ['a challenge in base64', { code_challenge: `${challenge.slice(0, 41)}+/` }],
    ['two challenges', { code_challenge: [challenge, challenge] }],
    ['two methods', { code_challenge_method: ['S256', 'plain'] }],
  ];
  for (const [attack, change] of weak) {
    const page = await someone().show(question(victim, VICTIM, { code_challenge: challenge, ...change }));
    const back = offeredBack(page);
    note(
      `${attack}`,
      `${page.status} ${back?.searchParams.get('error')} for ${back?.host}`,
      '400 invalid_request for victim.example',
    );
  }
  // The challenge itself is no verifier: it went through the browser.
  const { challenge: seen } = newVerifier();
  const screen = someone();
  const ticket = await screen.ticket(question(victim, VICTIM, { code_challenge: seen }));
  const back = await screen.send({ ticket, choice: 'new' });
  const grant = { client_id: victim, redirect_uri: VICTIM, code: back.location?.searchParams.get('code') ?? '' };
  note('the challenge as verifier', said(await oauth.exchange({ ...grant, code_verifier: seen })), '400 invalid_grant');
});

test('every answer to a client says who gives it (mix-up)', async () => {
  const screen = someone();
  const ticket = await screen.ticket(question(victim, VICTIM));
  const answers = [
    ['code', await screen.send({ ticket, choice: 'new' })],
    ['cancel', await screen.send({ ticket: await screen.ticket(question(victim, VICTIM)), choice: 'cancel' })],
    ['error', await screen.show(question(victim, VICTIM, { response_type: 'token' }))],
    ['error of resource', await screen.show(question(victim, VICTIM, { resource: 'https://mallory.example' }))],
    [
      'an iss that the client was asked with',
      await screen.show(question(victim, VICTIM, { iss: 'https://mallory.example', response_mode: 'fragment' })),
    ],
  ] as const;
  for (const [what, page] of answers) {
    const answer = page.location ?? offeredBack(page);
    note(`mix-up: iss of the answer with ${what}`, String(answer?.searchParams.getAll('iss')), service.url);
  }
  // Cancelling is a press.
  const errors = answers.map(([, page]) => page.location?.searchParams.get('error') ?? null);
  const unasked = errors.filter((error) => error !== null && error !== 'access_denied');
  note(
    'an open redirect by a wrong request',
    `${unasked.length} sent to a site that anybody registered`,
    '0 sent to a site that anybody registered',
  );
  const metadata = await (await fetch(`${service.url}/.well-known/oauth-authorization-server`)).json();
  expect(metadata).toMatchObject({ issuer: service.url, authorization_response_iss_parameter_supported: true });
});

test('nobody is sent to an address that is not the client’s to the letter', async () => {
  const tricks = [
    'https://mallory.example/callback',
    'https://victim.example',
    'https://victim.example/',
    'https://victim.example/callback/',
    'https://victim.example/callback?',
    'https://victim.example/callback?next=https://mallory.example',
    'https://victim.example/callback#',
    'https://victim.example/callback#@mallory.example',
    'https://victim.example/callback/../evil',
    'https://victim.example/x/../callback',
    'https://victim.example/callback/..%2fevil',
    'https://victim.example/%2e%2e/callback',
    'https://victim.example/./callback',
    'https://victim.example//callback',
    'https://victim.example/%63allback',
    'https://victim.example/CALLBACK',
    'https://victim.example/callback;x',
    'https://victim.example/callback%00',
    'https://victim.example/callback%20',
    'https://victim.example/callback ',
    ' https://victim.example/callback',
    'https://victim.example/callback\t',
    'https://victim.example/callback\r\nLocation: https://mallory.example',
    'https://victim.example\\@mallory.example/callback',
    'https://victim.example@mallory.example/callback',
    'https://victim.example%40mallory.example/callback',
    'https://mallory.example/https://victim.example/callback',
    'https://mallory.example#https://victim.example/callback',
    'https://mallory.example?https://victim.example/callback',
    'https://user@victim.example/callback',
    'https://user:pw@victim.example/callback',
    'https://victim.example:443/callback',
    'https://victim.example:8443/callback',
    'https://victim.example:/callback',
    'https://victim.example./callback',
    'https://victim.example.mallory.example/callback',
    'https://mallory-victim.example/callback',
    'https://sub.victim.example/callback',
    'https://VICTIM.example/callback',
    'HTTPS://victim.example/callback',
    'https://vıctim.example/callback',
    'https://vіctim.example/callback',
    'https://victim。example/callback',
    'https://victim.example／callback',
    'https://ｖictim.example/callback',
    'https://vic\u00adtim.example/callback',
    'https://xn--vctim-n4a.example/callback',
    'http://victim.example/callback',
    'http://victim.example:80/callback',
    '//victim.example/callback',
    '/callback',
    'https:victim.example/callback',
    'https:/victim.example/callback',
    'https:///victim.example/callback',
    'https:\\\\victim.example\\callback',
    'javascript:alert(1)',
    'data:text/html,x',
    'victim://callback',
    'http://localhost.mallory.example/callback',
    'http://localhost@mallory.example/callback',
    'http://localhost:1@mallory.example/callback',
    'http://localhost:1\\@mallory.example/callback',
    'http://localhost%2emallory.example/callback',
    'http://127.0.0.1.mallory.example/callback',
    'http://127.1/callback',
    'http://2130706433/callback',
    'http://0x7f.0.0.1/callback',
    'http://0177.0.0.1/callback',
    'http://127.0.0.2/callback',
    'http://0.0.0.0/callback',
    'http://[::]/callback',
    'http://[::ffff:127.0.0.1]/callback',
    'http://[0:0:0:0:0:0:0:1]/callback',
    'http://localhost:65536/callback',
    'http://localhost:-1/callback',
    'http://localhost:1:2/callback',
    'http://localhost:8080/callback/',
    'http://localhost:8080/callback?x',
    'http://localhost:8080/callback#x',
    'http://localhost:8080//callback',
    'http://localhost:8080/x/../callback',
    'http://localhost.:8080/callback',
    'http://loc%61lhost:8080/callback',
    'https://localhost/callback',
    'https://localhost:8080/callback',
    'http://localhost:8080/\\mallory.example/callback',
    'null',
    '*',
    'https://*.example/callback',
  ];
  let redirects = 0;
  for (const redirect of tricks) {
    for (const more of [{}, { response_type: 'token' }]) {
      const { status, location, html } = await someone().show(question(victim, redirect, more));
      if (location !== null || html.includes('name="ticket"')) redirects += 1;
      expect([status, location], redirect).toEqual([400, null]);
    }
  }
  note(`${tricks.length} other spellings of a return address × 2`, `${redirects} redirects`, '0 redirects');
  // What is meant to work does.
  for (const good of [
    VICTIM,
    'http://localhost/callback',
    'http://localhost:8080/callback',
    'http://[::1]:1/callback',
  ]) {
    expect((await someone().show(question(victim, good))).status, good).toBe(200);
  }
});

test('state goes back as it came, and leads nowhere', async () => {
  const states = [
    'https://mallory.example/',
    '//mallory.example',
    '&code=planted&iss=https://mallory.example',
    '#code=planted',
    '?code=planted',
    '\r\nLocation: https://mallory.example\r\n\r\n<script>alert(1)</script>',
    '"><script>alert(1)</script>',
    '../../..',
    '%0d%0aSet-Cookie:%20a=b',
    '\u202e\u0000\ufeff',
    'é😀',
    'x'.repeat(8000),
    '__proto__',
  ];
  let kept = 0;
  for (const state of states) {
    for (const choice of ['new', 'cancel']) {
      const screen = someone();
      const { location, headers } = await screen.send({
        ticket: await screen.ticket(question(victim, VICTIM, { state })),
        choice,
      });
      expect(location?.origin + (location?.pathname ?? ''), state).toBe(VICTIM);
      expect([location?.hash, headers.get('set-cookie')], state).toEqual(['', null]);
      const names = [...(location?.searchParams.keys() ?? [])].sort();
      expect(names, state).toEqual(
        choice === 'new' ? ['code', 'iss', 'state'] : ['error', 'error_description', 'iss', 'state'],
      );
      if (location?.searchParams.get('state') === state) kept += 1;
    }
  }
  note(
    `${states.length} hostile states × 2`,
    `${kept} came back to the letter`,
    `${states.length * 2} came back to the letter`,
  );
});

test('what is sent twice, or beside its place, counts for nothing', async () => {
  const { location: pressed } = await (async () => {
    const screen = someone();
    return screen.send({ ticket: await screen.ticket(question(victim, VICTIM)), choice: 'new' });
  })();
  expect(pressed?.host).toBe('victim.example');
  for (const name of ['client_id', 'redirect_uri']) {
    for (const values of [
      [victim, mallory],
      [mallory, victim],
    ]) {
      const both = name === 'client_id' ? values : values.map((id) => (id === victim ? VICTIM : MALLORY));
      const { status, location } = await someone().show(question(victim, VICTIM, { [name]: both }));
      note(`${name} twice in the question`, `${status} ${location}`, '400 null');
    }
  }
  for (const name of ['response_type', 'state', 'code_challenge']) {
    const asked = question(victim, VICTIM);
    const page = await someone().show({ ...asked, [name]: [String(asked[name]), 'x'] });
    note(`${name} twice in the question`, String(offeredBack(page)?.searchParams.get('error')), 'invalid_request');
  }
  // The press is told by the sealed ticket alone: nothing beside it changes who is connected and where.
  const screen = someone();
  const ticket = await screen.ticket(question(victim, VICTIM));
  const overlaid = await screen.send({
    ticket,
    choice: 'new',
    client_id: mallory,
    redirect_uri: MALLORY,
    state: 'planted',
  });
  note('another client and address beside the ticket', String(overlaid.location?.host), 'victim.example');
  expect(overlaid.location?.searchParams.get('state')).not.toBe('planted');

  const grant = {
    grant_type: 'authorization_code',
    ...(await oauth.newGrant({ clientId: victim, redirectUri: VICTIM })),
  };
  const form = new URLSearchParams(grant).toString();
  const url = `${service.url}/oauth/token`;
  for (const [name, value] of Object.entries(grant)) {
    note(`${name} twice in the form`, said(await postForm(url, `${form}&${name}=${value}`)), '400 invalid_request');
    const rest = new URLSearchParams(Object.entries(grant).filter(([each]) => each !== name)).toString();
    const query = new URLSearchParams({ [name]: value });
    if (name === 'redirect_uri') continue;
    note(`${name} in the query instead`, said(await postForm(`${url}?${query}`, rest)), '400 invalid_request');
  }
  const basic = `Basic ${Buffer.from(`${mallory}:`).toString('base64')}`;
  note(
    'another client in the Authorization header',
    said(await postForm(url, form, { authorization: basic })),
    '401 invalid_client',
  );
  note(
    'Basic with a secret',
    said(await postForm(url, form, { authorization: `Basic ${Buffer.from(`${victim}:x`).toString('base64')}` })),
    '401 invalid_client',
  );
  expect((await postForm(`${url}?code=planted&client_id=${mallory}`, form)).status).toBe(200);
});

test('a token of one kind is nothing at the place of another', async () => {
  const holder = await service.newClient();
  const picture = new Uint8Array(await png());
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
    'shot’s capability': new URL(made.screenshots[0]?.url ?? '').pathname.split('/')[2] ?? '',
    'client id': victim,
    ticket: await screen.ticket(question(victim, VICTIM)),
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
      status: async (value) => (await fetch(`${service.url}/u/${value}`, { method: 'PUT', body: picture })).status,
    },
    subject_token: { takes: ['id-token'], status: async (value) => (await exchangeOf(value)).status },
    code: {
      takes: ['code'],
      status: async (value) => (await oauth.exchange({ ...grant, code: value })).status,
    },
    'joining token': {
      takes: ['try token'],
      status: async (token) => {
        const fresh = await screen.ticket(question(victim, VICTIM));
        return (await someone().send({ ticket: fresh, choice: 'join', token })).status;
      },
    },
    ticket: {
      takes: ['ticket'],
      status: async (ticket) => (await someone().send({ ticket, choice: 'cancel' })).status,
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

  // Whoever gives up what is not to be given up there changes nothing.
  for (const [kind, value] of Object.entries(kinds)) {
    if (kind === 'refresh token' || kind === 'access token') continue;
    expect((await oauth.revoke({ token: value, client_id: victim })).status, kind).toBe(200);
  }
  expect(await oauth.knock(holder.token)).toBe('200');
  expect(await oauth.knock(pair.access_token)).toBe('200');
});

test('another client neither refreshes nor revokes, and learns nothing by trying', async () => {
  const pair = await oauth.connect({ clientId: victim, redirectUri: VICTIM });
  note('refresh as another client', said(await oauth.refresh(mallory, pair.refresh_token)), '400 invalid_grant');
  note(
    'refresh without a client',
    said(await oauth.token({ grant_type: 'refresh_token', refresh_token: pair.refresh_token })),
    '400 invalid_request',
  );
  note(
    'refresh as an unknown client',
    said(await oauth.refresh(`slc_${'0'.repeat(27)}`, pair.refresh_token)),
    '400 invalid_client',
  );
  note(
    'refresh for another resource',
    said(await oauth.refresh(victim, pair.refresh_token, { resource: 'https://mallory.example' })),
    '400 invalid_target',
  );
  note(
    'a refresh token with one letter changed',
    said(
      await oauth.refresh(victim, `${pair.refresh_token.slice(0, -1)}${pair.refresh_token.endsWith('0') ? '1' : '0'}`),
    ),
    '400 invalid_grant',
  );
  note(
    'revoking another client’s refresh token',
    said(await oauth.revoke({ token: pair.refresh_token, client_id: mallory })),
    '200',
  );
  note(
    'revoking another client’s access token',
    said(await oauth.revoke({ token: pair.access_token, client_id: mallory })),
    '200',
  );
  expect(await oauth.knock(pair.access_token)).toBe('200');
  const next = await oauth.refresh(victim, pair.refresh_token, { scope: 'admin mcp:use openid' });
  note('more scope than there is', String(next.body.scope), 'mcp:use');
});

test('a workspace’s connections are nobody else’s', async () => {
  const one = await service.newClient();
  const pair = await oauth.connect({ clientId: victim, redirectUri: VICTIM, joinWith: one.token });
  const [connection] = (await one.call('list_connections', {})).connections;
  const other = await service.newClient();
  expect((await other.call('list_connections', {})).connections).toEqual([]);
  const end = other.call('end_connection', { connection_id: connection?.id ?? '' });
  note(
    'ending a connection of another workspace',
    await end.then(
      () => 'ended',
      (error) => String(error.status),
    ),
    '404',
  );
  const connected = createClient({ baseUrl: service.url, bearer: pair.access_token });
  const rotate = connected.call('rotate_token', {});
  note(
    'a try token of 90 days by a token of an hour',
    await rotate.then(
      () => 'made',
      (error) => error.body.error,
    ),
    'invalid_state',
  );
  const remade = await oauth
    .newGrant({ clientId: mallory, redirectUri: MALLORY, joinWith: pair.access_token })
    .catch(String);
  note('joining by an access token', String(remade), 'Error: Not sent back: 400');
  expect(await oauth.knock(pair.access_token)).toBe('200');
  await one.call('end_connection', { connection_id: connection?.id ?? '' });
  note('an access token after its connection was ended', await oauth.knock(pair.access_token), '401 invalid_token');
  note('its refresh token', said(await oauth.refresh(victim, pair.refresh_token)), '400 invalid_grant');
});

test('after a workspace is deleted neither codes nor refresh tokens lead to it', async () => {
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
    await sql(service, 'DELETE FROM rate_window');
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

test('what a foreign page can send changes nothing', async () => {
  const screen = someone();
  const ticket = await screen.ticket(question(mallory, MALLORY));
  const before = await rowCounts(service);
  const forms: [string, Record<string, string>][] = [
    ['no header that says where from', {}],
    ['cross-site', { 'sec-fetch-site': 'cross-site' }],
    ['same-site (another port or sub-domain)', { 'sec-fetch-site': 'same-site' }],
    ['typed or from outside', { 'sec-fetch-site': 'none' }],
    ['cross-site with our Origin', { 'sec-fetch-site': 'cross-site', origin: service.url }],
    ['a foreign Origin', { origin: 'https://mallory.example' }],
    ['the Origin null', { origin: 'null' }],
    ['an Origin that begins with ours', { origin: `${service.url}.mallory.example` }],
    ['our Origin with a path', { origin: `${service.url}/` }],
    ['another port of our host', { origin: 'http://localhost:1' }],
    ['https in place of http', { origin: service.url.replace('http:', 'https:') }],
    ['two Origins', { origin: `${service.url}, https://mallory.example` }],
    ['two sites', { 'sec-fetch-site': 'same-origin, cross-site' }],
  ];
  for (const [what, headers] of forms) {
    const { status, location } = await screen.send({ ticket, choice: 'new' }, headers);
    note(`forged press: ${what}`, `${status} ${location}`, '403 null');
  }
  const client = JSON.stringify({ redirect_uris: [MALLORY] });
  const register = `${service.url}/oauth/register`;
  for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']) {
    note(
      `registering by a form as ${type}`,
      said(await postJson(register, client, { 'content-type': type })),
      '400 invalid_client_metadata',
    );
  }
  expect(await rowCounts(service)).toEqual(before);
  const shown = await screen.show(question(victim, VICTIM), { origin: 'https://mallory.example' });
  note(
    'reading the screen from another origin (CORS)',
    String(shown.headers.get('access-control-allow-origin')),
    'null',
  );
  note('framing it', String(shown.headers.get('x-frame-options')), 'DENY');
  expect(shown.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
  for (const path of ['register', 'token', 'revoke']) {
    const { headers } = await postForm(`${service.url}/oauth/${path}`, '', { origin: 'https://mallory.example' });
    expect([headers.get('access-control-allow-origin'), headers.get('access-control-allow-credentials')]).toEqual([
      '*',
      null,
    ]);
    expect([headers.get('cache-control'), headers.get('set-cookie')], path).toEqual(['no-store', null]);
  }
});

test('huge bodies, and bodies of other types, are not read', async () => {
  const grant = {
    grant_type: 'authorization_code',
    ...(await oauth.newGrant({ clientId: victim, redirectUri: VICTIM })),
  };
  const form = new URLSearchParams(grant).toString();
  const token = `${service.url}/oauth/token`;
  const pad = `&pad=${'x'.repeat(70_000)}`;
  const fields = Array.from({ length: 101 }, (_, at) => `&p${at}=1`).join('');
  note('a form of 70 KB', said(await postForm(token, form + pad)), '413 invalid_request');
  note('a form of 106 fields', said(await postForm(token, form + fields)), '400 invalid_request');
  note(
    '70 KB to give up a token',
    said(await postForm(`${service.url}/oauth/revoke`, `token=x${pad}`)),
    '413 invalid_request',
  );
  const wide = { redirect_uris: [MALLORY], pad: 'x'.repeat(70_000) };
  note('70 KB to register', said(await postJson(`${service.url}/oauth/register`, wide)), '413 invalid_request');
  const deep = `${'['.repeat(30_000)}${']'.repeat(30_000)}`;
  note(
    'a list 30,000 deep to register',
    said(await postJson(`${service.url}/oauth/register`, deep)),
    '400 invalid_client_metadata',
  );
  note('70 KB pressed', String((await someone().send(`ticket=x&choice=new${pad}`)).status), '413');
  const json = JSON.stringify(grant);
  const types: [what: string, body: string, type: string][] = [
    ['JSON', json, 'application/json'],
    ['JSON that says it is a form', json, 'application/x-www-form-urlencoded'],
    ['a form that says it is text', form, 'text/plain'],
    ['a form that says it is XML', form, 'application/xml'],
    ['a form of another name', form, 'application/x-www-form-urlencoded-x'],
    [
      'a multipart form',
      `--x\r\nContent-Disposition: form-data; name="code"\r\n\r\n${grant.code}\r\n--x--`,
      'multipart/form-data; boundary=x',
    ],
    [
      'a form in UTF-16',
      Buffer.from(form, 'utf16le').toString('latin1'),
      'application/x-www-form-urlencoded; charset=utf-16',
    ],
  ];
  for (const [what, body, type] of types) {
    note(`${what} for a code`, said(await postForm(token, body, { 'content-type': type })), '400 invalid_request');
  }
  expect((await postForm(token, form)).status).toBe(200);
});

test('what was sealed for another place is no ticket', async () => {
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
  for (const ticket of sealed) {
    const { status, location } = await someone().send({ ticket, choice: 'new' });
    if (location !== null) taken += 1;
    expect(status).toBe(400);
  }
  expect(sealed.length).toBeGreaterThanOrEqual(4);
  note(`${sealed.length} values sealed for other places as tickets`, `${taken} taken`, '0 taken');
});

test('addresses in headers name no other issuer, and other methods do nothing', async () => {
  const lies = {
    'x-forwarded-host': 'mallory.example',
    'x-forwarded-proto': 'https',
    forwarded: 'host=mallory.example',
  };
  for (const path of [
    '/.well-known/oauth-authorization-server',
    '/.well-known/oauth-protected-resource/mcp/sightline',
  ]) {
    const text = await (await fetch(`${service.url}${path}`, { headers: lies })).text();
    note(
      `another host in headers of ${path.slice(0, 38)}…`,
      text.includes('mallory') ? 'named' : 'not named',
      'not named',
    );
  }
  const unauthorized = await fetch(`${service.url}/mcp/sightline`, { method: 'POST', headers: lies, body: '{}' });
  expect([401, 403]).toContain(unauthorized.status);
  expect(unauthorized.headers.get('www-authenticate') ?? '').not.toContain('mallory');
  const before = await rowCounts(service);
  const form = new URLSearchParams({ grant_type: 'refresh_token', client_id: victim, refresh_token: 'x' });
  const odd: [string, string][] = [
    ['GET', `/oauth/token?${form}`],
    ['PUT', '/oauth/token'],
    ['DELETE', '/oauth/token'],
    ['GET', '/oauth/register'],
    ['PUT', '/oauth/register'],
    ['GET', '/oauth/revoke'],
    ['PUT', '/oauth/authorize'],
    ['DELETE', '/oauth/authorize'],
    ['PATCH', '/oauth/authorize'],
  ];
  for (const [method, path] of odd) {
    const response = await fetch(`${service.url}${path}`, { method, headers: { 'x-http-method-override': 'POST' } });
    expect([404, 405], `${method} ${path}`).toContain(response.status);
  }
  note(`${odd.length} other methods`, 'refused', 'refused');
  expect(await rowCounts(service)).toEqual(before);
});

test('no value of any parameter is a fault of ours', async () => {
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
  await sql(service, 'DELETE FROM rate_window');
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
    for (const name of ['ticket', 'choice', 'token', '__proto__']) {
      count((await someone().send({ ticket: 'x', choice: 'new', [name]: value })).status, `press ${name} ${value}`);
    }
  }
  const sent = Object.values(statuses).reduce((sum, each) => sum + each, 0);
  expect(sent).toBeGreaterThan(500);
  console.log(`${sent} requests with hostile values: ${JSON.stringify(statuses)}, none of them a fault`);
  expect(service.logged()).not.toMatch(/"level":50/);
});
