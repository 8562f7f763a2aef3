import { randomBytes } from 'node:crypto';
import type { Browser, Locator, Page } from 'playwright-core';
import { newVerifier, oauthClient } from '../../api/oauth/support/oauth-client.ts';
import type { TestService } from '../../support/service.ts';
import { complaintsOf } from './browser.ts';
import type { Look } from './home.ts';

export const connectButton = (page: Page): Locator => page.getByRole('button', { name: 'Connect', exact: true });
export const cancelButton = (page: Page): Locator => page.getByRole('button', { name: 'Cancel' });
export const joinToggle = (page: Page): Locator => page.getByText('Use a workspace you already have');
export const tokenBox = (page: Page): Locator => page.getByLabel('Try token of the workspace');
export const joinButton = (page: Page): Locator => page.getByRole('button', { name: 'Connect to this workspace' });

export const register = (service: TestService, redirect_uris: string[], client_name: string): Promise<string> =>
  oauthClient(service.url).register({ redirect_uris, client_name });

export interface Attempt {
  /** The address to which the client sends the person. */
  url: string;
  /** Exchanges the answer as the client does. */
  exchange(answer: URLSearchParams | undefined): Promise<{ status: number; access_token: string }>;
}

/** Starts one sign-in of a client, with its own secrets. */
export function attempt(service: TestService, client_id: string, redirect_uri: string): Attempt {
  const { verifier, challenge } = newVerifier();
  const query = new URLSearchParams({
    ...{ response_type: 'code', client_id, redirect_uri },
    ...{ code_challenge: challenge, code_challenge_method: 'S256' },
    state: randomBytes(8).toString('hex'),
  });
  return {
    url: `${service.url}/oauth/authorize?${query}`,
    async exchange(answer) {
      const code = answer?.get('code') ?? '';
      const grant = { client_id, redirect_uri, code, code_verifier: verifier };
      const { status, body } = await oauthClient(service.url).exchange(grant);
      return { status, access_token: String(body.access_token ?? '') };
    },
  };
}

let people = 0;

/** Opens the person's browser at an address of its own, for a service with `TRUST_PROXY=loopback`. */
export async function arrive(browser: Browser, url: string, { phone = false }: Look = {}) {
  people += 1;
  const address = `10.1.${people >> 8}.${people & 255}`;
  const context = await browser.newContext({
    extraHTTPHeaders: { 'x-forwarded-for': address },
    ...(phone
      ? { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 }
      : { viewport: { width: 1440, height: 900 } }),
  });
  const page = await context.newPage();
  const complaints = complaintsOf(page, { refused: false });
  await page.goto(url);
  return { page, complaints, address };
}
