import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { duration } from '../../contract/duration.ts';
import { joinedPath, joinPath } from '../../contract/identity.ts';
import { admit } from '../../domain/admit.ts';
import { approveConnection, type Choice } from '../../domain/connection/approve-connection.ts';
import { findReturn, type ReturnAddress, readConnectionRequest } from '../../domain/connection/connection-request.ts';
import { beginSignIn } from '../../domain/connection/sign-in.ts';
import { openTicket, requestOf, sealTicket, type Ticket } from '../../domain/connection/ticket.ts';
import { describeFault } from '../../domain/describe-fault.ts';
import { DomainError } from '../../domain/failure.ts';
import { oauthCodeOf, oauthRefusal } from '../../domain/oauth-refusal.ts';
import type { Ports } from '../../domain/ports.ts';
import { addressToCount } from '../address.ts';
import { toFailure } from '../failure.ts';
import { fromFastify } from '../send-failure.ts';
import { pageAfterSignIn, problemOfJoin } from './come-back.ts';
import * as messages from './connect-messages.ts';
import { type ConnectPage, connectScreen, createShell, type Screen } from './connect-page.ts';
import { formOf, takeForms } from './form.ts';
import { isOwnPress } from './own-press.ts';
import { returnPlaceOf } from './return-place.ts';
import { asDescription } from './send-refusal.ts';
import { keepsCookies, signInCookie, signInSecretOf } from './sign-in-cookie.ts';

/** Hosted clients and offices share addresses. */
const REQUESTS = { max: 120, seconds: 60 };

/** No `form-action`: it would hold for the redirect that follows the press too. No script runs here. */
const headers = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy':
    "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; frame-ancestors 'none'",
  'x-frame-options': 'DENY',
  // Who comes back to it by the back button finds the same ticket, which connects once.
  'cache-control': 'private, no-cache',
  // Without any referrer a browser hides the origin of the form as well, by which its press is known.
  'referrer-policy': 'same-origin',
};

/** The one value of a parameter; null when it is not there or empty, which is the same (RFC 6749 3.1). */
function one(from: URLSearchParams, name: string): string | null {
  const values = from.getAll(name);
  if (values.length > 1) throw oauthRefusal('invalid_request', `${name} may be sent once only.`);
  return values[0] || null;
}

const questionOf = (request: FastifyRequest): URLSearchParams => {
  const at = request.url.indexOf('?');
  return new URLSearchParams(at < 0 ? '' : request.url.slice(at + 1));
};

/** Where the client hears the answer, beside what its address asks already. */
function answerAt(redirectUri: string, answer: Record<string, string | null>): string {
  const given = new URLSearchParams();
  for (const [name, value] of Object.entries(answer)) if (value !== null) given.set(name, value);
  return `${redirectUri}${redirectUri.includes('?') ? '&' : '?'}${given}`;
}

const sendBack = (reply: FastifyReply, redirectUri: string, answer: Record<string, string | null>): FastifyReply =>
  reply.code(303).header('location', answerAt(redirectUri, answer)).send();

/**
 * Whether a browser may be sent there without a press. A site that anybody may have registered gets nobody by a link
 * that somebody made (RFC 9700 4.11.2), and no link starts an app; a program that listens on the person's own device
 * has that person already.
 */
function isTrusted({ client, redirectUri }: ReturnAddress): boolean {
  const { kind } = returnPlaceOf(redirectUri);
  return kind === 'device' || (kind === 'site' && client.kind === 'document');
}

/** What was chosen; null when it is nothing to choose. */
function choiceOf(pressed: string | undefined, token: string, assertion: string): Choice | null {
  if (pressed === 'new') return { kind: 'new' };
  if (pressed === 'join') return { kind: 'join', token };
  return pressed === 'joined' ? { kind: 'github', assertion } : null;
}

const waitOf = (error: DomainError): number => Number(error.details.retry_after ?? 60);

/** What was wrong with a press that the same screen can say; null for what it cannot. */
function problemOf(error: unknown, { kind }: Choice): Screen['problem'] {
  if (!(error instanceof DomainError)) return null;
  if (kind === 'github') return problemOfJoin(error);
  if (error.code === 'unauthenticated') return { at: 'token', status: 400, text: error.message };
  if (error.code === 'forbidden') return { at: 'workspace', status: 403, text: error.message };
  if (error.code !== 'rate_limited') return null;
  const wait = duration(waitOf(error));
  return kind === 'join'
    ? { at: 'token', status: 429, text: `Too many tokens were tried from your network. Try again in ${wait}.` }
    : {
        at: 'workspace',
        status: 429,
        text: `Too many new workspaces were made from your network. Connect again in ${wait}, or use a workspace you already have.`,
      };
}

/**
 * `GET /oauth/authorize` checks what a client asks and shows it; looking makes nothing. `POST` takes what was pressed
 * on that page. Whoever cannot be trusted with an answer gets none: those errors are pages.
 */
export async function addAuthorize(server: FastifyInstance, ports: Ports, builtPages: string): Promise<void> {
  const { baseUrl, signup, app } = ports.settings;
  // Where the App signs people in; null when there is no such App, or no cookie would come back with them.
  const signsInAt = app?.signIn === true && keepsCookies(baseUrl) ? app.url + joinPath : null;
  const shell = createShell(await readFile(join(builtPages, 'connect.html'), 'utf8'));
  const sendPage = (reply: FastifyReply, page: ConnectPage, more: Record<string, string> = {}) =>
    reply
      .code(page.status)
      .headers({ ...headers, ...more })
      .send(shell(page));
  const screenOf = (ticket: string, { clientName, vouchedBy, redirectUri }: Ticket['request']): Screen => ({
    ticket,
    redirectUri,
    name: clientName,
    vouchedBy,
    signup,
    signIn: signsInAt !== null,
    problem: null,
  });

  function pageOfError(error: unknown, request: FastifyRequest): ConnectPage {
    const code = oauthCodeOf(error);
    const { status, body, unexpected, advice } = toFailure(fromFastify(error), request.id);
    if (unexpected) request.log.error({ err: describeFault(error) }, advice ?? 'unexpected');
    const query = questionOf(request);
    if (code === 'invalid_client') {
      return messages.unknownClient(query.get('client_id')?.startsWith('https:') === true ? body.message : null);
    }
    if (code === 'invalid_redirect_uri') return messages.wrongReturn(query.get('redirect_uri'));
    if (code === 'temporarily_unavailable' || status === 503) return messages.full(body.message);
    const unread = code === null && status < 500 && !(error instanceof DomainError);
    return messages.broken(code === null ? status : 400, unread ? 'The form that was sent is not ours.' : body.message);
  }

  await server.register(async (scope) => {
    takeForms(scope);
    scope.setErrorHandler((error, request, reply) => {
      if (error instanceof DomainError && error.code === 'rate_limited') {
        return sendPage(reply.header('retry-after', waitOf(error)), messages.tooMany(waitOf(error)));
      }
      const page = pageOfError(error, request);
      return sendPage(page.status === 503 ? reply.header('retry-after', 60) : reply, page);
    });
    const count = (request: FastifyRequest) => admit(ports, `authorize:${addressToCount(request.ip)}`, REQUESTS);

    scope.get('/oauth/authorize', async (request, reply) => {
      await count(request);
      const query = questionOf(request);
      const to: ReturnAddress = await findReturn(
        ports,
        { clientId: one(query, 'client_id'), redirectUri: one(query, 'redirect_uri') },
        addressToCount(request.ip),
      );
      try {
        const asked = readConnectionRequest(ports, to, {
          responseType: one(query, 'response_type'),
          responseMode: one(query, 'response_mode'),
          challenge: one(query, 'code_challenge'),
          challengeMethod: one(query, 'code_challenge_method'),
          resources: query.getAll('resource'),
          state: one(query, 'state'),
        });
        return sendPage(reply, connectScreen(screenOf(sealTicket(ports, asked), asked)));
      } catch (error) {
        const code = oauthCodeOf(error);
        if (code === null || !(error instanceof DomainError)) throw error;
        const states = query.getAll('state');
        const answer = {
          error: code,
          error_description: asDescription(error.message),
          state: states.length === 1 ? states[0] || null : null,
          iss: baseUrl,
        };
        if (isTrusted(to)) return sendBack(reply, to.redirectUri, answer);
        return sendPage(reply, messages.refused(to.redirectUri, answerAt(to.redirectUri, answer), error.message));
      }
    });

    scope.get(joinedPath, async (request, reply) => {
      await count(request);
      const query = questionOf(request);
      const given = {
        assertion: one(query, 'assertion'),
        request: one(query, 'request'),
        outcome: one(query, 'outcome'),
      };
      const page = await pageAfterSignIn(ports, given, signInSecretOf(request), screenOf);
      return sendPage(reply, page, { 'cache-control': 'no-store' });
    });

    scope.post('/oauth/authorize', async (request, reply) => {
      if (!isOwnPress(request.headers, baseUrl)) return sendPage(reply, messages.forged());
      await count(request);
      const { ticket: text = '', choice: pressed, token = '', assertion = '' } = formOf(request);
      const ticket = openTicket(ports, text);
      if (ticket === null) return sendPage(reply, messages.expired());
      const { redirectUri, state } = ticket.request;
      if (pressed === 'cancel') {
        return sendBack(reply, redirectUri, {
          error: 'access_denied',
          error_description: 'The person pressed Cancel.',
          state,
          iss: baseUrl,
        });
      }
      if (pressed === 'back') return sendPage(reply, connectScreen(screenOf(text, ticket.request)));
      if (pressed === 'github' && signsInAt !== null) {
        await beginSignIn(ports, text, ticket, addressToCount(request.ip));
        const { secret, request: name } = ticket.signIn;
        const location = `${signsInAt}?${new URLSearchParams({ request: name })}`;
        return reply
          .code(303)
          .headers({ location, 'set-cookie': signInCookie(secret) })
          .send();
      }
      const secret = signInSecretOf(request);
      if (pressed === 'joined' && (secret === null || requestOf(secret) !== ticket.signIn.request)) {
        return sendPage(reply, messages.elsewhere());
      }
      const choice = choiceOf(pressed, token, assertion);
      if (choice === null) {
        throw new DomainError('malformed_request', 'The form does not say what was pressed.');
      }
      try {
        const code = await approveConnection(ports, ticket, choice, addressToCount(request.ip));
        if (code === null) return sendPage(reply, messages.alreadyConnected(redirectUri));
        return sendBack(reply, redirectUri, { code, state, iss: baseUrl });
      } catch (error) {
        const problem = problemOf(error, choice);
        if (problem === null) throw error;
        if (error instanceof DomainError && problem.status === 429) reply.header('retry-after', waitOf(error));
        return sendPage(reply, connectScreen({ ...screenOf(text, ticket.request), problem }));
      }
    });
  });
}
