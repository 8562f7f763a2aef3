import { createServer } from 'node:http';

/** A proxy to the service that adds up its response times, and the bytes that it is sent. */
export async function startWatch(target: string) {
  let waited = 0;
  let sent = 0;
  const server = createServer(async (request, response) => {
    const started = performance.now();
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(Buffer.from(chunk));
    const headers = new Headers();
    for (const name of ['authorization', 'content-type', 'idempotency-key', 'accept']) {
      const value = request.headers[name];
      if (typeof value === 'string') headers.set(name, value);
    }
    const method = request.method ?? 'GET';
    const content = Buffer.concat(chunks);
    sent += content.length;
    const answer = await fetch(
      target + (request.url ?? ''),
      method === 'GET' ? { headers } : { method, headers, body: content },
    );
    const body = Buffer.from(await answer.arrayBuffer());
    waited += performance.now() - started;
    response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? 'text/plain' }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`,
    /** Returns the milliseconds of answers and the bytes of requests since the last call. */
    take() {
      const taken = { milliseconds: waited, bytes: sent };
      waited = 0;
      sent = 0;
      return taken;
    },
    close: () => server.close(),
  };
}
