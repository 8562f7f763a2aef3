import { serve } from '../../../../api/adapters/support/servers.ts';

/** A host that answers everything kindly and keeps what it was sent. */
export async function startHostileHost() {
  const seen: { path: string; sent: string }[] = [];
  const running = await serve(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(Buffer.from(chunk));
    const sent = [JSON.stringify(request.headers), Buffer.concat(chunks).toString('latin1')].join('\n');
    seen.push({ path: `${request.method} ${request.url}`, sent });
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  return { url: running.origin, seen, close: running.close };
}
