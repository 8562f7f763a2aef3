import { connect, type Socket } from 'node:net';
import { OutboundFailure } from './failure.ts';
import type { Guard, Reach } from './guard.ts';
import type { Address } from './name-lookup.ts';

export interface Destination {
  hostname: string;
  port: number;
  reach: Reach;
}

/**
 * Opens a TCP connection to one of the addresses that the guard has just checked, and checks the peer again once
 * connected. The name is resolved only here, so a later change of DNS has no effect. Rejects with OutboundRefused,
 * OutboundFailure, or the socket's own error.
 */
export async function dial(guard: Guard, destination: Destination, signal: AbortSignal): Promise<Socket> {
  const { hostname, port, reach } = destination;
  const addresses = await untilAborted(guard.resolve(hostname, port, reach), signal);
  const socket = await connected(addresses, port, signal);
  try {
    // A connection that is already closed has no peer to check.
    if (socket.remoteAddress === undefined)
      throw new OutboundFailure('connection', `${hostname} closed the connection.`);
    guard.checkAddress(socket.remoteAddress, port, reach, hostname);
  } catch (error) {
    socket.destroy();
    throw error;
  }
  return socket;
}

function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    if (signal.aborted) return abort();
    signal.addEventListener('abort', abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}

function connected(addresses: readonly Address[], port: number, signal: AbortSignal): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const [first] = addresses;
    if (first === undefined) return reject(new OutboundFailure('dns', 'The name has no address.'));
    const socket =
      addresses.length === 1
        ? connect({ host: first.address, port, noDelay: true })
        : connect({
            host: 'checked.invalid',
            port,
            noDelay: true,
            autoSelectFamily: true,
            lookup: (_host, _options, done) => done(null, [...addresses]),
          });
    const abort = () => socket.destroy(signal.reason instanceof Error ? signal.reason : new Error('Aborted'));
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    socket.once('close', () => signal.removeEventListener('abort', abort));
    socket.once('error', reject);
    socket.once('connect', () => {
      signal.removeEventListener('abort', abort);
      socket.removeListener('error', reject);
      // An error before the next owner adds a listener must not crash the process.
      socket.on('error', () => socket.destroy());
      resolve(socket);
    });
  });
}
