import type { FastifyInstance } from 'fastify';
import { revoke } from '../../domain/connection/revoke.ts';
import { consumeRateLimit } from '../../domain/consume-rate-limit.ts';
import type { Ports } from '../../domain/ports.ts';
import { addressToCount } from '../address.ts';
import { clientIdOf, formOf } from './form.ts';

const LIMIT = { max: 600, seconds: 60 };

/** `POST /oauth/revoke` (RFC 7009): answers 200 whether or not the token existed. */
export function addRevoke(scope: FastifyInstance, ports: Ports): void {
  scope.post('/oauth/revoke', async (request, reply) => {
    await consumeRateLimit(
      ports,
      `oauth_revoke:${addressToCount(request.ip)}`,
      LIMIT,
      undefined,
      'revocations from this address',
    );
    const form = formOf(request);
    await revoke(ports, form.token ?? null, clientIdOf(request, form));
    return reply.headers({ 'cache-control': 'no-store', pragma: 'no-cache' }).send({});
  });
}
