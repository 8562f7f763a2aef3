import { createHash, randomBytes } from 'node:crypto';
import type { Browser, Locator, Page } from 'playwright-core';
import { startHttpServer } from '../../support/servers.ts';
import type { TestService } from '../../support/service.ts';
import { complaintsOf } from './browser.ts';
import type { Look } from './home.ts';

export const connectButton = (page: Page): Locator => page.getByRole('button', { name: 'Connect', exact: true });
export const cancelButton = (page: Page): Locator => page.getByRole('button', { name: 'Cancel' });
export const joinToggle = (page: Page): Locator => page.getByText('Use a workspace you already have');
export const tokenBox = (page: Page): Locator => page.getByLabel('Try token of the workspace');
export const joinButton = (page: Page): Locator => page.getByRole('button', { name: 'Connect to this workspace' });

/** A client's own server on this machine, to which a sign-in returns. */
export interface Callback {
  url: string;
  /** The answers with which it was called, oldest first. */
  calls: URLSearchParams[];
  close(): Promise<void>;
}

export async function startCallback(): Promise<Callback> {
  const calls: URLSearchParams[] = [];
  const { port, close } = await startHttpServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
    if (pathname === '/callback') calls.push(searchParams);
    response.writeHead(pathname === '/callback' ? 200 : 404, { 'content-type': 'text/html' });
    response.end('<!doctype html><title>Client</title><p>You can go back to your terminal.</p>');
  });
  return { url: `http://localhost:${port}/callback`, calls, close };
}

export async function register(service: TestService, redirectUris: string[], name: string): Promise<string> {
  const response = await fetch(`${service.url}/oauth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ redirect_uris: redirectUris, client_name: name }),
  });
  const body = (await response.json()) as { client_id: string };
  return body.client_id;
}

export interface Attempt {
  /** The address to which the client sends the person. */
  url: string;
  /** Exchanges the answer as the client does. */
  exchange(answer: URLSearchParams | undefined): Promise<{ status: number; access_token: string }>;
}

/** Starts one sign-in of a client, with its own secrets. */
export function attempt(service: TestService, clientId: string, redirectUri: string): Attempt {
  const verifier = randomBytes(32).toString('base64url');
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: clientId,
    redirect_uri: redirectUri,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    state: randomBytes(8).toString('hex'),
  });
  return {
    url: `${service.url}/oauth/authorize?${query}`,
    async exchange(answer) {
      const response = await fetch(`${service.url}/oauth/token`, {
        method: 'POST',
        body: new URLSearchParams({
          grant_type: 'authorization_code',
          client_id: clientId,
          redirect_uri: redirectUri,
          code: answer?.get('code') ?? '',
          code_verifier: verifier,
        }),
      });
      const body = (await response.json()) as { access_token?: string };
      return { status: response.status, access_token: body.access_token ?? '' };
    },
  };
}

let people = 0;

/** Opens the person's browser at an address of its own, for a service with `TRUST_PROXY=loopback`. */
export async function arrive(browser: Browser, url: string, { phone = false, dark = false }: Look = {}) {
  people += 1;
  const address = `10.1.${people >> 8}.${people & 255}`;
  const context = await browser.newContext({
    colorScheme: dark ? 'dark' : 'light',
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
