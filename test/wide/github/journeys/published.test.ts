import { createHash } from 'node:crypto';
import published from '@octokit/webhooks-examples' with { type: 'json' };
import { expect, test } from 'vitest';
import { z } from 'zod';
import { handlers } from '../../../../app/events/handle-event.ts';
import { startLocalGitHub } from '../../../support/local-github/index.ts';
import { startManifestGitHub } from '../../../support/local-github/manifest.ts';
import { startPeople } from '../../../support/local-github/people.ts';
import { openDeclarations } from '../../../support/local-github/published/declarations.ts';
import { type Exchange, openPublished } from '../../../support/local-github/published/index.ts';

/** Compares the local GitHub with GitHub’s published description. Closing it reports every deviation. */
const description = openPublished();
const exchange = (method: string, path: string, rest: Partial<Exchange> = {}): Exchange => ({
  method,
  url: new URL(path, 'https://api.github.com'),
  sent: undefined,
  status: 200,
  got: undefined,
  ...rest,
});

test('every published operation can be read', () => {
  const declarations = openDeclarations('openapi-types');
  const operations = declarations.operations();
  expect(operations.length).toBeGreaterThan(1000);
  for (const { id } of operations) expect(declarations.entry('operations', id), id).not.toBeNull();
  console.log(`${operations.length} published operations read`);
});

test('every implemented route is a published operation', async () => {
  const github = await startLocalGitHub();
  try {
    const routes = github.routes();
    const unknown = routes.filter(
      ({ method, template }) =>
        template !== null && description.operation(method, template) !== `${method} ${template}`,
    );
    // The issuer of id-tokens, which a runner calls, is not part of the API.
    const elsewhere = routes.filter(({ template }) => template === null).map(({ path }) => path.source);
    expect(elsewhere).toEqual([
      '^\\/\\.well-known\\/openid-configuration$',
      '^\\/\\.well-known\\/jwks$',
      '^\\/_services\\/id-token$',
    ]);
    console.log(
      `local GitHub: ${routes.length - elsewhere.length} routes, each in GitHub's published description; ${unknown.length} unknown; ${elsewhere.length} of the issuer of id-tokens`,
    );
    expect(unknown).toEqual([]);
    expect(routes.length).toBeGreaterThan(20);
  } finally {
    await github.close();
  }
});

test('deviations are found', () => {
  const check = { name: 'x', head_sha: 'a', output: { title: 'a', summary: 'b' } };
  const requests: Array<[Exchange, string[]]> = [
    [exchange('GET', '/repos/a/b/nothing'), ['GET /repos/a/b/nothing: no such operation is published']],
    [exchange('POST', '/repos/a/b/check-runs', { sent: check }), []],
    [
      exchange('POST', '/repos/a/b/check-runs', { sent: { ...check, name: 1, status: 'done', colour: 'red' } }),
      ['body name: number instead of string', 'body status: "done" is not published', 'body colour: no such field'],
    ],
    [exchange('POST', '/repos/a/b/check-runs', { sent: { name: 'x' } }), ['body head_sha: is missing']],
    [exchange('GET', '/repos/a/b/pulls?state=open&per_page=100'), []],
    [exchange('GET', '/repos/a/b/pulls?state=ajar'), ['query state: "ajar" is not published']],
    [exchange('GET', '/repos/a/b/pulls/1?per_page=1'), ['query per_page: no such parameter is published']],
    [exchange('GET', '/repos/a/b/contents/docs/a.md?ref=main'), []],
  ];
  for (const [given, wanted] of requests) {
    const found = description.request(given);
    expect(found.length, found.join()).toBe(wanted.length);
    for (const [index, line] of wanted.entries()) expect(found[index]).toContain(line);
  }
  const answers: Array<[Exchange, string[]]> = [
    [exchange('GET', '/repos/a/b', { got: { id: 1, owner: { login: 'a' } } }), []],
    [exchange('GET', '/repos/a/b', { got: { id: '1', moon: 1 } }), ['200 id: string instead', '200 moon: no such']],
    [exchange('POST', '/repos/a/b/check-runs', { status: 200, got: {} }), ['200: an answer of 200 is not published']],
    [exchange('GET', '/repos/a/b/pulls', { got: [{ number: 1 }, { number: null }] }), ['200 [].number: null instead']],
  ];
  for (const [given, wanted] of answers) {
    const found = description.answer(given);
    expect(found.length, found.join()).toBe(wanted.length);
    for (const [index, line] of wanted.entries()) expect(found[index]).toContain(line);
  }
  expect(description.event('pull_request', { action: 'opened', number: 1 })).toEqual([]);
  expect(description.event('pull_request', { action: 'opened', number: '1' })).toHaveLength(1);
  expect(description.event('pull_request', { action: 'danced' })).toHaveLength(1);
  expect(description.pruneAnswer(exchange('GET', '/repos/a/b', { got: { id: 1, moon: 1 } }))).toEqual({ id: 1 });
});

test('a local GitHub with unpublished requests fails its test when it is closed', async () => {
  const github = await startLocalGitHub();
  await fetch(`${github.apiUrl}/repos/a/b/astrology`);
  await fetch(`${github.apiUrl}/repos/a/b?fields=all`);
  await expect(github.close()).rejects.toThrow(/\/astrology: no such operation.*\n.*query fields: no such parameter/);
});

test('GitHub’s published examples of the App’s events match its description, except for known differences', () => {
  const examples = z
    .array(z.object({ name: z.string(), examples: z.array(z.looseObject({})) }))
    .parse(JSON.parse(JSON.stringify(published)));
  const ours = examples.flatMap(({ name, examples: payloads }) =>
    payloads.filter((payload) => `${name}.${payload.action}` in handlers).map((payload) => ({ name, payload })),
  );
  const departures = ours
    .map(({ name, payload }) => description.event(name, payload))
    .filter(({ length }) => length > 0);
  console.log(`${ours.length} published examples: ${ours.length - departures.length} fit to the letter`);
  // A closed list: the differences where the examples are older or newer than the description.
  const places = departures.flat().map((line) => line.replace(/^.*?([a-z_]+): /, '$1: '));
  expect([...new Set(places)].sort()).toEqual([
    'content_references: no such field is published',
    'created_at: number instead of string',
    'custom_properties: no such field is published',
    'updated_at: number instead of string',
  ]);
  expect(ours.length).toBeGreaterThan(20);
});

test('GitHub’s answers to people match the description', async () => {
  const people = await startPeople();
  const site = { fullName: 'octo/site', id: 7, private: true };
  people.addPerson('ada');
  people.allow('ada', site, 'write');
  people.addMember('ada', 'octo/design');
  const verifier = 'a verifier of the person\u2019s own';
  const asked = {
    client_id: people.clientId,
    redirect_uri: 'http://127.0.0.1:1/back',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  };
  const back = await people.authorize('ada', `${people.url}/login/oauth/authorize?${new URLSearchParams(asked)}`);
  const body = new URLSearchParams({
    client_id: people.clientId,
    client_secret: people.clientSecret,
    redirect_uri: asked.redirect_uri,
    code: new URL(back).searchParams.get('code') ?? '',
    code_verifier: verifier,
  });
  await fetch(`${people.url}/login/oauth/access_token`, { method: 'POST', body });
  const headers = { authorization: `Bearer ${people.tokens()[0]}` };
  const installations: unknown = await (await fetch(`${people.url}/user/installations`, { headers })).json();
  const id = Reflect.get(Object(Reflect.get(Object(Reflect.get(Object(installations), 'installations')), 0)), 'id');
  const paths = [
    '/user',
    '/user/installations?per_page=100',
    `/user/installations/${id}/repositories?per_page=100`,
    '/repos/octo/site',
    '/repos/octo/site/collaborators/ada/permission',
    '/orgs/octo/teams/design/memberships/ada',
  ];
  for (const path of paths) {
    const response = await fetch(people.url + path, { headers });
    expect(response.status, path).toBe(200);
    const held = exchange('GET', path, { got: await response.json() });
    expect([...description.request(held), ...description.answer(held)]).toEqual([]);
  }
});

test('GitHub’s answer to a manifest’s code matches the description', async () => {
  const github = await startManifestGitHub();
  try {
    const manifest = JSON.stringify({ name: 'Local', url: 'https://a.test', redirect_url: 'https://a.test/back' });
    const body = new URLSearchParams({ manifest, owner: 'octo' });
    const made = await fetch(`${github.webUrl}/confirm`, { method: 'POST', body, redirect: 'manual' });
    const code = new URL(made.headers.get('location') ?? '').searchParams.get('code');
    const path = `/app-manifests/${code}/conversions`;
    const response = await fetch(github.apiUrl + path, { method: 'POST' });
    const held = exchange('POST', path, { status: response.status, got: await response.json() });
    expect([...description.request(held), ...description.answer(held)]).toEqual([]);
  } finally {
    await github.close();
  }
});
