import { type IncomingMessage, request, type ServerResponse } from 'node:http';
import { startHttpServer } from './servers.ts';

/** Handles a request on its way; `pass` forwards it as usual. */
export type Fault = (asked: IncomingMessage, answer: ServerResponse, pass: () => void) => void;

export interface FaultyLine {
  endpoint: string;
  /** Sets the fault from now on; null: none. */
  fault(fault: Fault | null): void;
  /** How many requests arrived whose path holds `part`. */
  asked(part: string): number;
  close(): Promise<void>;
}

/** Answers with an S3 error. */
export const refuse =
  (status: number, code: string, fields = ''): Fault =>
  (_asked, answer) => {
    answer
      .writeHead(status, { 'content-type': 'application/xml' })
      .end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>no</Message>${fields}</Error>`);
  };

/** Applies a fault `times` times, then never again. */
export function only(times: number, fault: Fault): Fault {
  let left = times;
  return (asked, answer, pass) => {
    left -= 1;
    if (left >= 0) fault(asked, answer, pass);
    else pass();
  };
}

/** Accepts the request and never answers. */
export const hang: Fault = () => {};

/** Starts a proxy in front of an S3 server that can fail on request. */
export async function startFaultyLine(endpoint: string): Promise<FaultyLine> {
  let fault: Fault | null = null;
  const paths: string[] = [];
  const { origin, close } = await startHttpServer((incoming, answer) => {
    paths.push(incoming.url ?? '');
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
    asked: (part) => paths.filter((path) => path.includes(part)).length,
  };
}
