import type { IncomingMessage, ServerResponse } from 'node:http';
import { ServiceError } from '../../server/contract/client.ts';
import { vouchKeysPath } from '../../server/contract/identity.ts';
import { isStatus, Paused } from '../github.ts';
import { answerJson, readHeader } from '../http.ts';
import { describeError } from '../log.ts';
import type { Parts } from '../parts.ts';
import { callbackPath, readRegistrationId, reviewPath } from './address.ts';
import { createVoucher, type Voucher } from './keys.ts';
import { beginSignIn, clearedCookie, exchangeCode, GitHubDown, type OAuthClient, readAttempt } from './oauth.ts';
import { answerPage, pages, redirect } from './page.ts';
import { readPerson } from './person.ts';
import { visit } from './visit.ts';

/** Signing in with GitHub: the App's pages, and the keys that its word is verified by. */
export interface SignIn {
  /** What it answers GET on, below the App's address. */
  pages: readonly string[];
  /** false when the path is not one of its own. */
  handle(request: IncomingMessage, response: ServerResponse): Promise<boolean>;
}

export function createSignIn(parts: Parts): SignIn {
  const { appUrl, secretKeys, signIn } = parts.config;
  const voucher = createVoucher(appUrl, secretKeys, parts.now);
  const client = signIn === null ? null : { ...signIn, redirectUri: appUrl + callbackPath };
  const prefix = new URL(appUrl).pathname.replace(/\/$/, '');
  return {
    pages: [vouchKeysPath, `${reviewPath}*`, callbackPath],
    async handle(request, response) {
      const url = new URL(request.url ?? '/', 'http://app.invalid');
      const path = url.pathname.startsWith(prefix) ? url.pathname.slice(prefix.length) : '';
      const isReview = path.startsWith(reviewPath);
      // Previews of links ask by HEAD first; a connection without an answer would stay open.
      const isHead = request.method === 'HEAD';
      if (request.method !== 'GET' && !isHead) return false;
      if (!isReview && path !== callbackPath && path !== vouchKeysPath) return false;
      if (path === vouchKeysPath) answerJson(response, 200, voucher.jwks);
      else if (client === null) answerPage(response, pages.notSetUp);
      else if (isHead && path === callbackPath) answerPage(response, pages.broken);
      else if (isReview) begin(parts, client, path.slice(reviewPath.length), response);
      else await comeBack(parts, client, voucher, url.searchParams, request, response);
      return true;
    },
  };
}

/** The same for every address that could be one: who is not signed in learns nothing of it. */
function begin(parts: Parts, client: OAuthClient, id: string, response: ServerResponse): void {
  if (readRegistrationId(id) === null) {
    answerPage(response, pages.notThere);
    return;
  }
  const { location, cookie } = beginSignIn(client, parts.secrets, id, parts.now());
  redirect(response, location, cookie);
}

async function comeBack(
  parts: Parts,
  client: OAuthClient,
  voucher: Voucher,
  query: URLSearchParams,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const [code, ...codes] = query.getAll('code');
  const [state = '', ...states] = query.getAll('state');
  const attempt = readAttempt(parts.secrets, readHeader(request, 'cookie'), state, parts.now());
  const key = attempt === null ? null : readRegistrationId(attempt.id);
  if (attempt === null || key === null || codes.length > 0 || states.length > 0) {
    answerPage(response, pages.broken);
    return;
  }
  if (code === undefined || code === '') {
    answerPage(response, pages.declined, clearedCookie);
    return;
  }
  try {
    const token = await exchangeCode(client, code, attempt.verifier);
    const person = token === null ? null : await readPerson(parts.config.github.apiUrl, token);
    if (token === null || person === null) {
      answerPage(response, pages.broken, clearedCookie);
      return;
    }
    const location = await visit(parts, voucher, key, person, token);
    if (location === null) answerPage(response, pages.noAccess(person.login), clearedCookie);
    else redirect(response, location, clearedCookie);
  } catch (error) {
    const elsewhere =
      error instanceof GitHubDown ||
      error instanceof ServiceError ||
      error instanceof Paused ||
      isStatus(error, 403, 429, 500, 502, 503, 504);
    const say = elsewhere || isNetwork(error) ? parts.log.warn : parts.log.error;
    say('A sign-in could not be finished.', describeError(error));
    answerPage(response, pages.busy, clearedCookie);
  }
}

const isNetwork = (error: unknown): boolean =>
  error instanceof TypeError || (error instanceof DOMException && error.name === 'TimeoutError');
