import type { IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { startHttpServer } from '../../../support/servers.ts';

export type Fault =
  /** The request never reaches the service; the caller gets this status. */
  | { status: number; body?: unknown; headers?: Record<string, string> }
  /** The service handles the request, but its answer is lost. */
  | 'lose-answer'
  /** The service handles the request, and its answer is changed on the way. */
  | { change: (body: Record<string, unknown>) => unknown };

export interface Front {
  url: string;
  /** All requests so far, as `METHOD /path`. */
  seen: string[];
  close(): Promise<void>;
}

/** Starts a proxy in front of the service or GitHub that fails when a test wants it to. */
export async function startFront(
  target: string,
  fault: (request: string, count: number) => Fault | null,
): Promise<Front> {
  const seen: string[] = [];
  const { origin: url, close } = await startHttpServer(async (request, response) => {
    const name = `${request.method} ${request.url}`;
    seen.push(name);
    const wanted = fault(name, seen.filter((other) => other === name).length);
    if (wanted !== null && wanted !== 'lose-answer' && 'status' in wanted) {
      response.writeHead(wanted.status, { 'content-type': 'application/json', ...wanted.headers });
      return void response.end(JSON.stringify(wanted.body ?? {}));
    }
    const answer = await forward(target + request.url, request);
    if (wanted === 'lose-answer') return void request.socket.destroy();
    response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? 'text/plain' });
    if (wanted !== null && 'change' in wanted) response.end(JSON.stringify(wanted.change(Object(await answer.json()))));
    else response.end(Buffer.from(await answer.arrayBuffer()));
  });
  return { url, seen, close };
}

async function forward(address: string, request: IncomingMessage): Promise<Response> {
  const body = await buffer(request);
  const headers = new Headers();
  for (const name of ['authorization', 'content-type', 'idempotency-key', 'accept']) {
    const value = request.headers[name];
    if (typeof value === 'string') headers.set(name, value);
  }
  const method = request.method ?? 'GET';
  return fetch(address, method === 'GET' ? { headers } : { method, headers, body });
}
