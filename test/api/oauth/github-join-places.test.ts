import { afterAll, beforeAll, expect, test } from 'vitest';
import { type App, createApp, readConfig } from '../../../app/index.ts';
import { createTestDatabase } from '../../support/database.ts';
import { type People, startPeople } from '../../support/local-github/people.ts';
import { startHttpServer } from '../../support/servers.ts';
import { startService, type TestService } from '../../support/service.ts';
import { appOf, joinSteps, newBrowser, offersPress, SECRET_KEY } from './support/github-join.ts';
import { type JobIssuer, startJobIssuer } from './support/jobs.ts';

/** The App in a process of its own, as far as the service can tell: another address, another database. */
const shop = { fullName: 'acme/shop', id: 701, private: true };
const webUrlOf = (github: People): string => github.url.replace('127.0.0.1', 'localhost');
let people: People;
let issuer: JobIssuer;
let service: TestService;
let app: App;
let appUrl: string;
let serviceUrl: string;
const closing: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  [people, issuer] = await Promise.all([startPeople(), startJobIssuer()]);
  const server = await startHttpServer(async (request, response) => {
    if (!(await app.handle(request, response))) response.writeHead(404).end();
  });
  // Below a path, as behind a proxy that serves more than the App.
  appUrl = `${server.origin}/sightline-app`;
  const database = await createTestDatabase();
  service = await startService({
    TRUST_PROXY: 'loopback',
    GITHUB_OIDC_ISSUER: issuer.url,
    GITHUB_OWNERS: 'Acme',
    APP_URL: appUrl,
    APP_SIGN_IN: 'on',
  });
  serviceUrl = service.url;
  app = createApp(
    readConfig({
      ...appOf(people, issuer),
      DATABASE_URL: database.url,
      SECRET_KEY: `${SECRET_KEY}, but another`,
      APP_URL: appUrl,
      SERVICE_URL: serviceUrl,
      // As of a GitHub Enterprise whose website and API have different hosts.
      GITHUB_SERVER_URL: webUrlOf(people),
    }),
  );
  await app.start();
  closing.push(
    () => service.close(),
    () => app.close(),
    () => server.close(),
    () => database.drop(),
    () => people.close(),
    () => issuer.close(),
  );
  people.addPerson('ada');
  people.allow('ada', shop, 'write');
});
afterAll(async () => {
  for (const close of closing) await close();
});

test('an App elsewhere, below a path of its own: from the screen to the token', async () => {
  const bench = joinSteps(serviceUrl, people, issuer);
  await bench.job(shop.fullName, shop.id);
  const browser = newBrowser();
  const ticket = await bench.ask(browser);
  expect(new URL(await bench.begin(newBrowser(), ticket)).origin).toBe(webUrlOf(people));
  const { chosen, assertion } = await bench.arrive(browser, 'ada', shop.id, ticket, appUrl);
  expect(new URL(chosen.location).origin).toBe(new URL(serviceUrl).origin);
  const page = await browser.go(chosen.location);
  expect(page.html).toContain('@ada');
  const { status } = await bench.exchange((await bench.connect(browser, ticket, assertion)).code);
  expect(status).toBe(200);
});

test('GITHUB_OWNERS says whose repositories may be joined, whatever the App vouches for', async () => {
  const bench = joinSteps(serviceUrl, people, issuer);
  const strange = { fullName: 'elsewhere/shop', id: 702, private: true };
  people.allow('ada', strange, 'write');
  await expect(bench.job(strange.fullName, strange.id)).rejects.toThrow('may not sign in');
  const browser = newBrowser();
  const ticket = await bench.ask(browser);
  const { chosen, assertion } = await bench.arrive(browser, 'ada', strange.id, ticket, appUrl);
  const page = await browser.go(chosen.location);
  expect([page.status, offersPress(page)]).toEqual([403, false]);
  expect(page.html).toContain('Repositories of elsewhere may not be joined');
  expect((await bench.connect(browser, ticket, assertion)).code).toBeNull();
});

test('an App that is away: its keys cannot be read, the page says so, and the other ways work', async () => {
  // A service that has not seen the App's keys yet, over the same data.
  const second = await startService({
    TRUST_PROXY: 'loopback',
    DATABASE_URL: service.databaseUrl,
    BASE_URL: serviceUrl,
    GITHUB_OIDC_ISSUER: issuer.url,
    APP_URL: 'http://127.0.0.1:9/sightline-app',
    APP_SIGN_IN: 'on',
  });
  try {
    const bench = joinSteps(serviceUrl, people, issuer);
    const browser = newBrowser();
    const ticket = await bench.ask(browser);
    const { assertion } = await bench.arrive(browser, 'ada', shop.id, ticket, appUrl);
    const shown = await browser.go(`${second.url}/oauth/authorize/github?${new URLSearchParams({ assertion })}`);
    expect([shown.status, shown.heading, offersPress(shown)]).toEqual([503, 'Not connected yet', false]);
    const made = await browser.post(`${second.url}/oauth/authorize`, { ticket, choice: 'new' });
    expect(new URL(made.location).searchParams.get('code')).toMatch(/^slo_/);
  } finally {
    await second.close();
  }
});
