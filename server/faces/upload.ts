import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { admit } from '../domain/admit.ts';
import { DomainError } from '../domain/failure.ts';
import type { Ports } from '../domain/ports.ts';
import { receiveUpload } from '../domain/upload/receive-upload.ts';
import { addressToCount } from './address.ts';

const PER_ADDRESS = { max: 300, seconds: 60 };

/** How long a sender may take, in milliseconds. */
export interface Patience {
  /** Without a byte */
  idle: number;
  /** Altogether */
  whole: number;
  /** For reading the refusal, when the file has not come whole */
  linger: number;
}
const usual: Patience = { idle: 20_000, whole: 300_000, linger: 5_000 };

/** Bytes of files that one process holds while they come and are judged. */
const MOST_HELD = 256_000_000;

/** Bytes of files, of one or of all. */
interface Held {
  bytes: number;
}

class TooSlow extends Error {}

/** The body as it comes; it is the caller's to end the connection when it does not read to the end. */
async function* patiently(
  body: Readable,
  { idle, whole }: Patience,
  own: Held,
  all: Held & { most: number },
): AsyncGenerator<Buffer> {
  const until = Date.now() + whole;
  const chunks = body.iterator({ destroyOnReturn: false });
  try {
    for (;;) {
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<never>((_, reject) => {
        timer = setTimeout(() => reject(new TooSlow()), Math.min(idle, Math.max(0, until - Date.now())));
      });
      const next = chunks.next();
      // Whoever lost the race is not waited for.
      next.catch(() => {});
      const { done, value } = await Promise.race([next, late]).finally(() => clearTimeout(timer));
      if (done === true) return;
      const chunk: Buffer = value;
      own.bytes += chunk.length;
      all.bytes += chunk.length;
      if (all.bytes > all.most) {
        throw new DomainError('unavailable', 'Many files are being sent at the moment. Repeat it in a moment.');
      }
      yield chunk;
    }
  } finally {
    // Not waited for: it may hang on the chunk that does not come.
    chunks.return?.().catch(() => {});
  }
}

/** What the sender says its file has; null for one that does not say. */
function lengthOf({ headers }: FastifyRequest): number | null {
  const length = Number(headers['content-length'] ?? Number.NaN);
  return Number.isSafeInteger(length) ? length : null;
}

/**
 * Lets the refusal of a file that is still coming be read: a connection that is closed at once takes the answer with it.
 * The rest goes nowhere, and not for long.
 */
function drain({ raw }: FastifyRequest, linger: number): void {
  if (raw.complete) return;
  raw.resume();
  const timer = setTimeout(() => raw.complete || raw.socket.destroy(), linger);
  timer.unref();
  raw.once('close', () => clearTimeout(timer));
}

/** Where files are sent that do not fit into a conversation (`create_upload`): the address is the credential. */
export async function addUploads(
  server: FastifyInstance,
  ports: Ports,
  patience: Patience = usual,
  most = MOST_HELD,
): Promise<void> {
  const all = { bytes: 0, most };
  await server.register(async (scope) => {
    // Whatever type it says it has, and were it nonsense: the bytes tell.
    scope.addHook('onRequest', async ({ raw }) => {
      delete raw.headers['content-type'];
    });
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, body, done) => done(null, body));
    // For terminals.
    scope.addHook('onSend', async (_request, _reply, payload) =>
      typeof payload === 'string' && payload.startsWith('{') ? `${payload}\n` : payload,
    );
    scope.put<{ Params: { secret: string } }>('/u/:secret', async (request, reply) => {
      const own = { bytes: 0 };
      try {
        await admit(ports, `upload:${addressToCount(request.ip)}`, PER_ADDRESS);
        if (request.headers['content-range'] !== undefined) {
          throw new DomainError('malformed_request', 'Send the file whole, without Content-Range.');
        }
        const body = patiently(request.raw, patience, own, all);
        return await receiveUpload(ports, request.params.secret, body, lengthOf(request));
      } catch (error) {
        drain(request, patience.linger);
        if (error instanceof TooSlow) {
          const message = 'The file came too slowly. Send it again.';
          return reply.code(408).send({ error: 'malformed_request', message });
        }
        // Its sender is gone: nobody reads this, and it is no fault of ours.
        if (request.raw.destroyed && !request.raw.complete) {
          throw new DomainError('malformed_request', 'The file did not come whole. Send it again.');
        }
        throw error;
      } finally {
        // Not before: judging takes longest, and many may wait for it.
        all.bytes -= own.bytes;
      }
    });
    scope.route({
      method: ['GET', 'POST', 'DELETE', 'PATCH'],
      url: '/u/:secret',
      handler: (_request, reply) =>
        reply
          .code(405)
          .header('allow', 'PUT')
          .send({ error: 'malformed_request', message: 'Files are sent here by PUT.' }),
    });
  });
}
