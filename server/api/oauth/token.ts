import type { FastifyInstance, FastifyRequest } from 'fastify';
import { exchangeCode } from '../../domain/connection/exchange-code.ts';
import { exchangeJobToken } from '../../domain/connection/exchange-job-token.ts';
import type { AccessAnswer } from '../../domain/connection/issue-pair.ts';
import { refresh } from '../../domain/connection/refresh.ts';
import { revoke } from '../../domain/connection/revoke.ts';
import { consumeRateLimit } from '../../domain/consume-rate-limit.ts';
import { oauthRefusal } from '../../domain/oauth-refusal.ts';
import type { Ports } from '../../domain/ports.ts';
import { addressToCount } from '../address.ts';
import { clientIdOf, type Form, formOf } from './form.ts';

export const TOKEN_EXCHANGE = 'urn:ietf:params:oauth:grant-type:token-exchange';

/** The limit for one address. Hosted clients refresh for all their users from a few addresses. */
const LIMIT = { max: 600, seconds: 60 };
const count = (ports: Ports, { ip }: FastifyRequest, key: string, what: string): Promise<void> =>
  consumeRateLimit(ports, `${key}:${addressToCount(ip)}`, LIMIT, what);

const uncached = { 'cache-control': 'no-store', pragma: 'no-cache' };

const grants: Record<string, (ports: Ports, form: Form, request: FastifyRequest) => Promise<AccessAnswer>> = {
  authorization_code: (ports, form, request) =>
    exchangeCode(ports, {
      clientId: clientIdOf(request, form),
      code: form.code ?? null,
      redirectUri: form.redirect_uri ?? null,
      verifier: form.code_verifier ?? null,
      resource: form.resource ?? null,
    }),
  refresh_token: (ports, form, request) =>
    refresh(ports, {
      clientId: clientIdOf(request, form),
      refreshToken: form.refresh_token ?? null,
      resource: form.resource ?? null,
    }),
  [TOKEN_EXCHANGE]: exchangeJobToken,
};

/** `POST /oauth/token`: issues an access token for a code, a refresh token or the id-token of a job. */
export function addToken(scope: FastifyInstance, ports: Ports): void {
  scope.post('/oauth/token', async (request, reply) => {
    await count(ports, request, 'oauth_token', 'token requests from this address');
    const form = formOf(request);
    const { grant_type: type } = form;
    if (type === undefined) throw oauthRefusal('invalid_request', 'Send `grant_type`.');
    const grant = Object.hasOwn(grants, type) ? grants[type] : undefined;
    if (grant === undefined) {
      throw oauthRefusal('unsupported_grant_type', `\`grant_type\` is one of ${Object.keys(grants).join(', ')}.`);
    }
    const answer = await grant(ports, form, request);
    return reply.headers(uncached).send(answer);
  });
}

/** `POST /oauth/revoke` (RFC 7009): answers 200 whether or not the token existed. */
export function addRevoke(scope: FastifyInstance, ports: Ports): void {
  scope.post('/oauth/revoke', async (request, reply) => {
    await count(ports, request, 'oauth_revoke', 'revocations from this address');
    const form = formOf(request);
    await revoke(ports, form.token ?? null, clientIdOf(request, form));
    return reply.headers(uncached).send({});
  });
}
