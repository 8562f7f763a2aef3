import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { joinedPath } from '../../contract/identity.ts';
import { findReturn, type ReturnAddress, readConnectionRequest } from '../../domain/connection/connection-request.ts';
import { encryptConsentState } from '../../domain/connection/consent-state.ts';
import { DomainError } from '../../domain/failure.ts';
import { oauthCodeOf, oauthRefusal } from '../../domain/oauth-refusal.ts';
import type { Ports } from '../../domain/ports.ts';
import { addressToCount } from '../address.ts';
import { failureOf } from '../send-failure.ts';
import { pageAfterSignIn } from './come-back.ts';
import * as messages from './connect-messages.ts';
import { type ConnectPage, connectScreen } from './connect-page.ts';
import { takeForms } from './form.ts';
import { takePress } from './press.ts';
import { returnPlaceOf } from './return-place.ts';
import { answerAt, createScreens, type Screens, sendBack, waitOf } from './screens.ts';
import { asDescription } from './send-refusal.ts';
import { signInSecretOf } from './sign-in-cookie.ts';

/** Returns the only value of a parameter; null when it is missing or empty, which means the same (RFC 6749 3.1). */
function one(from: URLSearchParams, name: string): string | null {
  const values = from.getAll(name);
  if (values.length > 1) throw oauthRefusal('invalid_request', `${name} may be sent once only.`);
  return values[0] || null;
}

const questionOf = (request: FastifyRequest): URLSearchParams => {
  const at = request.url.indexOf('?');
  return new URLSearchParams(at < 0 ? '' : request.url.slice(at + 1));
};

/**
 * Returns whether a browser may be redirected there without a press. Anybody may register a site or publish a client's
 * document that names it, so it must not receive people through a link that somebody made (RFC 9700 4.11.2), and no link
 * starts an app. A program on the person's own device already has access to that person.
 */
const isTrusted = ({ redirectUri }: ReturnAddress): boolean => returnPlaceOf(redirectUri).kind === 'device';

function pageOfError(error: unknown, request: FastifyRequest): ConnectPage {
  const code = oauthCodeOf(error);
  const { status, body } = failureOf(error, request);
  const query = questionOf(request);
  if (code === 'invalid_client') {
    return messages.unknownClient(query.get('client_id')?.startsWith('https:') === true ? body.message : null);
  }
  if (code === 'invalid_redirect_uri') return messages.wrongReturn(query.get('redirect_uri'));
  if (code === 'temporarily_unavailable' || status === 503) return messages.full(body.message);
  const unread = code === null && status < 500 && !(error instanceof DomainError);
  return messages.broken(code === null ? status : 400, unread ? 'The form that was sent is not ours.' : body.message);
}

async function showRequest(screens: Screens, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { ports } = screens;
  await screens.count(request);
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
    return screens.send(reply, connectScreen(screens.screenOf(encryptConsentState(ports, asked), asked)));
  } catch (error) {
    const code = oauthCodeOf(error);
    if (code === null || !(error instanceof DomainError)) throw error;
    const states = query.getAll('state');
    const answer = {
      error: code,
      error_description: asDescription(error.message),
      state: states.length === 1 ? states[0] || null : null,
      iss: ports.settings.baseUrl,
    };
    if (isTrusted(to)) return sendBack(reply, to.redirectUri, answer);
    return screens.send(reply, messages.refused(to.redirectUri, answerAt(to.redirectUri, answer), error.message));
  }
}

/** Shows the connect screen, or the choice of workspaces, to a person who comes back from signing in. */
async function showSignedIn(screens: Screens, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  await screens.count(request);
  const query = questionOf(request);
  const given = {
    assertion: one(query, 'assertion'),
    request: one(query, 'request'),
    outcome: one(query, 'outcome'),
  };
  const page = await pageAfterSignIn(screens.ports, given, signInSecretOf(request), screens.screenOf);
  return screens.send(reply, page, { 'cache-control': 'no-store' });
}

/**
 * `GET /oauth/authorize` checks a client's request and shows it; opening the page stores nothing. `POST` handles the
 * press on that page. A client that cannot be trusted with an answer gets none: those errors are shown as pages.
 */
export async function addAuthorize(server: FastifyInstance, ports: Ports, builtPages: string): Promise<void> {
  const screens = await createScreens(ports, builtPages);
  await server.register(async (scope) => {
    takeForms(scope);
    scope.setErrorHandler((error, request, reply) => {
      if (error instanceof DomainError && error.code === 'rate_limited') {
        return screens.send(reply.header('retry-after', waitOf(error)), messages.tooMany(waitOf(error)));
      }
      const page = pageOfError(error, request);
      return screens.send(page.status === 503 ? reply.header('retry-after', 60) : reply, page);
    });
    scope.get('/oauth/authorize', (request, reply) => showRequest(screens, request, reply));
    scope.get(joinedPath, (request, reply) => showSignedIn(screens, request, reply));
    scope.post('/oauth/authorize', (request, reply) => takePress(screens, request, reply));
  });
}
