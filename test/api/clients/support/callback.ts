import { startHttpServer } from '../../../support/servers.ts';

export interface Callback {
  /** A loopback address on a free port. */
  url: string;
  /** What the person's browser brings next, or has brought. */
  next(): Promise<URLSearchParams>;
  close(): Promise<void>;
}

/** Starts the server on the person's machine to which their browser returns after the sign-in. */
export async function listenForCallback(): Promise<Callback> {
  const visits = new TransformStream<URLSearchParams, URLSearchParams>(
    {},
    { highWaterMark: 16 },
    { highWaterMark: 16 },
  );
  const [bringer, taker] = [visits.writable.getWriter(), visits.readable.getReader()];
  const { origin, close } = await startHttpServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
    const known = pathname === '/callback';
    response
      .writeHead(known ? 200 : 404, { 'content-type': 'text/plain' })
      .end(known ? 'You may close this page.' : '');
    if (known) void bringer.write(searchParams);
  });
  return {
    url: `${origin}/callback`,
    close,
    async next() {
      const { value } = await taker.read();
      if (value === undefined) throw new Error('Nobody will come any more');
      return value;
    },
  };
}
