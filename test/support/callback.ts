import { startHttpServer } from './servers.ts';

/** The server on a person's machine to which their browser returns after a client's sign-in. */
export interface Callback {
  url: string;
  /** The answers with which it was called, oldest first. */
  calls: URLSearchParams[];
  /** Returns what the browser brings next, or has brought. */
  next(): Promise<URLSearchParams>;
  close(): Promise<void>;
}

export async function startCallback(): Promise<Callback> {
  const calls: URLSearchParams[] = [];
  const waiting: ((brought: URLSearchParams) => void)[] = [];
  let taken = 0;
  const { port, close } = await startHttpServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
    if (pathname === '/callback') {
      calls.push(searchParams);
      waiting.shift()?.(searchParams);
    }
    response.writeHead(pathname === '/callback' ? 200 : 404, { 'content-type': 'text/html' });
    response.end('<!doctype html><title>Client</title><p>You can go back to your terminal.</p>');
  });
  return {
    url: `http://localhost:${port}/callback`,
    calls,
    async next() {
      const brought = calls[taken];
      taken += 1;
      return brought ?? new Promise((resolve) => waiting.push(resolve));
    },
    close,
  };
}
