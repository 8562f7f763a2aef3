import { appEnvironment } from '../../../support/app.ts';
import { type People, startPeople } from '../../../support/local-github/people.ts';
import { startService, type TestService } from '../../../support/service.ts';
import { connectScreenOf, consentOf, newPerson, question } from './connect-screen.ts';
import { claimsOf, type JobIssuer, startJobIssuer } from './jobs.ts';
import { postForm } from './oauth-client.ts';

export const CALLBACK = 'http://localhost:43117/callback';

/** The environment of an App that signs people in at this GitHub. */
const appOf = (people: People, issuer: JobIssuer): Record<string, string> => ({
  ...appEnvironment,
  GITHUB_API_URL: people.url,
  GITHUB_OIDC_ISSUER: issuer.url,
  GITHUB_CLIENT_ID: people.clientId,
  GITHUB_CLIENT_SECRET: people.clientSecret,
});

export interface Shown {
  status: number;
  headers: Headers;
  html: string;
  /** Where it redirects to; empty when it does not. */
  location: string;
  heading: string;
}

/** A person's browser without a window: it keeps cookies and follows nothing by itself. */
export function newBrowser() {
  const cookies = new Map<string, string>();
  const from = newPerson();
  async function go(url: string, init: RequestInit = {}): Promise<Shown> {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(url, {
      redirect: 'manual',
      ...init,
      headers: { ...from, ...(cookie === '' ? {} : { cookie }), ...init.headers },
    });
    for (const each of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(each) ?? [];
      if (each.includes('Max-Age=0')) cookies.delete(name);
      else cookies.set(name, value);
    }
    const html = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      html,
      location: response.headers.get('location') ?? '',
      heading: /<h1>(.*?)<\/h1>/.exec(html)?.[1] ?? '',
    };
  }
  const post = (url: string, fields: Record<string, string>, site = 'same-origin') =>
    go(url, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': site },
      body: new URLSearchParams(fields).toString(),
    });
  return { cookies, go, post };
}
export type TestBrowser = ReturnType<typeof newBrowser>;

export const assertionIn = ({ location }: Shown): string => new URL(location).searchParams.get('assertion') ?? '';
/** Whether the page offers the press that connects by a GitHub sign-in. */
export const offersPress = ({ html }: Shown): boolean => html.includes('value="joined"');

/** A service with the App in its process, a GitHub with people, and jobs that sign in without a secret. */
export async function startJoinBench(clock: () => Date, environment: Record<string, string> = {}) {
  const [people, issuer] = await Promise.all([startPeople(), startJobIssuer()]);
  const service: TestService = await startService(
    { TRUST_PROXY: 'loopback', LOG_LEVEL: 'debug', ...appOf(people, issuer), ...environment },
    clock,
  );
  return {
    people,
    issuer,
    service,
    ...joinSteps(service.url, people, issuer),
    async close() {
      await service.close();
      await Promise.all([people.close(), issuer.close()]);
    },
  };
}

/** What people, clients and jobs do at a service, step by step. */
export function joinSteps(url: string, people: People, issuer: JobIssuer) {
  const screen = connectScreenOf(url);
  let clientId = '';
  const steps = {
    /** A job signs in, so that its repository has a workspace. @returns its bearer */
    async job(fullName: string, id: number, claims: Record<string, unknown> = {}): Promise<string> {
      const { body } = await postForm(`${url}/oauth/token`, {
        grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
        subject_token_type: 'urn:ietf:params:oauth:token-type:jwt',
        subject_token: await issuer.sign(url, { ...claimsOf(fullName, id), ...claims }),
      });
      if (typeof body.access_token !== 'string') throw new Error(`The job got no token: ${JSON.stringify(body)}`);
      return body.access_token;
    },
    client: async (): Promise<string> => {
      clientId ||= await screen.register([CALLBACK], 'Laptop agent');
      return clientId;
    },
    /** A client sends a person to the connect screen. @returns its consent state */
    async ask(browser: TestBrowser): Promise<string> {
      const asked = new URLSearchParams();
      for (const [name, value] of Object.entries(question(await steps.client(), CALLBACK)))
        asked.set(name, String(value));
      const shown = await browser.go(`${url}/oauth/authorize?${asked}`);
      return consentOf({ ...shown, location: null });
    },
    press: (browser: TestBrowser, fields: Record<string, string>, site?: string) =>
      browser.post(`${url}/oauth/authorize`, fields, site),
    /** They press “Sign in with GitHub”. @returns where GitHub asks them */
    async begin(browser: TestBrowser, consent: string): Promise<string> {
      const sent = await steps.press(browser, { consent, choice: 'github' });
      return (await browser.go(sent.location)).location;
    },
    /** They sign in there. @returns what the App shows to choose from */
    async signIn(browser: TestBrowser, login: string, consent: string): Promise<Shown> {
      const back = await browser.go(await people.authorize(login, await steps.begin(browser, consent)));
      return back.location.includes('/sign-in/repositories') ? browser.go(back.location) : back;
    },
    choose: (browser: TestBrowser, appUrl: string, repository: number, site?: string) =>
      browser.post(`${appUrl}/sign-in/choose`, { repository: String(repository) }, site),
    /** All of it, up to where the App sends them back to. */
    async arrive(browser: TestBrowser, login: string, repository: number, consent: string, appUrl = url) {
      await steps.signIn(browser, login, consent);
      const chosen = await steps.choose(browser, appUrl, repository);
      return { chosen, assertion: chosen.location === '' ? '' : assertionIn(chosen) };
    },
    /** The press that connects. @returns the code; null when there is none */
    async connect(browser: TestBrowser, consent: string, assertion: string) {
      const pressed = await steps.press(browser, { consent, choice: 'joined', assertion });
      const code = pressed.location === '' ? null : new URL(pressed.location).searchParams.get('code');
      return { pressed, code };
    },
    exchange: async (code: string | null) => {
      const answer = await screen.exchange(await steps.client(), code, CALLBACK);
      return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
    },
  };
  return steps;
}
