import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { joinPath } from '../../contract/identity.ts';
import type { ConsentState } from '../../domain/connection/consent-state.ts';
import { consumeRateLimit } from '../../domain/consume-rate-limit.ts';
import type { DomainError } from '../../domain/failure.ts';
import type { Ports } from '../../domain/ports.ts';
import { addressToCount } from '../address.ts';
import { type ConnectPage, createShell, type Screen } from './connect-page.ts';
import { keepsCookies } from './sign-in-cookie.ts';

/** Hosted clients and offices share addresses. */
const REQUESTS = { max: 120, seconds: 60 };

/** No `form-action`: it would hold for the redirect that follows the press too. No script runs here. */
const headers = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy':
    "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; frame-ancestors 'none'",
  'x-frame-options': 'DENY',
  // Who comes back to it by the back button finds the same consent state, which connects once.
  'cache-control': 'private, no-cache',
  // Without any referrer a browser hides the origin of the form as well, by which its press is known.
  'referrer-policy': 'same-origin',
};

/** What the routes of the connect screen share. */
export interface Screens {
  ports: Ports;
  /** Where the App signs people in; null when there is no such App, or no cookie would come back with them. */
  signsInAt: string | null;
  send(reply: FastifyReply, page: ConnectPage, more?: Record<string, string>): FastifyReply;
  screenOf(consent: string, request: ConsentState['request']): Screen;
  /** @throws DomainError `rate_limited` */
  count(request: FastifyRequest): Promise<void>;
}

export async function createScreens(ports: Ports, builtPages: string): Promise<Screens> {
  const { baseUrl, signup, app } = ports.settings;
  const signsInAt = app?.signIn === true && keepsCookies(baseUrl) ? app.url + joinPath : null;
  const shell = createShell(await readFile(join(builtPages, 'connect.html'), 'utf8'));
  return {
    ports,
    signsInAt,
    send: (reply, page, more = {}) =>
      reply
        .code(page.status)
        .headers({ ...headers, ...more })
        .send(shell(page)),
    screenOf: (consent, { clientName, publisherHost, redirectUri }) => ({
      consent,
      redirectUri,
      name: clientName,
      publisherHost,
      signup,
      signIn: signsInAt !== null,
      problem: null,
    }),
    async count(request) {
      await consumeRateLimit(ports, `authorize:${addressToCount(request.ip)}`, REQUESTS);
    },
  };
}

/** In seconds. */
export const waitOf = (error: DomainError): number => Number(error.details.retry_after ?? 60);

/** Where the client gets the answer, beside what its address asks already. */
export function answerAt(redirectUri: string, answer: Record<string, string | null>): string {
  const given = new URLSearchParams();
  for (const [name, value] of Object.entries(answer)) if (value !== null) given.set(name, value);
  return `${redirectUri}${redirectUri.includes('?') ? '&' : '?'}${given}`;
}

export const sendBack = (
  reply: FastifyReply,
  redirectUri: string,
  answer: Record<string, string | null>,
): FastifyReply => reply.code(303).header('location', answerAt(redirectUri, answer)).send();
