import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Server } from 'node:http';
import { isMainThread } from 'node:worker_threads';
import { afterAll, beforeAll } from 'vitest';
import { atFileEnd, endFile } from './file-end.ts';
import { PATIENCE_MS } from './patience.ts';

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

// Vitest limits the time of tests and hooks, but not of what a file opens at its top.
const loading = setTimeout(() => isMainThread && process.kill(process.pid, 'SIGALRM'), 2 * PATIENCE_MS);
beforeAll(() => clearTimeout(loading));
atFileEnd(() => clearTimeout(loading));

subscribe('http.server.request.start', keepOpen);

afterAll(() => unsubscribe('http.server.request.start', keepOpen));
afterAll(endFile);
