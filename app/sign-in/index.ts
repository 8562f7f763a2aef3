import type { IncomingMessage, ServerResponse } from 'node:http';
import { ServiceError } from '../../server/contract/client.ts';
import { joinPath } from '../../server/contract/identity.ts';
import type { AppContext } from '../context.ts';
import { describeError } from '../describe-error.ts';
import { isStatus, Paused } from '../github.ts';
import { readHeader } from '../http/request.ts';
import { callbackPath, choosePath, readRegistrationId, repositoriesPath, reviewPath } from './address.ts';
import { attemptOf, createJoin, isGitHubDown, type Join, requestOfAttempt } from './join.ts';
import { attemptCookie, beginSignIn, exchangeCode, type OAuthClient, readAttempt } from './oauth.ts';
import { answerHead, answerPage, pages, redirect } from './page.ts';
import { readPerson } from './person.ts';
import { visit } from './visit.ts';

/** The App's pages for signing in with GitHub. */
export interface SignIn {
  /** The paths that it answers on GET, below the App's address. */
  pages: readonly string[];
  /** The paths that it answers on POST, below the App's address. */
  paths: readonly string[];
  /** Answers a request; returns false when the path is not one of its own. */
  handle(request: IncomingMessage, response: ServerResponse): Promise<boolean>;
}

export function createSignIn(app: AppContext): SignIn {
  const { appUrl, signIn } = app.config;
  const client = signIn === null ? null : { ...signIn, redirectUri: appUrl + callbackPath };
  const prefix = new URL(appUrl).pathname.replace(/\/$/, '');
  const join = createJoin(app);
  const steps = [callbackPath, joinPath, repositoriesPath];

  async function show(client: OAuthClient, url: URL, path: string, request: IncomingMessage, response: ServerResponse) {
    if (path.startsWith(reviewPath)) begin(app, client, path.slice(reviewPath.length), response);
    else if (path === joinPath) beginJoin(app, client, url.searchParams, response);
    else if (path === repositoriesPath) await join.show(request, response, url.searchParams);
    else await comeBack(app, client, join, url.searchParams, request, response);
  }

  return {
    pages: [...steps, `${reviewPath}*`],
    paths: [choosePath],
    async handle(request, response) {
      const url = new URL(request.url ?? '/', 'http://app.invalid');
      const path = url.pathname.startsWith(prefix) ? url.pathname.slice(prefix.length) : '';
      const { method } = request;
      const isShown = (steps.includes(path) || path.startsWith(reviewPath)) && (method === 'GET' || method === 'HEAD');
      if (!isShown && (path !== choosePath || method !== 'POST')) return false;
      if (method === 'HEAD') answerHead(response);
      else if (client === null) answerPage(response, pages.notSetUp);
      else {
        try {
          if (method === 'POST') await join.choose(request, response);
          else await show(client, url, path, request, response);
        } catch (error) {
          app.log.warn(describeError(error), 'a sign-in could not go on');
          answerPage(response, pages.busy);
        }
      }
      return true;
    },
  };
}

/** Begins joining. Only the name of the request is known here, and only the service receives it. */
function beginJoin(app: AppContext, client: OAuthClient, query: URLSearchParams, response: ServerResponse): void {
  const [request = '', ...others] = query.getAll('request');
  const id = others.length === 0 ? attemptOf(request) : null;
  if (id === null) {
    answerPage(response, pages.notAsked);
    return;
  }
  const { location, cookie } = beginSignIn(client, app.secrets, id, app.clock());
  redirect(response, location, cookie);
}

/**
 * Begins a sign-in. Answers the same for every possible address, so that it reveals nothing before the person has
 * signed in.
 */
function begin(app: AppContext, client: OAuthClient, id: string, response: ServerResponse): void {
  if (readRegistrationId(id) === null) {
    answerPage(response, pages.notThere);
    return;
  }
  const { location, cookie } = beginSignIn(client, app.secrets, id, app.clock());
  redirect(response, location, cookie);
}

async function comeBack(
  app: AppContext,
  client: OAuthClient,
  join: Join,
  query: URLSearchParams,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const [code, ...codes] = query.getAll('code');
  const [state = '', ...states] = query.getAll('state');
  const attempt = readAttempt(app.secrets, readHeader(request.headers, 'cookie'), state, app.clock());
  const joins = attempt === null ? null : requestOfAttempt(attempt.id);
  const key = attempt === null ? null : readRegistrationId(attempt.id);
  if (attempt === null || (key === null && joins === null) || codes.length > 0 || states.length > 0) {
    answerPage(response, pages.broken);
    return;
  }
  if (code === undefined || code === '') {
    if (joins === null) answerPage(response, pages.declined, attemptCookie.cleared);
    else join.leave(response, joins, 'declined');
    return;
  }
  try {
    const token = await exchangeCode(client, code, attempt.verifier);
    const person = token === null ? null : await readPerson(app.config.github.apiUrl, token);
    if (token === null || person === null) {
      answerPage(response, pages.broken, attemptCookie.cleared);
      return;
    }
    if (joins !== null) {
      join.signedIn(response, joins, person, token);
      return;
    }
    const location = key === null ? null : await visit(app, key, person, token);
    if (location === null) answerPage(response, pages.noAccess(person.login), attemptCookie.cleared);
    else redirect(response, location, attemptCookie.cleared);
  } catch (error) {
    const elsewhere =
      isGitHubDown(error) ||
      error instanceof ServiceError ||
      error instanceof Paused ||
      isStatus(error, 403, 429, 500, 502, 503, 504);
    app.log[elsewhere ? 'warn' : 'error'](describeError(error), 'a sign-in could not be finished');
    if (joins === null) answerPage(response, pages.busy, attemptCookie.cleared);
    else join.leave(response, joins, 'unavailable');
  }
}
