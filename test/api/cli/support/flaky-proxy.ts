import type { ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { startHttpServer } from '../../../support/servers.ts';

/**
 * What happens to one request: its answer is lost after the service handled it, or cut off, or the connection breaks
 * while the service still handles it, or the proxy answers itself.
 */
type Mishap = 'lost' | 'cut' | 'broken' | { status: number; headers?: Record<string, string>; body?: string };

export interface FlakyProxy {
  url: string;
  /** `METHOD /path` of every request. */
  seen: string[];
  /** The faults for the next requests that match, one each. */
  next(match: RegExp, ...mishaps: Mishap[]): void;
  close(): Promise<void>;
}

/** A proxy in front of the service that loses answers. */
export async function startFlakyProxy(target: string): Promise<FlakyProxy> {
  const plans: { match: RegExp; mishap: Mishap }[] = [];
  const seen: string[] = [];
  const { origin: url, close } = await startHttpServer(async (request, response) => {
    const asked = await buffer(request);
    const name = `${request.method} ${request.url}`;
    seen.push(name);
    const at = plans.findIndex(({ match }) => match.test(name));
    const mishap = at < 0 ? undefined : plans.splice(at, 1)[0]?.mishap;
    if (typeof mishap === 'object') {
      response.writeHead(mishap.status, mishap.headers).end(mishap.body ?? '');
      return;
    }
    if (mishap === 'broken') response.destroy();
    const { host: _, connection: __, 'content-length': ___, ...headers } = request.headers;
    const answer = await fetch(`${target}${request.url}`, {
      method: request.method ?? 'GET',
      headers: headers as Record<string, string>,
      ...(asked.length > 0 ? { body: asked } : {}),
    });
    const body = Buffer.from(await answer.arrayBuffer());
    if (mishap === 'lost' || mishap === 'broken') response.destroy();
    else if (mishap === 'cut') cut(response, answer.status, body);
    else response.writeHead(answer.status, { 'content-type': 'application/json' }).end(body);
  });
  return {
    url,
    close,
    seen,
    next(match, ...mishaps) {
      for (const mishap of mishaps) plans.push({ match, mishap });
    },
  };
}

function cut(response: ServerResponse, status: number, body: Buffer): void {
  response.writeHead(status, { 'content-type': 'application/json', 'content-length': body.length });
  response.write(body.subarray(0, body.length / 2), () => response.destroy());
}
