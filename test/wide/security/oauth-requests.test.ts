import { expect, test } from 'vitest';
import { newPerson, offeredBack, question } from '../../api/oauth/support/connect-screen.ts';
import { postForm, postJson } from '../../api/oauth/support/oauth-client.ts';
import { forgetLimits } from '../../api/support/sql.ts';
import { said, startOAuthAttacks, VICTIM } from '../../security/support/oauth-attacks.ts';

const MALLORY = 'https://mallory.example/callback';

const attacks = await startOAuthAttacks();
const mallory = await attacks.oauth.register({ redirect_uris: [MALLORY], client_name: 'Mallory' });

test('every answer to a client names its issuer (mix-up)', async () => {
  const { service, victim, someone, note } = attacks;
  const screen = someone();
  const consent = await screen.consent(question(victim, VICTIM));
  const answers = [
    ['code', await screen.send({ consent, choice: 'new' })],
    ['cancel', await screen.send({ consent: await screen.consent(question(victim, VICTIM)), choice: 'cancel' })],
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
  // Cancelling is a form post.
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

test('state is returned unchanged, and does not affect the address', async () => {
  const { victim, someone, note } = attacks;
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
        consent: await screen.consent(question(victim, VICTIM, { state })),
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

test('repeated or misplaced parameters do not count', async () => {
  const { service, oauth, victim, someone, note } = attacks;
  const { location: pressed } = await (async () => {
    const screen = someone();
    return screen.send({ consent: await screen.consent(question(victim, VICTIM)), choice: 'new' });
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
  // Only the encrypted consent state counts: no other parameter changes who is connected and where.
  const screen = someone();
  const consent = await screen.consent(question(victim, VICTIM));
  const overlaid = await screen.send({
    consent,
    choice: 'new',
    client_id: mallory,
    redirect_uri: MALLORY,
    state: 'planted',
  });
  note('another client and address beside the consent state', String(overlaid.location?.host), 'victim.example');
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

test('huge bodies, and bodies of other types, are not read', async () => {
  const { service, oauth, victim, someone, note } = attacks;
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
  note('70 KB pressed', String((await someone().send(`consent=x&choice=new${pad}`)).status), '413');
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

test('no parameter value causes an internal error', async () => {
  const { service, oauth, victim, someone } = attacks;
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
