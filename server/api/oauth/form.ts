import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { oauthRefusal } from '../../domain/oauth-refusal.ts';

/** The parameters of a request. A parameter without a value counts as not sent (RFC 6749 3.1). */
export type Form = Readonly<Record<string, string | undefined>>;

const MEDIA_TYPE = 'application/x-www-form-urlencoded';
const MAX_BYTES = 65_536;
const MAX_FIELDS = 100;

/**
 * Parses a form.
 * @throws DomainError of OAuth's `invalid_request` for a parameter that cannot be text, or that is sent twice: a proxy
 * that inspects requests may have checked the other one
 */
export function readForm(text: string): Form {
  const form: Record<string, string> = Object.create(null);
  let count = 0;
  for (const [name, value] of new URLSearchParams(text)) {
    count += 1;
    if (count > MAX_FIELDS) throw oauthRefusal('invalid_request', `Send at most ${MAX_FIELDS} parameters.`);
    if (value.includes('\0')) throw oauthRefusal('invalid_request', 'A parameter holds a NUL character.');
    if (value === '') continue;
    if (name in form)
      throw oauthRefusal('invalid_request', `Send each parameter once: ${name.slice(0, 40)} came twice.`);
    form[name] = value;
  }
  return form;
}

/** Makes the routes of `scope` accept forms and nothing else. */
export function takeForms(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser(
    MEDIA_TYPE,
    { parseAs: 'string', bodyLimit: MAX_BYTES },
    async (_: unknown, text: string) => readForm(text),
  );
}

/** Returns the form that was sent to such a route; an empty body is a form without fields. */
export const formOf = (request: FastifyRequest): Form => (request.body as Form | null | undefined) ?? {};

/**
 * Returns the client's id, which some libraries send in the header as a user name although we issue no secrets. A
 * request with a secret is refused.
 * @throws DomainError of OAuth's `invalid_client`
 */
export function clientIdOf(request: Pick<FastifyRequest, 'headers'>, form: Form): string | null {
  const named = form.client_id ?? null;
  const { authorization } = request.headers;
  if (form.client_secret !== undefined) {
    throw oauthRefusal('invalid_client', 'Send no client_secret: clients have none here.');
  }
  // Some clients send the header meant for MCP to every address; it does not identify a client.
  if (authorization === undefined || !/^Basic\b/i.test(authorization)) return named;
  const [, encoded] = /^Basic +([A-Za-z0-9+/]+=*) *$/i.exec(authorization) ?? [];
  const [, user, password] = /^([^:\0]*):([^\0]*)$/s.exec(Buffer.from(encoded ?? '', 'base64').toString()) ?? [];
  const id = decode(user ?? '');
  if (!id || password !== '' || (named !== null && named !== id)) {
    throw oauthRefusal(
      'invalid_client',
      'Send `client_id` in the form and no Authorization header: clients have no secret here.',
    );
  }
  return id;
}

function decode(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

/** Returns whether a page of ours sent the form: browsers report it, and no page can forge it. */
export function isOwnPress(headers: IncomingHttpHeaders, baseUrl: string): boolean {
  const site = headers['sec-fetch-site'];
  return site === undefined ? headers.origin === new URL(baseUrl).origin : site === 'same-origin';
}
