import { expect, test } from 'vitest';
import { newPerson } from '../../../github/app/support/setup-person.ts';
import { startManifestGitHub } from '../../../support/local-github/manifest.ts';
import { startService, type TestService } from '../../../support/service.ts';

// The App that is created on one process of several.
const BASE = 'https://sightline.test';
let pass = '';

const environment = () => ({ BASE_URL: BASE, GITHUB_API_URL: github.apiUrl });
const github = await startManifestGitHub();
const service = await startService(environment());
const shared = { ...environment(), DATABASE_URL: service.databaseUrl };
const other = await startService(shared);
/** The environment of the App there is invalid. */
const odd = await startService({ ...shared, SWEEP_SECONDS: 'often' });
/** Nobody opens a page of this one. */
const worker = await startService({ ...shared, ROLE: 'worker' });

const appOf = async (at: TestService): Promise<unknown> =>
  Reflect.get(Object(await (await fetch(`${at.url}/.well-known/sightline`)).json()), 'app');

test('of concurrent answers at several processes one makes the App, and it runs in all without a restart', async () => {
  expect(other.setupUrl).toBe(service.setupUrl);
  const secret = new URL(service.setupUrl ?? '').searchParams.get('secret') ?? '';
  const [person, elsewhere] = [newPerson(service.url), newPerson(other.url)];
  for (const each of [person, elsewhere]) expect(await each.paste(secret)).toMatchObject({ status: 303 });
  const { back } = await person.create('acme');
  pass = person.cookie().split('=')[1] ?? '';
  const pages = await Promise.all([person.go(back), elsewhere.go(back)]);
  for (const page of pages) expect(page).toMatchObject({ status: 200, heading: 'The GitHub App is there' });
  expect(github.converted).toBe(1);
  for (const at of [service, other]) {
    await expect.poll(() => appOf(at).catch(() => null)).toEqual({ url: BASE, oidc_audience: BASE, sign_in: true });
  }
  await expect.poll(() => worker.logged().includes('the GitHub App runs')).toBe(true);
});

test('where the App cannot be started the page says so, and the service continues', async () => {
  const person = newPerson(odd.url);
  const name = '__Host-sightline-setup';
  const page = await person.go('/github/setup', { headers: { cookie: `${name}=${pass}` } });
  expect(page).toMatchObject({ status: 200, heading: 'The GitHub App is there' });
  expect(page.html).toContain('could not be started here');
  expect(odd.logged()).toContain('the GitHub App cannot be started');
  expect((await fetch(`${odd.url}/healthz`)).status).toBe(200);
  expect(await appOf(odd)).toBeNull();
});

test('an App in the environment takes precedence over the created one, and the page says so', async () => {
  const made = github.apps[0]?.secrets.pem ?? '';
  const own = { GITHUB_APP_ID: '9', GITHUB_PRIVATE_KEY: made, GITHUB_WEBHOOK_SECRET: 'of the environment' };
  const at = await startService({ ...environment(), DATABASE_URL: service.databaseUrl, ...own });
  expect(at.setupUrl).toBeNull();
  const page = await newPerson(at.url).go('/github/setup');
  expect(page).toMatchObject({ status: 409, heading: 'There is a GitHub App already' });
  await at.close();
});
