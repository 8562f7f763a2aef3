import { expect } from 'vitest';
import { startHttpServer } from './servers.ts';

/** The server on a person's machine to which their browser returns after a client's sign-in. */
export interface Callback {
  url: string;
  /** The answers with which it was called, oldest first. */
  calls: URLSearchParams[];
  /** Returns what the browser brings next, or has brought. */
  next(): Promise<URLSearchParams | undefined>;
  close(): Promise<void>;
}

export async function startCallback(): Promise<Callback> {
  const calls: URLSearchParams[] = [];
  let taken = 0;
  const { port, close } = await startHttpServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
    if (pathname === '/callback') calls.push(searchParams);
    response.writeHead(pathname === '/callback' ? 200 : 404, { 'content-type': 'text/html' });
    response.end('<!doctype html><title>Client</title><p>You can go back to your terminal.</p>');
  });
  return {
    url: `http://localhost:${port}/callback`,
    calls,
    async next() {
      taken += 1;
      await expect.poll(() => calls.length).toBeGreaterThanOrEqual(taken);
      return calls[taken - 1];
    },
    close,
  };
}
