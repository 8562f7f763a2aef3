import { appEnvironment } from '../../../support/app.ts';
import { type People, startPeople } from '../../../support/local-github/people.ts';
import { startService, type TestService } from '../../../support/service.ts';
import { connectScreenOf, consentOf, newPerson, question } from './connect-screen.ts';
import { claimsOf, type JobIssuer, startJobIssuer } from './jobs.ts';
import { postForm } from './oauth-client.ts';

export const CALLBACK = 'http://localhost:43117/callback';

/** The settings of an App that signs people in at this GitHub. */
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
  /** The redirect address; empty when it does not redirect. */
  location: string;
  heading: string;
}

/** A person's browser: it keeps cookies and follows no redirect by itself. */
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
/** Returns whether the page offers to connect with a GitHub sign-in. */
export const offersPress = ({ html }: Shown): boolean => html.includes('value="joined"');

/** Starts a service with the App in its process, a GitHub with people, and an issuer of jobs' id-tokens: all share the clock. */
export async function startJoinBench(clock: () => Date) {
  const [people, issuer] = await Promise.all([startPeople(), startJobIssuer(clock)]);
  const service: TestService = await startService(
    { TRUST_PROXY: 'loopback', LOG_LEVEL: 'debug', ...appOf(people, issuer) },
    clock,
  );
  return {
    people,
    issuer,
    service,
    ...joinSteps(service.url, people, issuer),
  };
}

/** The steps of people, clients and jobs at a service. */
export function joinSteps(url: string, people: People, issuer: JobIssuer) {
  const screen = connectScreenOf(url);
  let clientId = '';
  const steps = {
    /** Signs in a job, so that its repository has a workspace. @returns its bearer token */
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
    /** Sends a person to the connect screen of a client. @returns its consent state */
    async ask(browser: TestBrowser): Promise<string> {
      const asked = new URLSearchParams();
      for (const [name, value] of Object.entries(question(await steps.client(), CALLBACK)))
        asked.set(name, String(value));
      const shown = await browser.go(`${url}/oauth/authorize?${asked}`);
      return consentOf({ ...shown, location: null });
    },
    press: (browser: TestBrowser, fields: Record<string, string>, site?: string) =>
      browser.post(`${url}/oauth/authorize`, fields, site),
    /** Presses “Sign in with GitHub”. @returns the address at GitHub */
    async begin(browser: TestBrowser, consent: string): Promise<string> {
      const sent = await steps.press(browser, { consent, choice: 'github' });
      return (await browser.go(sent.location)).location;
    },
    /** Signs in there. @returns the App's page with the choice of repositories */
    async signIn(browser: TestBrowser, login: string, consent: string): Promise<Shown> {
      const back = await browser.go(await people.authorize(login, await steps.begin(browser, consent)));
      return back.location.includes('/sign-in/repositories') ? browser.go(back.location) : back;
    },
    choose: (browser: TestBrowser, appUrl: string, repository: number, site?: string) =>
      browser.post(`${appUrl}/sign-in/choose`, { repository: String(repository) }, site),
    /** Does all steps up to the App's redirect back to the service. */
    async arrive(browser: TestBrowser, login: string, repository: number, consent: string, appUrl = url) {
      await steps.signIn(browser, login, consent);
      const chosen = await steps.choose(browser, appUrl, repository);
      return { chosen, assertion: chosen.location === '' ? '' : assertionIn(chosen) };
    },
    /** Presses Connect. @returns the code; null when there is none */
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
