import type { IncomingMessage, ServerResponse } from 'node:http';
import { isJoinRequest, type JoinOutcome, joinedPath } from '../../server/contract/identity.ts';
import type { AppContext } from '../context.ts';
import { describeError } from '../describe-error.ts';
import { readHeader, readRawBody } from '../http/request.ts';
import { findReviewed } from '../store/registrations.ts';
import { repositoriesPath } from './address.ts';
import { choicePage } from './choice-page.ts';
import { type Session, sessionCookie } from './cookie.ts';
import { attemptCookie, GitHubDown } from './oauth.ts';
import { answerHtml, answerPage, pages, redirect } from './page.ts';
import { listWritable, type Person, type Writable } from './person.ts';

const PREFIX = 'join ';

/** Returns what an attempt to sign in leads to: the request of a client that wants to join. */
export const attemptOf = (request: string): string | null => (isJoinRequest(request) ? PREFIX + request : null);
export const requestOfAttempt = (id: string): string | null => (id.startsWith(PREFIX) ? id.slice(PREFIX.length) : null);

export type Join = ReturnType<typeof createJoin>;

/**
 * Joins a client to a repository's workspace: a person signs in, chooses the workspace, and returns with an assertion.
 */
export function createJoin(app: AppContext) {
  const { appUrl, baseUrl, github } = app.config;
  const backTo = (answer: Record<string, string>) => `${baseUrl}${joinedPath}?${new URLSearchParams(answer)}`;

  /**
   * Returns the person whom this browser signed in, and the repositories they can write to; otherwise answers with the
   * reason.
   */
  async function known(
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<{ session: Session; writable: Writable[] } | null> {
    const session = sessionCookie.read(app.secrets, readHeader(request.headers, 'cookie'), app.clock());
    if (session === null) {
      answerPage(response, pages.over);
      return null;
    }
    let writable: Writable[] | null;
    try {
      writable = await listWritable(github.apiUrl, session.token);
    } catch (error) {
      app.log.warn(describeError(error), 'a person’s repositories cannot be read');
      const location = backTo({ request: session.request, outcome: 'unavailable' });
      redirect(response, location, sessionCookie.cleared);
      return null;
    }
    if (writable === null) answerPage(response, pages.over, sessionCookie.cleared);
    return writable === null ? null : { session, writable };
  }

  return {
    /** Continues with the choice after the person signed in. */
    signedIn(response: ServerResponse, request: string, { id: userId, login }: Person, token: string) {
      const session = sessionCookie.keep(app.secrets, { request, token, userId, login }, app.clock());
      redirect(response, appUrl + repositoriesPath, attemptCookie.cleared, session);
    },
    /** Returns to the service without an assertion. */
    leave(response: ServerResponse, request: string, outcome: JoinOutcome) {
      redirect(response, backTo({ request, outcome }), attemptCookie.cleared);
    },
    /** Shows the page with the choice. */
    async show(request: IncomingMessage, response: ServerResponse, query: URLSearchParams) {
      const found = await known(request, response);
      if (found === null) return;
      const { session, writable } = found;
      const ids = writable.map(({ id }) => id);
      const reviewed = await findReviewed(app.db, ids);
      const back = backTo({ request: session.request, outcome: 'back' });
      const search = (query.get('q') ?? '').trim().slice(0, 100);
      answerHtml(response, choicePage({ appUrl, login: session.login, writable, reviewed, search, back }), [
        "'self'",
        new URL(back).origin,
      ]);
    },
    async choose(request: IncomingMessage, response: ServerResponse): Promise<void> {
      // Browsers report which site sends a form, and no page can forge it.
      const site = request.headers['sec-fetch-site'];
      const own =
        site === undefined ? readHeader(request.headers, 'origin') === new URL(appUrl).origin : site === 'same-origin';
      if (!own) return answerPage(response, pages.forged);
      const form = new URLSearchParams((await readRawBody(request, 4096)).toString('utf8'));
      const found = await known(request, response);
      if (found === null) return;
      const { session, writable } = found;
      const chosen = writable.find(({ id }) => String(id) === form.get('repository'));
      if (chosen === undefined) return answerPage(response, pages.notWritable(session.login));
      const assertion = await app.identityAssertions.signJoin({
        request: session.request,
        userId: session.userId,
        login: session.login,
        issuer: github.oidcIssuer,
        repository: chosen,
      });
      app.log.info({ repositoryId: chosen.id, login: session.login }, 'a person chose a repository to join');
      redirect(response, backTo({ assertion }), sessionCookie.cleared);
    },
  };
}

/** Returns whether an error means that GitHub does not answer. */
export const isGitHubDown = (error: unknown): boolean =>
  error instanceof GitHubDown ||
  error instanceof TypeError ||
  (error instanceof DOMException && error.name === 'TimeoutError');
