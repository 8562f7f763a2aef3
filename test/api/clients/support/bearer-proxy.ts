import { request as ask } from 'node:http';
import { startHttpServer } from '../../../support/servers.ts';

/**
 * Forwards everything unchanged, also Host and Origin, with a bearer token, for clients that cannot send one. The
 * tokens of one workspace take turns, since each is limited per minute.
 */
export async function startBearerProxy(to: string, tokens: string[]): Promise<{ url: string; close(): Promise<void> }> {
  const { hostname, port: target, pathname } = new URL(to);
  let requests = 0;
  const { port, close } = await startHttpServer((incoming, outgoing) => {
    const { method, url: path, headers } = incoming;
    const token = tokens[requests % tokens.length];
    requests += 1;
    const onward = ask({
      ...{ hostname, port: target, method, path },
      headers: { ...headers, authorization: `Bearer ${token}` },
    });
    onward.on('response', (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    onward.on('error', () => outgoing.destroy());
    outgoing.on('close', () => onward.destroy());
    incoming.pipe(onward);
  });
  return { url: `http://localhost:${port}${pathname}`, close };
}
