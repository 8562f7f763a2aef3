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

/** The limit for one address, which hosted clients and offices share. */
const REQUESTS = { max: 120, seconds: 60 };

/**
 * Headers of the screens. No `form-action`, because it would also restrict the redirect after the press. No script runs
 * here.
 */
const headers = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy':
    "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; frame-ancestors 'none'",
  'x-frame-options': 'DENY',
  // After the back button, a person finds the same consent state, which connects once.
  'cache-control': 'private, no-cache',
  // `no-referrer` would also hide the origin of the form, by which its press is recognised.
  'referrer-policy': 'same-origin',
};

/** What the routes of the connect screen share. */
export interface Screens {
  ports: Ports;
  /** Where the App signs people in; null when there is no App, or the sign-in's cookie would not be sent back. */
  signsInAt: string | null;
  send(reply: FastifyReply, page: ConnectPage, more?: Record<string, string>): FastifyReply;
  screenOf(consent: string, request: ConsentState['request']): Screen;
  /** Counts a request. @throws DomainError `rate_limited` */
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

/** Returns the seconds to wait. */
export const waitOf = (error: DomainError): number => Number(error.details.retry_after ?? 60);

/** Returns the address at which the client gets the answer, with the parameters it already has. */
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
