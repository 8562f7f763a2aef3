import { randomUUID } from 'node:crypto';
import type { Browser } from 'playwright-core';
import type { Callback } from '../../../support/callback.ts';
import { pressConnect } from './person.ts';

/**
 * What an application gives an SDK for the OAuth sign-in: storage, and a browser with a person. Both major versions of
 * the SDK require the same members, with different types.
 */
export class SignIn<
  Information extends { client_id: string },
  Tokens extends { access_token: string; refresh_token?: string | undefined },
  Discovery,
> {
  readonly redirectUrl: string;
  readonly clientMetadata: {
    client_name: string;
    redirect_uris: string[];
    grant_types: string[];
    response_types: string[];
    token_endpoint_auth_method: string;
  };
  /** Set for a client that is identified by the address of its metadata. */
  clientMetadataUrl?: string;
  /** The addresses that the person was sent to. */
  readonly visited: URL[] = [];
  readonly #browser: Browser;
  readonly #callback: Callback;
  readonly #press: typeof pressConnect;
  readonly #state = randomUUID();
  #information: Information | undefined;
  #tokens: Tokens | undefined;
  #discovery: Discovery | undefined;
  #verifier = '';

  /** `press`: what the person does on the page that they are sent to. */
  constructor(browser: Browser, callback: Callback, name: string, press = pressConnect) {
    this.#press = press;
    this.#browser = browser;
    this.#callback = callback;
    this.redirectUrl = callback.url;
    this.clientMetadata = {
      client_name: name,
      redirect_uris: [callback.url],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
    };
  }

  state(): string {
    return this.#state;
  }

  clientInformation(): Information | undefined {
    return this.#information;
  }

  saveClientInformation(information: Information): void {
    this.#information = information;
  }

  tokens(): Tokens | undefined {
    return this.#tokens;
  }

  saveTokens(tokens: Tokens): void {
    this.#tokens = tokens;
  }

  discoveryState(): Discovery | undefined {
    return this.#discovery;
  }

  saveDiscoveryState(discovery: Discovery): void {
    this.#discovery = discovery;
  }

  invalidateCredentials(scope: 'all' | 'client' | 'tokens' | 'verifier' | 'discovery'): void {
    if (scope === 'all' || scope === 'client') this.#information = undefined;
    if (scope === 'all' || scope === 'tokens') this.#tokens = undefined;
    if (scope === 'all' || scope === 'discovery') this.#discovery = undefined;
  }

  async redirectToAuthorization(address: URL): Promise<void> {
    this.visited.push(address);
    await this.#press(this.#browser, address.href);
  }

  saveCodeVerifier(verifier: string): void {
    this.#verifier = verifier;
  }

  codeVerifier(): string {
    return this.#verifier;
  }

  /** What the browser brought, after the application has checked that it answers its own request. */
  async answer(): Promise<URLSearchParams> {
    const brought = await this.#callback.next();
    if (brought?.get('state') !== this.#state) throw new Error('The answer is not to this question');
    return brought;
  }

  /** The tokens it holds now. */
  get holds(): { clientId: string; accessToken: string; refreshToken: string } {
    const refreshToken = this.#tokens?.refresh_token;
    if (this.#information === undefined || this.#tokens === undefined || refreshToken === undefined) {
      throw new Error('It is not signed in');
    }
    return { clientId: this.#information.client_id, accessToken: this.#tokens.access_token, refreshToken };
  }
}
