import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Received {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  /** The raw bytes. */
  body: Buffer;
}

/** Answers one request: a status, or bytes of a type; a promise answers later. */
export type Answer = number | { status?: number; type?: string; body?: Buffer; headers?: Record<string, string> };

export interface Receiver {
  url: string;
  received: Received[];
  /** How it answers from now on; the number counts all requests from 1. */
  answerWith(answer: (request: Received, number: number) => Answer | Promise<Answer>): void;
  close(): Promise<void>;
}

/** A server on loopback that keeps what it is sent: a webhook's receiver, or a place where pictures lie. */
export async function startReceiver(): Promise<Receiver> {
  let answer: (request: Received, number: number) => Answer | Promise<Answer> = () => 204;
  const received: Received[] = [];
  const server: Server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(Buffer.from(chunk));
    const { method = '', url = '', headers } = request;
    const seen = { method, path: url, headers, body: Buffer.concat(chunks) };
    received.push(seen);
    const given = await answer(seen, received.length);
    const { status = 200, type, body, headers: more = {} } = typeof given === 'number' ? { status: given } : given;
    response.writeHead(status, { ...more, ...(type === undefined ? {} : { 'content-type': type }) });
    response.end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    received,
    answerWith(next) {
      answer = next;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** A promise and what ends it: for answers that wait until the test has done something. */
export function gate(): { opened: Promise<void>; open(): void } {
  let open = (): void => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open: () => open() };
}
