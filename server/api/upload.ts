import type { FastifyInstance, FastifyRequest } from 'fastify';
import { consumeRateLimit } from '../domain/consume-rate-limit.ts';
import { DomainError } from '../domain/failure.ts';
import type { Ports } from '../domain/ports.ts';
import { receiveUpload } from '../domain/upload/receive-upload.ts';
import { addressToCount } from './address.ts';
import type { ByteQuota, Reservation } from './byte-quota.ts';
import { counted, type Patience, patiently, TooSlow, usualPatience } from './upload-body.ts';

const PER_ADDRESS = { max: 300, seconds: 60 };

const alreadyArriving = (): DomainError =>
  new DomainError(
    'rate_limited',
    'A file is on its way to this address already. Wait for its answer, then send it again if need be.',
    { retry_after: 10, limit: 1 },
  );

/** Returns the length that the sender declares; null without one. */
function lengthOf({ headers }: FastifyRequest): number | null {
  const length = Number(headers['content-length'] ?? Number.NaN);
  return Number.isSafeInteger(length) ? length : null;
}

/**
 * Lets a sender read the refusal of a file that is still arriving: closing the connection at once would lose the
 * answer. The rest of the file is discarded, for a limited time.
 */
function drain({ raw }: FastifyRequest, linger: number): void {
  if (raw.complete) return;
  raw.resume();
  const timer = setTimeout(() => raw.complete || raw.socket.destroy(), linger);
  timer.unref();
  raw.once('close', () => clearTimeout(timer));
}

/**
 * Adds the addresses for files that do not fit into a conversation (`create_upload`). The address is the credential.
 */
export async function addUploads(
  server: FastifyInstance,
  ports: Ports,
  quota: ByteQuota,
  patience: Patience = usualPatience,
): Promise<void> {
  const arriving = new Set<string>();
  await server.register(async (scope) => {
    // Ignores the declared type, however malformed: the bytes decide.
    scope.addHook('onRequest', async ({ raw }) => {
      delete raw.headers['content-type'];
    });
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, body, done) => done(null, body));
    // Ends the answer with a new line, for terminals.
    scope.addHook('onSend', async (_request, _reply, payload) =>
      typeof payload === 'string' && payload.startsWith('{') ? `${payload}\n` : payload,
    );
    scope.put<{ Params: { secret: string } }>('/u/:secret', async (request, reply) => {
      const sender = addressToCount(request.ip);
      const { secret } = request.params;
      let reservation: Reservation | null = null;
      try {
        await consumeRateLimit(ports, `upload:${sender}`, PER_ADDRESS);
        if (request.headers['content-range'] !== undefined) {
          throw new DomainError('malformed_request', 'Send the file whole, without Content-Range.');
        }
        if (arriving.has(secret)) throw alreadyArriving();
        arriving.add(secret);
        reservation = quota.open(sender);
        const body = counted(patiently(request.raw, patience), reservation);
        return await receiveUpload(ports, secret, body, lengthOf(request));
      } catch (error) {
        drain(request, patience.linger);
        if (error instanceof TooSlow) {
          const message = 'The file arrived too slowly. Send it again.';
          return reply.code(408).send({ error: 'malformed_request', message });
        }
        // The sender has disconnected: nobody reads this answer, and it is no fault of ours.
        if (request.raw.destroyed && !request.raw.complete) {
          throw new DomainError('malformed_request', 'The file did not arrive whole. Send it again.');
        }
        throw error;
      } finally {
        // Only after judging, which takes longest and which many may wait for.
        if (reservation !== null) arriving.delete(secret);
        reservation?.release();
      }
    });
    scope.route({
      method: ['GET', 'POST', 'DELETE', 'PATCH'],
      url: '/u/:secret',
      config: { refuses: true },
      handler: (_request, reply) =>
        reply
          .code(405)
          .header('allow', 'PUT')
          .send({ error: 'malformed_request', message: 'Files are sent here by PUT.' }),
    });
  });
}
