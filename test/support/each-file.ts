import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Server } from 'node:http';
import { afterAll } from 'vitest';
import { endFile } from './file-end.ts';

/**
 * Only clients end idle connections. Else a request that a busy machine sends after a minute’s pause can meet the
 * server’s end of its connection.
 */
function keepOpen(message: unknown): void {
  const { server } = message as { server: Server };
  server.keepAliveTimeout = 0;
}

// What a file left open that did not load, or whose tests `-t` all skipped.
await endFile();

subscribe('http.server.request.start', keepOpen);

afterAll(() => unsubscribe('http.server.request.start', keepOpen));
afterAll(endFile);
