import { type IncomingMessage, request, type ServerResponse } from 'node:http';
import { startHttpServer } from './servers.ts';

/** What happens to a request on its way; `pass` is the usual. */
export type Fault = (asked: IncomingMessage, answer: ServerResponse, pass: () => void) => void;

export interface FaultyLine {
  endpoint: string;
  /** From now on; null: none. */
  fault(fault: Fault | null): void;
  /** How many requests came. */
  asked(): number;
  close(): Promise<void>;
}

/** An S3 refusal, as stores word it. */
export const refuse =
  (status: number, code: string, fields = ''): Fault =>
  (_asked, answer) => {
    answer
      .writeHead(status, { 'content-type': 'application/xml' })
      .end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>no</Message>${fields}</Error>`);
  };

/** The first `times`, then no more. */
export function only(times: number, fault: Fault): Fault {
  let left = times;
  return (asked, answer, pass) => {
    left -= 1;
    if (left >= 0) fault(asked, answer, pass);
    else pass();
  };
}

/** Takes the request and says nothing. */
export const hang: Fault = () => {};

/** A line to an S3 server on which things go wrong when told to. */
export async function startFaultyLine(endpoint: string): Promise<FaultyLine> {
  let fault: Fault | null = null;
  let asked = 0;
  const { origin, close } = await startHttpServer((incoming, answer) => {
    asked += 1;
    const pass = (): void => {
      const far = request(endpoint + incoming.url, { method: incoming.method, headers: incoming.headers }, (reply) => {
        answer.writeHead(reply.statusCode ?? 502, reply.headers);
        reply.pipe(answer);
      });
      far.on('error', () => answer.destroy());
      answer.on('close', () => far.destroy());
      incoming.pipe(far);
    };
    if (fault === null) pass();
    else fault(incoming, answer, pass);
  });
  return {
    endpoint: origin,
    close,
    fault(next) {
      fault = next;
    },
    asked: () => asked,
  };
}
