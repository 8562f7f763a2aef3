import type { FastifyReply, FastifyRequest } from 'fastify';
import { duration } from '../../contract/duration.ts';
import { approveConnection, type Choice } from '../../domain/connection/approve-connection.ts';
import { decryptConsentState, requestOf } from '../../domain/connection/consent-state.ts';
import { beginSignIn } from '../../domain/connection/sign-in.ts';
import { DomainError } from '../../domain/failure.ts';
import { addressToCount } from '../address.ts';
import { problemOfJoin } from './come-back.ts';
import * as messages from './connect-messages.ts';
import { connectScreen, type Screen } from './connect-page.ts';
import { formOf, isOwnPress } from './form.ts';
import { type Screens, sendBack, waitOf } from './screens.ts';
import { signInCookie, signInSecretOf } from './sign-in-cookie.ts';

/** Returns what was chosen; null when it is not one of the choices. */
function choiceOf(pressed: string | undefined, token: string, assertion: string): Choice | null {
  if (pressed === 'new') return { kind: 'new' };
  if (pressed === 'join') return { kind: 'join', token };
  return pressed === 'joined' ? { kind: 'github', assertion } : null;
}

/** Returns what was wrong with a press, if the same screen can show it; else null. */
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

export async function takePress(screens: Screens, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { ports } = screens;
  const { baseUrl } = ports.settings;
  if (!isOwnPress(request.headers, baseUrl)) return screens.send(reply, messages.forged());
  await screens.count(request);
  const { consent: text = '', choice: pressed, token = '', assertion = '' } = formOf(request);
  const consent = decryptConsentState(ports, text);
  if (consent === null) return screens.send(reply, messages.expired());
  const { redirectUri, state } = consent.request;
  if (pressed === 'cancel') {
    return sendBack(reply, redirectUri, {
      error: 'access_denied',
      error_description: 'The person pressed Cancel.',
      state,
      iss: baseUrl,
    });
  }
  if (pressed === 'back') return screens.send(reply, connectScreen(screens.screenOf(text, consent.request)));
  if (pressed === 'github' && screens.signsInAt !== null) {
    await beginSignIn(ports, text, consent, addressToCount(request.ip));
    const { secret, request: name } = consent.signIn;
    const location = `${screens.signsInAt}?${new URLSearchParams({ request: name })}`;
    return reply
      .code(303)
      .headers({ location, 'set-cookie': signInCookie(secret) })
      .send();
  }
  const secret = signInSecretOf(request);
  if (pressed === 'joined' && (secret === null || requestOf(secret) !== consent.signIn.request)) {
    return screens.send(reply, messages.elsewhere());
  }
  const choice = choiceOf(pressed, token, assertion);
  if (choice === null) {
    throw new DomainError('malformed_request', 'The form does not name the button that was pressed.');
  }
  try {
    const code = await approveConnection(ports, consent, choice, addressToCount(request.ip));
    if (code === null) return screens.send(reply, messages.alreadyConnected(redirectUri));
    return sendBack(reply, redirectUri, { code, state, iss: baseUrl });
  } catch (error) {
    const problem = problemOf(error, choice);
    if (problem === null) throw error;
    if (error instanceof DomainError && problem.status === 429) reply.header('retry-after', waitOf(error));
    return screens.send(reply, connectScreen({ ...screens.screenOf(text, consent.request), problem }));
  }
}
