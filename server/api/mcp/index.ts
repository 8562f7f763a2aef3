import { ProtocolError } from '@modelcontextprotocol/server';
import type { FastifyInstance } from 'fastify';
import { consumeRateLimit } from '../../domain/consume-rate-limit.ts';
import { describeFault } from '../../domain/describe-fault.ts';
import { DomainError } from '../../domain/failure.ts';
import type { ClientActor, Ports } from '../../domain/ports.ts';
import { authenticate } from '../../domain/token/authenticate.ts';
import { bearerOf } from '../actor.ts';
import type { LargeBodies } from '../large-body.ts';
import { sessionFor } from './abilities.ts';
import { answerFast } from './fast-path.ts';
import { calledBy, makeServer } from './make-server.ts';
import { mountMcp } from './route.ts';

const PATH = '/mcp/sightline';
/** Also for a person who opens the address in a browser. */
const SIGN_IN =
  'This address is for MCP clients: give it to yours, which signs in by itself. A client that cannot sends a try token as `Authorization: Bearer <token>`.';
export const PER_CLIENT = { max: 120, seconds: 60 };

/** Returns whether the SDK's error is about the request, and not about its processing. */
const isClients = (error: Error): boolean =>
  error instanceof ProtocolError ||
  /^(Rejected inbound request|Unsupported Media Type|Not Acceptable)/.test(error.message);

/** Describes an error without what the client sent, which may be a link or a token in the wrong place. */
const kindOf = (error: Error): string =>
  (error instanceof ProtocolError ? error.name : error.message.split(':')[0]) ?? '';

/**
 * Adds the service for MCP clients: the operations that are tools, for the bearer's workspace.
 *
 * @param app the HTML of the review's page inside an agent's chat
 */
export function addMcp(server: FastifyInstance, ports: Ports, large: LargeBodies, maxBytes: number, app: string): void {
  const { baseUrl, mcpOrigins } = ports.settings;
  const resource = `resource_metadata="${baseUrl}/.well-known/oauth-protected-resource${PATH}", scope="mcp:use"`;
  // A client that refreshes its token is still the same client.
  const count = (actor: ClientActor): Promise<void> =>
    consumeRateLimit(ports, `mcp:${actor.connectionId ?? actor.credential}`, PER_CLIENT);
  mountMcp<ClientActor>(server, {
    path: PATH,
    baseUrl,
    origins: mcpOrigins,
    async authenticate(request, reply) {
      try {
        const actor = await authenticate(ports, bearerOf(request.headers.authorization));
        await count(actor);
        return actor;
      } catch (error) {
        if (!(error instanceof DomainError && error.code === 'unauthenticated')) throw error;
        const isWrong = error.details.invalid_token === true;
        reply.header('www-authenticate', `Bearer ${isWrong ? 'error="invalid_token", ' : ''}${resource}`);
        throw isWrong ? error : new DomainError('unauthenticated', SIGN_IN);
      }
    },
    bodies: { large, maxBytes, sender: ({ workspaceId }) => workspaceId },
    async consumeToolCall(actor, messages) {
      for (let counted = 0; counted < messages; counted += 1) await count(actor);
    },
    makeServer: (exchange) => makeServer(ports, exchange, app),
    fastPath: (headers, exchange) => answerFast(ports, headers, exchange),
    streams: (message) => calledBy(message).tool === 'wait_for_decision',
    sessionFor,
    onError(error) {
      // The client's own mistake was reported to it in the answer; it needs no stack in the log.
      if (isClients(error)) ports.log.info({ problem: kindOf(error) }, 'mcp');
      else ports.log.warn({ error: describeFault(error) }, 'mcp');
    },
  });
}
