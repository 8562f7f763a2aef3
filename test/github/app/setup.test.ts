import { createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { readConfig } from '../../../server/config.ts';
import { forgetGitHubApp } from '../../../server/maintain.ts';
import { sql } from '../../api/support/sql.ts';
import { stillClock } from '../../support/clock.ts';
import { startManifestGitHub } from '../../support/local-github/manifest.ts';
import { startService, type TestService } from '../../support/service.ts';
import { newPerson, type Page } from './support/setup-person.ts';

const BASE = 'https://sightline.test';
const clock = stillClock();
const shown: string[] = [];

const environment = () => ({ BASE_URL: BASE, GITHUB_API_URL: github.apiUrl });
const github = await startManifestGitHub();
const service = await startService(environment(), clock.now);
const secret = new URL(service.setupUrl ?? '').searchParams.get('secret') ?? '';

async function someone() {
  const person = newPerson(service.url);
  expect(await person.paste(secret)).toMatchObject({ status: 303 });
  return person;
}
const keep = (page: Page): Page => {
  shown.push(page.html);
  return page;
};
const appOf = async (at: TestService): Promise<unknown> =>
  Reflect.get(Object(await (await fetch(`${at.url}/.well-known/sightline`)).json()), 'app');

describe('creating the App', () => {
  test('requires the secret that the service prints', async () => {
    expect(service.setupUrl).toBe(`${BASE}/github/setup?secret=${secret}`);
    expect(secret.length).toBeGreaterThan(40);
    const opened = await newPerson(service.url).go(`/github/setup?secret=${secret}`);
    expect(opened.status).toBe(303);
    // The secret is neither in the final address nor in the cookie.
    expect(opened.headers.get('location')).toBe('/github/setup');
    const cookie = opened.headers.get('set-cookie') ?? '';
    expect(cookie).toMatch(/^__Host-sightline-setup=[\w-]{43}; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Lax; Secure$/);
    expect(cookie).not.toContain(secret);
  });

  test('is refused without it, and the page says where it is', async () => {
    for (const query of ['', '?secret=', '?secret=wrong', '?secret=a&secret=b', '?owner=acme']) {
      const page = await newPerson(service.url).go(`/github/setup${query}`);
      expect(page).toMatchObject({ status: 403, heading: 'Only for the operator of this service' });
      expect(page.html).toContain('npm start');
      expect(page.html).not.toContain('settings/apps/new');
    }
  });

  test('is refused with a wrong secret in the form, or from a form on another site', async () => {
    expect((await newPerson(service.url).paste('wrong')).html).toContain('This is not the secret');
    const foreign = await newPerson(service.url).paste(secret, 'cross-site');
    expect(foreign.status).toBe(403);
    expect(foreign.headers.get('set-cookie')).toBeNull();
  });

  test('reads no code without the cookie', async () => {
    const before = github.converted;
    const { back } = await (await someone()).create();
    expect(await newPerson(service.url).go(back)).toMatchObject({ status: 403 });
    expect(github.converted).toBe(before);
  });
});

describe('the setup page', () => {
  test('posts only to GitHub, and is never cached', async () => {
    const { page, action } = await (await someone()).form();
    expect(action).toMatch(new RegExp(`^${github.webUrl}/settings/apps/new\\?state=\\d+\\.[\\w-]{16}\\.[\\w-]{43}$`));
    expect(page.headers.get('content-security-policy')).toBe(
      `default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; frame-ancestors 'none'; form-action 'self' ${github.webUrl} https:`,
    );
    expect(page.headers.get('cache-control')).toBe('no-store');
    expect(page.html).not.toContain('<script');
    expect(page.html).not.toContain(secret);
  });

  test('accepts the name of an organization, under which GitHub then creates the App', async () => {
    const { page, action, manifest } = await (await someone()).form(' @acme ');
    expect(action).toContain(`${github.webUrl}/organizations/acme/settings/apps/new?state=`);
    expect(manifest).toMatchObject({ name: 'Sightline acme', public: false });
    expect(page.html).toContain('Create it for <bdi>acme</bdi>');
  });

  test.each(['a/b', '"><b>', '-acme', 'x'.repeat(40)])('refuses %s as one', async (owner) => {
    const { page } = await (await someone()).form(owner);
    expect(page).toMatchObject({ status: 400, heading: 'This is no name of an organization' });
  });
});

describe('a failed creation leaves no App and says how to continue:', () => {
  test('GitHub is down, limits or hangs up: the code works once it is back, and expires only then', async () => {
    const person = await someone();
    const { back } = await person.create();
    for (const api of ['down', 'limited', 'hangs up'] as const) {
      github.api = api;
      const page = keep(await person.go(back));
      expect(page, api).toMatchObject({ status: 503, heading: 'GitHub does not answer just now' });
    }
    github.api = 'expired';
    expect(await person.go(back)).toMatchObject({ status: 400, heading: 'GitHub does not take its code any more' });
    github.api = 'well';
    expect(await person.go(back)).toMatchObject({ status: 400, heading: 'This answer was used before' });
    expect(github.converted).toBe(0);
  });

  test('the answer describes no App', async () => {
    const person = await someone();
    const { back } = await person.create();
    github.api = 'nonsense';
    const page = await person.go(back);
    github.api = 'well';
    expect(page).toMatchObject({ status: 502, heading: 'GitHub’s answer could not be read' });
    expect(page.html).not.toContain('words of GitHub');
  });

  test('the state is too old, forged, for another answer or missing', async () => {
    const person = await someone();
    const [one, two] = [(await person.create()).back, (await person.create()).back];
    clock.aheadMs = 3_601_000;
    expect(await person.go(one)).toMatchObject({ status: 400, heading: 'This took more than an hour' });
    clock.aheadMs = 0;
    const state = new URL(one, BASE).searchParams.get('state') ?? '';
    const [expiry = '', id = '', sign = ''] = state.split('.');
    const forged = [
      `${Number(expiry) + 9}.${id}.${sign}`,
      `${expiry}.x${id}.${sign}`,
      `${expiry}.${id}.`,
      `${state}.x`,
      'x',
    ];
    for (const each of forged) {
      const path = `/github/setup/created?code=abc&state=${encodeURIComponent(each)}`;
      expect(await person.go(path), each).toMatchObject({ status: 400, heading: 'This did not begin here' });
    }
    for (const query of ['code=abc', `state=${state}`, `code=a&code=b&state=${state}`, `code=a%2Fb&state=${state}`]) {
      expect((await person.go(`/github/setup/created?${query}`)).heading).toBe('GitHub sent no code along');
    }
    expect(two).not.toBe(one);
    expect(github.converted).toBe(0);
  });

  test('the database rejects the credentials: the App at GitHub is named, so a person can delete it', async () => {
    const person = await someone();
    const { back } = await person.create();
    await sql(
      service,
      `create function refuse_github_app() returns trigger language plpgsql as $$ begin raise 'no: %', new.credentials; end $$;
       create trigger refuse before update on github_app for each row execute function refuse_github_app()`,
    );
    const page = keep(await person.go(back));
    await sql(service, 'drop trigger refuse on github_app');
    expect(page).toMatchObject({ status: 500, heading: 'The credentials could not be kept' });
    expect(page.html).toContain(`${github.webUrl}/github-apps/sightline-sightline-test`);
    expect(await appOf(service)).toBeNull();
    expect(github.converted).toBe(1);
  });
});

describe('a created App', () => {
  test('is created once from concurrent answers, and runs without a restart', async () => {
    const [person, same] = [await someone(), await someone()];
    const { back } = await person.create('acme');
    const pages = await Promise.all([person.go(back), same.go(back)]);
    for (const page of pages.map(keep)) expect(page).toMatchObject({ status: 200, heading: 'The GitHub App is there' });
    expect(github.converted).toBe(2);
    expect(pages[0]?.html).toContain(`${github.webUrl}/github-apps/sightline-acme/installations/new`);
    expect(pages[0]?.html).toContain(`service-url: ${BASE}`);
    await expect
      .poll(() => appOf(service).catch(() => null))
      .toEqual({ url: BASE, oidc_audience: BASE, sign_in: true });
    // A webhook of the App: only its own secret's signature is accepted.
    const made = github.apps.at(-1);
    const body = JSON.stringify({ zen: 'Keep it logically awesome.' });
    const sign = (key: string) => `sha256=${createHmac('sha256', key).update(body).digest('hex')}`;
    const send = async (key: string) =>
      (
        await fetch(`${service.url}/api/github/webhooks`, {
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            'x-github-event': 'ping',
            'x-github-delivery': '0b989ba4-242f-11e5-81e1-c7b6966d2516',
            'x-hub-signature-256': sign(key),
          },
          body,
        })
      ).status;
    expect(await send('development')).toBe(401);
    expect(await send(made?.secrets.webhook_secret ?? '')).toBe(202);
  });

  test('is shown again to its creator on reload; others read that one exists, and nobody creates another', async () => {
    const person = newPerson(service.url);
    for (const path of ['/github/setup', `/github/setup?secret=${secret}`, '/github/setup/created?code=a&state=b']) {
      expect(keep(await person.go(path))).toMatchObject({ status: 409, heading: 'There is a GitHub App already' });
    }
    expect((await person.go('/github/setup')).html).toContain('--forget-github-app');
    expect(keep(await person.paste(secret))).toMatchObject({ status: 409 });
    expect(github.converted).toBe(2);
  });

  test('survives a restart, and needs the key that encrypted it', async () => {
    const again = await startService({ ...environment(), DATABASE_URL: service.databaseUrl });
    expect(again.setupUrl).toBeNull();
    expect(await appOf(again)).toEqual({ url: BASE, oidc_audience: BASE, sign_in: true });
    await again.close();
    const strange = { ...environment(), DATABASE_URL: service.databaseUrl, SECRET_KEY: 'another key just as long' };
    await expect(startService(strange)).rejects.toThrow('a key that is not in SECRET_KEY');
  });

  test('has no secret in a log, a page, a job or, in plain text, the database', async () => {
    const secrets = github.apps.flatMap(({ secrets: { pem, ...rest } }) => [
      pem.split('\n')[3] ?? '',
      ...Object.values(rest).map(String),
    ]);
    expect(secrets.every((each) => each.length > 30)).toBe(true);
    const rows = await sql<{ row: string }>(
      service,
      "select g::text || encode(credentials, 'escape') as row from github_app g",
    );
    const jobs = await sql<{ row: string }>(service, 'select j::text as row from sightline_queue.job j');
    expect(jobs.length).toBeGreaterThan(0);
    expect(rows[0]?.row.length).toBeGreaterThan(2000);
    const places = {
      logs: service.logged(),
      pages: shown.join('\n'),
      rows: rows.map(({ row }) => row).join('\n'),
      jobs: jobs.map(({ row }) => row).join('\n'),
    };
    expect(places.logs).toContain('the GitHub App runs');
    for (const [place, text] of Object.entries(places)) {
      for (const each of [...secrets, secret, 'PRIVATE KEY']) expect(text.includes(each), place).toBe(false);
    }
  });

  test('can be forgotten; then another secret opens the page, and the old one does not', async () => {
    const config = readConfig({
      ...environment(),
      DATABASE_URL: service.databaseUrl,
      SECRET_KEY: 'a key for tests only of no worth',
    });
    const { signal } = new AbortController();
    expect(await forgetGitHubApp(config, () => {}, signal)).toBe(`${github.webUrl}/github-apps/sightline-acme`);
    expect(await forgetGitHubApp(config, () => {}, signal)).toBeNull();
    const again = await startService({ ...environment(), DATABASE_URL: service.databaseUrl });
    expect(again.setupUrl).not.toBeNull();
    expect(again.setupUrl).not.toContain(secret);
    expect(await newPerson(again.url).go(`/github/setup?secret=${secret}`)).toMatchObject({ status: 403 });
    await again.close();
  });
});
