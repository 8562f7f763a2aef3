import { buffer } from 'node:stream/consumers';
import { startHttpServer } from '../../../../support/servers.ts';

/** Starts a host that answers every request with success and keeps what it was sent. */
export async function startHostileHost() {
  const seen: { path: string; sent: string }[] = [];
  const running = await startHttpServer(async (request, response) => {
    const body = await buffer(request);
    const sent = [JSON.stringify(request.headers), body.toString('latin1')].join('\n');
    seen.push({ path: `${request.method} ${request.url}`, sent });
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  return { url: running.origin, seen, close: running.close };
}
