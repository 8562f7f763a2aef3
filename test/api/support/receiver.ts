import type { IncomingHttpHeaders } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { startHttpServer } from '../../support/servers.ts';

export interface Received {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  /** The body, as raw bytes. */
  body: Buffer;
}

/** Answers one request: a status, or bytes with a type; a promise answers later. */
export type Answer = number | { status?: number; type?: string; body?: Buffer; headers?: Record<string, string> };

export interface Receiver {
  url: string;
  received: Received[];
  /** Sets how it answers from now on; the number counts all requests, starting at 1. */
  answerWith(answer: (request: Received, number: number) => Answer | Promise<Answer>): void;
  close(): Promise<void>;
}

/** A server on loopback that records its requests: a webhook's receiver, or a host of images. */
export async function startReceiver(): Promise<Receiver> {
  let answer: (request: Received, number: number) => Answer | Promise<Answer> = () => 204;
  const received: Received[] = [];
  const { origin: url, close } = await startHttpServer(async (request, response) => {
    const body = await buffer(request);
    const { method = '', url = '', headers } = request;
    const seen = { method, path: url, headers, body };
    received.push(seen);
    const given = await answer(seen, received.length);
    const { status = 200, type, headers: more, body: sent } = typeof given === 'number' ? { status: given } : given;
    response.writeHead(status, { ...more, ...(type === undefined ? {} : { 'content-type': type }) }).end(sent);
  });
  return {
    url,
    close,
    received,
    answerWith(next) {
      answer = next;
    },
  };
}
