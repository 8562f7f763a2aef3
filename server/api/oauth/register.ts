import type { FastifyInstance } from 'fastify';
import { registerClient } from '../../domain/oauth-client/register-client.ts';
import type { Ports } from '../../domain/ports.ts';
import { addressToCount } from '../address.ts';
import { createOAuthRefusal } from './send-refusal.ts';

const MAX_BYTES = 65_536;

const errorHandler = createOAuthRefusal({
  error: 'invalid_client_metadata',
  description: 'Send the metadata of the client as JSON, with Content-Type: application/json.',
});

/** `POST /oauth/register` (RFC 7591): registers any client, always without a secret. */
export function addRegister(scope: FastifyInstance, ports: Ports): void {
  scope.post('/oauth/register', { bodyLimit: MAX_BYTES, errorHandler }, async (request, reply) => {
    const registration = await registerClient(ports, request.body, addressToCount(request.ip));
    return reply.code(201).headers({ 'cache-control': 'no-store', pragma: 'no-cache' }).send(registration);
  });
}
