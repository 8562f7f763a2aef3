import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { DomainError } from '../domain/failure.ts';
import type { ByteQuota, Reservation } from './byte-quota.ts';
import { patiently, TooSlow, usualPatience } from './upload-body.ts';

/** The largest body of a sender without a credential. */
export const MAX_ANONYMOUS_BYTES = 16_384;
/** The largest body without files. A body of up to this size needs no quota. */
export const MAX_PLAIN_BYTES = 256_000;

/** The memory that each byte of JSON takes at its worst: as received, as text, parsed, and decoded. */
const MEMORY_PER_BYTE = 4;
const WAIT_MS = 30_000;

export interface LargeBodies {
  /** Refuses a body whose declared length is too large, without reading it. @throws DomainError `too_large` */
  checkLength(request: FastifyRequest): void;
  /**
   * Reserves quota for a body that may be large, before any of it is read. @returns its bytes; a slow sender is
   * disconnected
   * @throws DomainError when no quota is free in time
   */
  receive(request: FastifyRequest, reply: FastifyReply, payload: Readable, sender: string): Promise<Readable>;
  /** Runs the work that needs the body. The body counts until the work is done, even if its sender has disconnected. */
  during<T>(request: FastifyRequest, work: () => Promise<T>): Promise<T>;
}

const lengthOf = ({ headers }: FastifyRequest): number | null =>
  headers['content-length'] === undefined ? null : Number(headers['content-length']);

async function* paced(payload: Readable): AsyncGenerator<Buffer> {
  try {
    yield* patiently(payload, usualPatience);
  } catch (error) {
    if (!(error instanceof TooSlow)) throw error;
    throw new DomainError('malformed_request', 'The request arrived too slowly. Send it again.');
  }
}

export function createLargeBodies(quota: ByteQuota): LargeBodies {
  const reservations = new WeakMap<FastifyRequest, { reservation: Reservation; isUsed: boolean }>();
  return {
    checkLength(request) {
      const limit = request.routeOptions.bodyLimit;
      if (limit !== undefined && (lengthOf(request) ?? 0) > limit) {
        throw new DomainError('too_large', 'The request is too large.');
      }
    },
    async receive(request, reply, payload, sender) {
      const length = lengthOf(request);
      const isChunked = request.headers['transfer-encoding'] !== undefined;
      if (isChunked ? false : (length ?? 0) <= MAX_PLAIN_BYTES) return payload;
      const bytes = isChunked ? (request.routeOptions.bodyLimit ?? MAX_PLAIN_BYTES) : (length ?? 0);
      const reservation = await quota.wait(sender, bytes * MEMORY_PER_BYTE, WAIT_MS);
      const held = { reservation, isUsed: false };
      if (reply.raw.destroyed) reservation.release();
      reply.raw.once('close', () => {
        if (!held.isUsed) reservation.release();
      });
      reservations.set(request, held);
      return Readable.from(paced(payload), { objectMode: false });
    },
    async during(request, work) {
      const held = reservations.get(request);
      if (held === undefined) return work();
      held.isUsed = true;
      try {
        return await work();
      } finally {
        held.reservation.release();
      }
    },
  };
}
