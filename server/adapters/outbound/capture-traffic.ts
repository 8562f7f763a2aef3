import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { type Destination, dial } from './dial.ts';
import { OutboundFailure, type OutboundReason, outboundFailure } from './failure.ts';
import { type Guard, portOf } from './guard.ts';

export type Traffic = ReturnType<typeof createTraffic>;

/** Tracks the traffic of one capture: its open connections, its bytes, and the hosts that could not be reached. */
export function createTraffic(
  guard: Guard,
  { maxBytes, connectTimeoutMs }: { maxBytes: number; connectTimeoutMs: number },
) {
  const sockets = new Set<Duplex>();
  const failures = new Map<string, OutboundFailure>();
  let refusal: string | null = null;
  let transferred = 0;
  let spent: OutboundFailure | null = null;

  function track(socket: Duplex): void {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.once('close', () => sockets.delete(socket));
  }

  function note(error: unknown, host: string, key: string): void {
    const failure = outboundFailure(error, host);
    failures.set(key, failure);
    if (failure.reason === 'refused') refusal = failure.message;
  }

  async function reach(destination: Destination): Promise<Socket> {
    const { hostname, port } = destination;
    try {
      if (spent !== null) throw spent;
      const upstream = await dial(guard, destination, AbortSignal.timeout(connectTimeoutMs));
      track(upstream);
      failures.delete(`${hostname}:${port}`);
      return upstream;
    } catch (error) {
      note(error, hostname, `${hostname}:${port}`);
      throw error;
    }
  }

  return {
    track,
    note,
    reach,
    count(bytes: number): void {
      transferred += bytes;
      if (transferred <= maxBytes || spent !== null) return;
      refusal = `The page moved more than ${Math.round(maxBytes / 1_000_000)} MB, the most one capture may.`;
      spent = new OutboundFailure('too_many_bytes', refusal);
      for (const socket of sockets) socket.destroy();
    },
    lastRefusal: () => refusal,
    /** Why this URL's host could not be reached, or null when it could. After the byte limit, always that reason. */
    failureOf(text: string): { reason: OutboundReason; message: string } | null {
      if (!URL.canParse(text)) return null;
      const url = new URL(text);
      const failure = spent ?? failures.get(`${url.hostname}:${portOf(url)}`);
      return failure === undefined ? null : { reason: failure.reason, message: failure.message };
    },
    bytes: () => transferred,
    destroy(): void {
      for (const socket of sockets) socket.destroy();
    },
  };
}
