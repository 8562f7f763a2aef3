import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { Socket } from 'node:net';

/** Records every address that this process tries to connect to, as its sockets report it. */
export function recordDials(): { dials: string[]; stop(): void } {
  const dials: string[] = [];
  const listen = (message: unknown) => {
    if (typeof message !== 'object' || message === null || !('socket' in message)) return;
    if (!(message.socket instanceof Socket)) return;
    message.socket.on('connectionAttempt', (address: string, port: number) => dials.push(`${address} ${port}`));
  };
  subscribe('net.client.socket', listen);
  return { dials, stop: () => void unsubscribe('net.client.socket', listen) };
}
